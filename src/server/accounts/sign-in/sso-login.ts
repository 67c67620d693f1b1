import { lt, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Db } from '../../../db/open.ts'
import { ssoStates } from '../../../db/tables/accounts.ts'
import { cookieAttributes, sessionCookies } from '../../../domain/accounts/session.ts'
import { links } from '../../../domain/links.ts'
import type { Handler } from '../../handler.ts'
import { recordOperation } from '../../operations/public.ts'
import { openSession } from '../../session/open-session.ts'
import { userOfSso } from './user-of-sso.ts'
import { userInfoOf } from '../profile/user-info.ts'

export const ssoLogin: Handler<typeof signInCalls.ssoLogin> = async ({ query }, context) => {
  const { db, config, request, providers, setCookie } = context
  if (providers.sso === undefined) throw new CallFailed('ssoOff')
  const { id, until, redirect, person } = providers.sso.returned(query, request.ssoCookie ?? '')
  setCookie(`${sessionCookies(config.siteUrl).sso}=; Max-Age=0${cookieAttributes(config.siteUrl)}`)
  await spend(db, id, until)
  const found = await person()
  const user = await db.transaction((tx) => userOfSso(tx, found))
  if (user.locked) throw new CallFailed('accountLocked')
  const token = await openSession(context, user.id, false, found.idToken)
  const doer = { userId: user.id, companyId: user.companyId, request }
  await recordOperation(db, doer, { call: 'accounts.ssoLogin', action: '登录', detail: providers.sso.name })
  const onward = redirect === '' || redirect.startsWith('/login/') ? links.home() : redirect
  return { token, userInfo: await userInfoOf(db, user.id), redirect: onward }
}

/** Takes a state up, once for all processes and before anything else is done with it. */
async function spend(db: Db, id: string, until: Date): Promise<void> {
  await db.delete(ssoStates).where(lt(ssoStates.until, sql`now()`))
  const taken = await db.insert(ssoStates).values({ id, until }).onConflictDoNothing().returning({ id: ssoStates.id })
  if (taken.length === 0) throw new CallFailed('ssoRefused')
}
