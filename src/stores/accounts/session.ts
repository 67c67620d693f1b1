import { persistentAtom } from '@nanostores/persistent'
import { atom, computed, map } from 'nanostores'
import { onClientEvent, readToken, tokenNames } from '../../client/events.ts'
import type { UserInfo } from '../../contract/accounts/person.ts'
import { cookieAttributes, keepLoginDays } from '../../domain/accounts/session.ts'
import { loginLinks } from '../../domain/login-links.ts'
import { isPersonalCache } from '../../domain/shell/stored-names.ts'
import { saveMenuAuths, menuAuths } from './profile/menu-permissions.ts'

/** Session state of this page. */
export type Session = { readonly at: 'out' } | { readonly at: 'in'; readonly user: UserInfo }

/** The open login prompt: the access notice or the login dialog. */
export type LoginPrompt =
  | { readonly at: 'nothing' }
  /** `target` is the requested page; undefined for an action on this page. */
  | { readonly at: 'access'; readonly target: string | undefined }
  /** Why the dialog is open: the session ended or an action requires login; `why` overrides the default text. */
  | { readonly at: 'login'; readonly because: 'ended' | 'wanted'; readonly why?: string | undefined }

const storedUser = persistentAtom<UserInfo | null>('userInfo', null, { encode: JSON.stringify, decode: JSON.parse })
const startDay = persistentAtom<string>('loginStartDay', '')

/** Loaded lazily, so that visitors do not download the client. */
const client = () => import('../../client/browser.ts')

/** The session of this browser, shared by all tabs. */
export const session = computed(storedUser, (user): Session => (user === null ? { at: 'out' } : { at: 'in', user }))

/** Badges of the shell: cart, unread chat messages, unread notices. 0 until loaded. */
export const counts = map({ cart: 0, messages: 0, notices: 0 })

export const loginPrompt = atom<LoginPrompt>({ at: 'nothing' })
let afterLogin: (() => void) | undefined
/** Id of the user for whom this page was rendered. */
let renderedForUserId: number | undefined

/** Storage keys removed when the session ends: specification section 4, "Logout". */
const sessionKeys = ['chatList', 'shopCartCount', 'messageCount', 'orderProducts', 'liveRoomIds', 'inquiryDrafts']
/** Cookies that the page itself can delete; the server deletes the rest of the token. */
const pageCookies = () => [...tokenNames(), 'chatList']

/** Deletes what the service worker stored of this person, and the notifications that are still shown. */
async function forgetOnDevice(): Promise<void> {
  // Neither exists on a site without https.
  if (!('caches' in globalThis) || !('serviceWorker' in navigator)) return
  const names = await caches.keys()
  await Promise.all(names.filter(isPersonalCache).map((name) => caches.delete(name)))
  const worker = await navigator.serviceWorker.getRegistration()
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close()
}

function clearSession(): void {
  void forgetOnDevice()

  storedUser.set(null)
  startDay.set('')
  menuAuths.set(undefined)
  counts.set({ cart: 0, messages: 0, notices: 0 })
  for (const key of sessionKeys) localStorage.removeItem(key)
  for (const name of pageCookies()) document.cookie = `${name}=; Max-Age=0${cookieAttributes(location.protocol)}`
}

/** Whether another user signed in than the one this page was rendered for; it must be reloaded then. */
export const isRenderedForAnother = (): boolean => {
  const now = session.get()
  return now.at === 'in' && renderedForUserId !== undefined && now.user.userId !== renderedForUserId
}

/**
 * Completes a login of any method: stores the user and runs the action that required the login, unless another
 * user had requested it.
 */
export function completeLogin(user: UserInfo): void {
  const before = storedUser.get()
  if (before !== null && before.userId !== user.userId) void forgetOnDevice()
  storedUser.set(user)
  saveMenuAuths(user)
  startDay.set(new Date().toISOString())
  const then = isRenderedForAnother() ? undefined : afterLogin
  if (renderedForUserId === undefined) renderedForUserId = user.userId
  else if (isRenderedForAnother()) counts.set({ cart: 0, messages: 0, notices: 0 })
  closeLoginPrompt()
  then?.()
}

/**
 * Ends the session on the server and here, then goes to the login page; a single sign-on session is also ended at
 * the identity provider, which redirects back.
 */
export async function signOut(): Promise<void> {
  const { headerApi } = await client()
  const answer = await headerApi.accounts.logout({})
  clearSession()
  // The page is left at once: before that, nothing may remain.
  await forgetOnDevice()
  const elsewhere = answer.ok ? answer.content.ssoLogoutUrl : ''
  location.assign(/^https?:\/\//.test(elsewhere) ? elsewhere : loginLinks.login())
}

/** After the account was closed, which ended all its sessions: goes to the login page, which says how to return. */
export function leaveClosedAccount(): void {
  clearSession()
  location.assign(loginLinks.accountClosed())
}

/**
 * Prompts a signed-out user to sign in. `target` is the page to open after login; without it `then` runs after the
 * login dialog succeeded.
 */
export function promptLogin(then?: () => void, target?: string): void {
  afterLogin = then
  loginPrompt.set({ at: 'access', target })
}

/** Opens the login dialog over the page. */
export const openLoginDialog = (): void => loginPrompt.set({ at: 'login', because: 'wanted' })

/** Closes the prompt and discards the pending action. */
export function closeLoginPrompt(): void {
  afterLogin = undefined
  loginPrompt.set({ at: 'nothing' })
}

/** Runs an action that requires a login, prompting for it first if signed out. */
export function requireSignIn(action: () => void): void {
  if (session.get().at === 'in') action()
  else promptLogin(action)
}

/**
 * Once per page: clears an expired login, listens for ended sessions,
 * and refreshes the user.
 */
export function watchSession(): void {
  renderedForUserId = storedUser.get()?.userId
  onClientEvent((event) => {
    if (event.is !== 'sessionInvalid') return
    clearSession()
    if (event.openLogin && !location.pathname.startsWith('/login/'))
      loginPrompt.set({ at: 'login', because: 'ended', why: event.why })
  })
  if (storedUser.get() === null) return
  const started = Date.parse(startDay.get())
  const over = Number.isNaN(started) || Date.now() - started > keepLoginDays * 86_400_000
  if (over || readToken() === undefined) return clearSession()
  void refreshSession()
}

/** Reloads the user and permissions, for example after opening a shop. */
export async function refreshSession(): Promise<void> {
  const { headerApi } = await client()
  const answer = await headerApi.accounts.profile({})
  if (!answer.ok) return
  storedUser.set(answer.content)
  saveMenuAuths(answer.content)
}
