import { persistentAtom } from '@nanostores/persistent'
import { atom, computed, map } from 'nanostores'
import { onClientEvent, readToken } from '../../client/events.ts'
import type { Answer } from '../../contract/envelope.ts'
import type { UserInfo } from '../../contract/accounts/sign-in.ts'
import { keepLoginDays, tokenCookie } from '../../domain/accounts/session.ts'
import { links } from '../../domain/links.ts'

/** Who uses this page. */
export type Session = { readonly at: 'out' } | { readonly at: 'in'; readonly user: UserInfo }

const kept = persistentAtom<UserInfo | null>('userInfo', null, { encode: JSON.stringify, decode: JSON.parse })
const startDay = persistentAtom<string>('loginStartDay', '')

/** The clients are loaded when a person first needs one: visitors never do. */
const client = () => import('../../client/browser.ts')

/** The session of this browser: all tabs follow it. */
export const session = computed(kept, (user): Session => (user === null ? { at: 'out' } : { at: 'in', user }))

/** Badges of the shell. 0 until something is known. */
export const counts = map({ cart: 0, messages: 0 })

/** Which question about signing in is open: the restricted notice, or the login dialog after a session ended. */
export const asking = atom<'nothing' | 'access' | 'login'>('nothing')
let afterLogin: (() => void) | undefined

/** What goes with the session when it ends: specification section 4, "Logout". */
const sessionKeys = ['chatList', 'shopCartCount', 'orderProducts', 'liveRoomIds', 'menuAuths']

function forget(): void {
  kept.set(null)
  startDay.set('')
  counts.set({ cart: 0, messages: 0 })
  for (const key of sessionKeys) localStorage.removeItem(key)
}

/**
 * Signs in with login name or mobile and password. With `keepLogin` for 10 days, else for this browser session.
 * What had asked for the login is carried out afterwards.
 */
export async function signIn(input: {
  loginName: string
  password: string
  keepLogin: boolean
}): Promise<Answer<{ userInfo: UserInfo }>> {
  const { api } = await client()
  const answer = await api.accounts.login(input)
  if (!answer.ok) return answer
  kept.set(answer.content.userInfo)
  startDay.set(new Date().toISOString())
  asking.set('nothing')
  const then = afterLogin
  afterLogin = undefined
  then?.()
  return answer
}

/** Ends the session on the server and here, then goes to the login page. */
export async function signOut(): Promise<void> {
  const { headerApi } = await client()
  await headerApi.accounts.logout({})
  // The server's answer took the cookies away. Where it was not reached, the half that this page can reach goes all the same.
  document.cookie = `${tokenCookie}=; Path=/; Max-Age=0; SameSite=Lax`
  forget()
  location.assign(links.login())
}

/** Asks a signed-out person to sign in; `then` is carried out after the login dialog has succeeded. */
export function askLogin(then?: () => void): void {
  afterLogin = then
  asking.set('access')
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
  onClientEvent((event) => {
    if (event.is !== 'sessionInvalid') return
    forget()
    if (event.openLogin && !location.pathname.startsWith('/login/')) asking.set('login')
  })
  if (kept.get() === null) return
  const started = Date.parse(startDay.get())
  const over = Number.isNaN(started) || Date.now() - started > keepLoginDays * 86_400_000
  if (over || readToken() === undefined) return forget()
  void refresh()
}

async function refresh(): Promise<void> {
  const { headerApi } = await client()
  const answer = await headerApi.accounts.profile({})
  if (answer.ok) kept.set(answer.content)
}
