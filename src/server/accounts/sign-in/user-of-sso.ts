import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { ssoIdentities, users } from '../../../db/tables/accounts.ts'
import { userAgreementVersion } from '../../../domain/accounts/certification.ts'
import type { SsoPerson } from '../../providers/sso.ts'
import { anyLoginName } from './any-login-name.ts'

const account = { id: users.id, companyId: users.companyId, locked: users.locked }
type SsoUser = { readonly id: number; readonly companyId: number | null; readonly locked: boolean }

/**
 * The account of somebody who came through the single sign-on: the one that they had last time, else the one with
 * their verified mobile, else a new one without password. To be called in a transaction; parallel first times of one
 * person make one account.
 */
export async function userOfSso(tx: Db, person: SsoPerson): Promise<SsoUser> {
  const { issuer, subject } = person
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sso ${issuer} ${subject}`}, 0))`)
  const [known] = await tx
    .select(account)
    .from(ssoIdentities)
    .innerJoin(users, eq(users.id, ssoIdentities.userId))
    .where(and(eq(ssoIdentities.issuer, issuer), eq(ssoIdentities.subject, subject), isNull(users.deletedAt)))
  if (known !== undefined) return known
  const user =
    (await withMobile(tx, person.mobile)) ?? (await made(tx, person)) ?? (await withMobile(tx, person.mobile))
  if (user === undefined) throw new Error('Neither found nor made')
  await tx
    .insert(ssoIdentities)
    .values({ issuer, subject, userId: user.id })
    .onConflictDoUpdate({ target: [ssoIdentities.issuer, ssoIdentities.subject], set: { userId: user.id } })
  return user
}

async function withMobile(tx: Db, mobile: string): Promise<SsoUser | undefined> {
  if (mobile === '') return undefined
  const [found] = await tx
    .select(account)
    .from(users)
    .where(and(eq(users.mobile, mobile), isNull(users.deletedAt)))
  return found
}

/** A new account, which has agreed to what stands under the button; nothing where the mobile was taken in this very moment. */
async function made(tx: Db, { name, mobile }: SsoPerson): Promise<SsoUser | undefined> {
  const [user] = await tx
    .insert(users)
    .values({
      loginName: anyLoginName(),
      realName: name,
      mobile: mobile === '' ? null : mobile,
      agreementVersion: userAgreementVersion,
    })
    .onConflictDoNothing()
    .returning(account)
  return user
}
