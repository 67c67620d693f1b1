import { lt, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Db } from '../../../db/open.ts'
import { ssoStates } from '../../../db/tables/accounts.ts'
import { cookieAttributes, sessionCookies } from '../../../domain/accounts/session.ts'
import { links } from '../../../domain/links.ts'
import type { Handler } from '../../handler.ts'
import { signIn } from './sign-in.ts'
import { userOfSso } from './user-of-sso.ts'

export const ssoLogin: Handler<typeof signInCalls.ssoLogin> = async ({ query }, context) => {
  const { db, config, request, providers, setCookie } = context
  if (providers.sso === undefined) throw new CallFailed('ssoOff')
  const { id, until, redirect, person } = providers.sso.returned(query, request.ssoCookie ?? '')
  setCookie(`${sessionCookies(config.siteUrl).sso}=; Max-Age=0${cookieAttributes(config.siteUrl)}`)
  await spend(db, id, until)
  const found = await person()
  const user = await db.transaction((tx) => userOfSso(tx, found))
  const onward = redirect === '' || redirect.startsWith('/login/') ? links.home() : redirect
  const signedIn = await signIn(context, user, {
    keep: false,
    call: 'accounts.ssoLogin',
    by: providers.sso.name,
    ssoIdToken: found.idToken,
    redirect: onward,
  })
  return { ...signedIn, redirect: onward }
}

/** Takes a state up, once for all processes and before anything else is done with it. */
async function spend(db: Db, id: string, until: Date): Promise<void> {
  await db.delete(ssoStates).where(lt(ssoStates.until, sql`now()`))
  const taken = await db.insert(ssoStates).values({ id, until }).onConflictDoNothing().returning({ id: ssoStates.id })
  if (taken.length === 0) throw new CallFailed('ssoRefused')
}
