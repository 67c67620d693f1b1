import { lt, sql, and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Db } from '../../../db/open.ts'
import { ssoStates, ssoIdentities, users } from '../../../db/tables/accounts.ts'
import { cookieAttributes, sessionCookies, ssoSeconds } from '../../../domain/accounts/session.ts'
import { links } from '../../../domain/links.ts'
import type { Handler } from '../../handler.ts'
import { recordConsent } from '../profile/consents.ts'
import { signIn } from './sign-in.ts'
import { userAgreementVersion } from '../../../domain/accounts/certification.ts'
import type { SsoPerson } from '../../providers/sso.ts'
import { generateLoginName } from './new-user.ts'

const accountColumns = { id: users.id, companyId: users.companyId, locked: users.locked }
type SsoUser = { readonly id: number; readonly companyId: number | null; readonly locked: boolean }

/**
 * Account of a single sign-on user: the linked one, else the one with the verified mobile number, else a new one
 * without password. Requires a transaction; concurrent first sign-ins create one account.
 */
async function getSsoUser(tx: Db, person: SsoPerson): Promise<SsoUser> {
  const { issuer, subject } = person
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sso ${issuer} ${subject}`}, 0))`)
  const [known] = await tx
    .select(accountColumns)
    .from(ssoIdentities)
    .innerJoin(users, eq(users.id, ssoIdentities.userId))
    .where(and(eq(ssoIdentities.issuer, issuer), eq(ssoIdentities.subject, subject), isNull(users.deletedAt)))
  if (known !== undefined) return known
  const user =
    (await getUserByMobile(tx, person.mobile)) ??
    (await createSsoUser(tx, person)) ??
    (await getUserByMobile(tx, person.mobile))
  if (user === undefined) throw new Error('Neither found nor made')
  await tx
    .insert(ssoIdentities)
    .values({ issuer, subject, userId: user.id })
    .onConflictDoUpdate({ target: [ssoIdentities.issuer, ssoIdentities.subject], set: { userId: user.id } })
  return user
}

async function getUserByMobile(tx: Db, mobile: string): Promise<SsoUser | undefined> {
  if (mobile === '') return undefined
  const [found] = await tx
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.mobileHash, mobile), isNull(users.deletedAt)))
  return found
}

/** Creates an account with the agreement accepted; undefined if the number was taken concurrently. */
async function createSsoUser(tx: Db, { name, mobile }: SsoPerson): Promise<SsoUser | undefined> {
  const [user] = await tx
    .insert(users)
    .values({
      loginName: generateLoginName(),
      realName: name,
      mobile: mobile === '' ? null : mobile,
      agreementVersion: userAgreementVersion,
    })
    .onConflictDoNothing()
    .returning(accountColumns)
  if (user !== undefined) await recordConsent(tx, user.id, 'sso')
  return user
}

export const ssoLogin: Handler<typeof signInCalls.ssoLogin> = async ({ query }, context) => {
  const { db, config, request, providers, setCookie } = context
  if (providers.sso === undefined) throw new CallFailed('ssoOff')
  const { id, until, redirect, person } = providers.sso.readReturn(query, request.ssoCookie ?? '')
  setCookie(`${sessionCookies(config.siteUrl).sso}=; Max-Age=0${cookieAttributes(config.siteUrl)}`)
  await consumeState(db, id, until)
  const found = await person()
  const user = await db.transaction((tx) => getSsoUser(tx, found))
  const onward = redirect === '' || redirect.startsWith('/login/') ? links.home() : redirect
  const signedIn = await signIn(context, user, {
    keepLogin: false,
    call: 'accounts.ssoLogin',
    by: providers.sso.name,
    ssoIdToken: found.idToken,
    redirect: onward,
  })
  return { ...signedIn, redirect: onward }
}

/** Consumes a single sign-on state once across all processes. Throws ssoRefused for a used one. */
async function consumeState(db: Db, id: string, until: Date): Promise<void> {
  await db.delete(ssoStates).where(lt(ssoStates.until, sql`now()`))
  const taken = await db.insert(ssoStates).values({ id, until }).onConflictDoNothing().returning({ id: ssoStates.id })
  if (taken.length === 0) throw new CallFailed('ssoRefused')
}

export const unAwareLoginKey: Handler<typeof signInCalls.unAwareLoginKey> = async (
  { redirect },
  { config, providers, setCookie },
) => {
  if (providers.sso === undefined) throw new CallFailed('ssoOff')
  const { state, cookie, url } = await providers.sso.start(redirect)
  // SameSite=Lax: the return from the identity provider is a top-level navigation, which sends the cookie.
  const { sso } = sessionCookies(config.siteUrl)
  setCookie(`${sso}=${cookie}; HttpOnly${cookieAttributes(config.siteUrl)}; Max-Age=${ssoSeconds}`)
  return { key: state, url }
}
