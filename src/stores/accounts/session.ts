import { persistentAtom } from '@nanostores/persistent'
import { atom, computed, map } from 'nanostores'
import { onClientEvent, readToken, tokenNames } from '../../client/events.ts'
import type { UserInfo } from '../../contract/accounts/person.ts'
import { cookieAttributes, keepLoginDays } from '../../domain/accounts/session.ts'
import { loginLinks } from '../../domain/login-links.ts'

/** Who uses this page. */
export type Session = { readonly at: 'out' } | { readonly at: 'in'; readonly user: UserInfo }

/** Which question about signing in is open: the restricted notice, or the login dialog over the page. */
export type Asking =
  | { readonly at: 'nothing' }
  /** `target` is the page that was wanted; without it something on this page was. */
  | { readonly at: 'access'; readonly target: string | undefined }
  /** Why the dialog is open, in other words than the usual ones where `why` has them: the session ended, or somebody wanted something. */
  | { readonly at: 'login'; readonly because: 'ended' | 'wanted'; readonly why?: string | undefined }

const kept = persistentAtom<UserInfo | null>('userInfo', null, { encode: JSON.stringify, decode: JSON.parse })
const startDay = persistentAtom<string>('loginStartDay', '')

/** The clients are loaded when a person first needs one: visitors never do. */
const client = () => import('../../client/browser.ts')

/** The session of this browser: all tabs follow it. */
export const session = computed(kept, (user): Session => (user === null ? { at: 'out' } : { at: 'in', user }))

/** Badges of the shell: the cart, unread chat messages, unread messages of the centre. 0 until something is known. */
export const counts = map({ cart: 0, messages: 0, notices: 0 })

export const asking = atom<Asking>({ at: 'nothing' })
let afterLogin: (() => void) | undefined
/** The person for whom this page shows what it shows. */
let drawnFor: number | undefined

/** What goes with the session when it ends: specification section 4, "Logout". */
const sessionKeys = [
  'chatList',
  'shopCartCount',
  'messageCount',
  'orderProducts',
  'liveRoomIds',
  'menuAuths',
  'inquiryDrafts',
]
/** The server's answer takes the token away, where it is reached; the half that a page can reach goes in any case. */
const pageCookies = () => [...tokenNames(), 'chatList']

function forget(): void {
  kept.set(null)
  startDay.set('')
  counts.set({ cart: 0, messages: 0, notices: 0 })
  for (const key of sessionKeys) localStorage.removeItem(key)
  for (const name of pageCookies()) document.cookie = `${name}=; Max-Age=0${cookieAttributes(location.protocol)}`
}

/** True when somebody else signed in over a page that shows another person's things: it must be drawn anew. */
export const drawnForAnother = (): boolean => {
  const now = session.get()
  return now.at === 'in' && drawnFor !== undefined && now.user.userId !== drawnFor
}

/**
 * The end of every way of signing in: this browser knows the person, and what had asked for the login is carried out,
 * unless it was somebody else who had asked.
 */
export function enter(user: UserInfo): void {
  kept.set(user)
  startDay.set(new Date().toISOString())
  const then = drawnForAnother() ? undefined : afterLogin
  if (drawnFor === undefined) drawnFor = user.userId
  else if (drawnForAnother()) counts.set({ cart: 0, messages: 0, notices: 0 })
  cancelLogin()
  then?.()
}

/**
 * Ends the session on the server and here, then goes to the login page; a session that came by single sign-on is ended
 * on the other side too, which leads back.
 */
export async function signOut(): Promise<void> {
  const { headerApi } = await client()
  const answer = await headerApi.accounts.logout({})
  forget()
  const elsewhere = answer.ok ? answer.content.ssoLogoutUrl : ''
  location.assign(/^https?:\/\//.test(elsewhere) ? elsewhere : loginLinks.login())
}

/**
 * Asks a signed-out person to sign in. `target` is the page they want: the login leads there. Without it `then` is
 * carried out after the login dialog has succeeded.
 */
export function askLogin(then?: () => void, target?: string): void {
  afterLogin = then
  asking.set({ at: 'access', target })
}

/** Goes from the notice to the login dialog, over the page and without losing what is on it. */
export const openLogin = (): void => asking.set({ at: 'login', because: 'wanted' })

/** Closes the question; what had been wanted is forgotten. */
export function cancelLogin(): void {
  afterLogin = undefined
  asking.set({ at: 'nothing' })
}

/** Runs what only a signed-in person can do, or asks for the login first. */
export function whenSignedIn(what: () => void): void {
  if (session.get().at === 'in') what()
  else askLogin(what)
}

/**
 * Once a page: forgets a login whose days are over or whose token is gone, hears about sessions that ended,
 * and refreshes what is known of the person.
 */
export function watchSession(): void {
  drawnFor = kept.get()?.userId
  onClientEvent((event) => {
    if (event.is !== 'sessionInvalid') return
    forget()
    if (event.openLogin && !location.pathname.startsWith('/login/'))
      asking.set({ at: 'login', because: 'ended', why: event.why })
  })
  if (kept.get() === null) return
  const started = Date.parse(startDay.get())
  const over = Number.isNaN(started) || Date.now() - started > keepLoginDays * 86_400_000
  if (over || readToken() === undefined) return forget()
  void refreshSession()
}

/** Reads again who the person is and what they may: after what changed it, such as opening a shop. */
export async function refreshSession(): Promise<void> {
  const { headerApi } = await client()
  const answer = await headerApi.accounts.profile({})
  if (answer.ok) kept.set(answer.content)
}
