import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { cookieAttributes, cookieValue, sessionCookies } from '../../domain/accounts/session.ts'
import { links } from '../../domain/links.ts'
import { decodeAccountView, type AccountView } from '../../domain/operations/account-views.ts'
import { refreshSession } from '../accounts/session.ts'

/** Names of the readable cookie: the plain one also on https, where `SITE_URL` is not set. */
const viewedNames = () => [location.protocol, 'http:'].map((origin) => sessionCookies(origin).viewed)

/** The account that this browser views, read-only; undefined = none, or its time is over. */
export function getAccountView(): AccountView | undefined {
  const view = viewedNames()
    .map((name) => decodeAccountView(cookieValue(document.cookie, name)))
    .find((each) => each !== undefined)
  return view !== undefined && view.endsAt > Date.now() ? view : undefined
}

/** Ends the view and opens the record of the person; returns the failure if the server could not be reached. */
export async function endAccountView({ userId }: AccountView): Promise<Failure | undefined> {
  const answer = await api.operations.accountViewEnd({})
  // A session that is over needs no end.
  if (!answer.ok && answer.failure.code !== 600) return answer.failure
  await leaveAccountView(userId)
  return undefined
}

/** The pages are the operator's own again. */
export async function leaveAccountView(userId: number): Promise<void> {
  for (const name of viewedNames()) document.cookie = `${name}=; Max-Age=0${cookieAttributes(location.protocol)}`
  await refreshSession()
  location.assign(links.opsUsers({ id: userId }))
}
