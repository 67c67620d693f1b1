import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { onward } from '../../../src/domain/login-links.ts'
import { halfCookie, tokenCookie } from '../../support/session-cookies.ts'
import { demoPassword } from '../../support/accounts.ts'
import { signInAs, visitor } from '../../support/client.ts'
import { openPage } from '../page.ts'
import { appForFile } from '../../support/fixtures.ts'

const typed = { loginName: 'buyer', password: demoPassword, captcha: '', keepLogin: false }
/** None of these accounts has a second step. */
const ask = () => Promise.reject(new Error('A second step is asked for'))
const app = appForFile()
/** Opens the login page from a new address, for an account without failed attempts. */
const atLogin = async () => {
  const page = openPage(app, visitor(app), '/login/login')
  const store = await import('../../../src/stores/accounts/sign-in/sign-in.ts')
  const session = await import('../../../src/stores/accounts/session.ts')
  return { page, store, session }
}
const fieldErrors = (now: { readonly at: string; readonly fieldErrors?: readonly unknown[] }) =>
  now.at === 'refused' ? now.fieldErrors : now.at

test('signing in stores the user, both token halves and the start day; two clicks sign in once', async () => {
  const { page, store, session } = await atLogin()
  const answers = await Promise.all([store.signInByPassword(typed, ask), store.signInByPassword(typed, ask)])
  expect(answers).toEqual([true, false])
  expect(page.calls.filter((path) => path === '/user-center/user/login')).toHaveLength(1)
  expect(session.session.get()).toMatchObject({ at: 'in', user: { loginName: 'buyer', loginPassword: '' } })
  expect([...page.client.cookies.keys()]).toEqual(expect.arrayContaining([halfCookie, tokenCookie]))
  expect(page.persisted['loginStartDay']).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('empty fields and full-width input are handled before sending', async () => {
  const { page, store } = await atLogin()
  expect(await store.signInByPassword({ ...typed, loginName: ' ', password: '' }, ask)).toBe(false)
  expect(fieldErrors(store.passwordLoginState.get())).toEqual([
    { field: 'loginName', message: '请输入登录名或手机号' },
    { field: 'password', message: '请输入密码' },
  ])
  expect(page.calls).toEqual([])
  expect(await store.signInByPassword({ ...typed, loginName: ' ｂｕｙｅｒ ' }, ask)).toBe(true)
})

test('a wrong password shows the attempts left; after three the captcha appears and is renewed each time', async () => {
  const { page, store } = await atLogin()
  for (const left of [19, 18, 17]) {
    expect(store.isCaptchaRequired.get()).toBe(false)
    expect(await store.signInByPassword({ ...typed, loginName: 'seller2', password: 'wrong' }, ask)).toBe(false)
    expect(fieldErrors(store.passwordLoginState.get())).toEqual([
      { field: 'password', message: `登录名或密码不正确，还可以再试 ${left} 次` },
    ])
  }
  expect(store.isCaptchaRequired.get()).toBe(true)
  await vi.waitFor(() => expect(store.passwordCaptcha.state.get().at).toBe('ready'), 10_000)
  const first = store.passwordCaptcha.state.get()
  expect(await store.signInByPassword({ ...typed, loginName: 'seller2' }, ask)).toBe(false)
  expect(fieldErrors(store.passwordLoginState.get())).toEqual([{ field: 'captcha', message: '请输入图形验证码' }])
  expect(store.passwordCaptcha.state.get()).toEqual(first)
  expect(await store.signInByPassword({ ...typed, loginName: 'seller2', captcha: '1111' }, ask)).toBe(false)
  expect(fieldErrors(store.passwordLoginState.get())).toMatchObject([{ field: 'captcha' }])
  await vi.waitFor(() => expect(store.passwordCaptcha.state.get().at).toBe('ready'), 10_000)
  expect(store.passwordCaptcha.state.get()).not.toEqual(first)
  expect(page.calls.filter((path) => path === '/user-center/user/login')).toHaveLength(4)
})

test('a network failure is reported and keeps the captcha; the next attempt works', async () => {
  const { page, store } = await atLogin()
  page.network.cut = true
  expect(await store.signInByPassword(typed, ask)).toBe(false)
  expect(fieldErrors(store.passwordLoginState.get())).toMatchObject([{ field: 'form' }])
  page.network.cut = false
  expect(await store.signInByPassword(typed, ask)).toBe(true)
})

test('a locked account shows until when and offers the other method', async () => {
  const { store } = await atLogin()
  const [user] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'seller3'))
  for (let wrong = 0; wrong < 20; wrong += 1) await app.runtime.limits.guess.failed(`u${user?.id}`)
  expect(await store.signInByPassword({ ...typed, loginName: 'seller3' }, ask)).toBe(false)
  expect(store.isLockedOut.get()).toBe(true)
  expect(fieldErrors(store.passwordLoginState.get())).toMatchObject([
    { field: 'form', message: expect.stringMatching(/可用短信验证码登录（\d+ 分钟后可再试）|1 小时后/) },
  ])
})

test('a login redirects only to paths of this site, and not to the login page', () => {
  const ways = [
    '/shop/shopCar?a=1',
    '//evil.invalid',
    'https://evil.invalid',
    '/login/login?x',
    '/login/register?invite=a',
  ]
  expect(ways.map((way) => onward(way))).toEqual([ways[0], '/', '/', '/', ways[4]])
})

test('the pending action runs once after login, and not for another user', async () => {
  const { store, session, page } = await atLogin()
  const wanted = vi.fn<() => void>()
  session.requireSignIn(wanted)
  expect(session.loginPrompt.get()).toEqual({ at: 'access', target: undefined })
  session.openLoginDialog()
  await store.signInByPassword(typed, ask)
  expect(session.loginPrompt.get()).toEqual({ at: 'nothing' })
  expect(wanted).toHaveBeenCalledTimes(1)

  session.promptLogin(wanted)
  session.closeLoginPrompt()
  store.resetPasswordLogin()
  await store.signInByPassword(typed, ask)
  expect(wanted).toHaveBeenCalledTimes(1)

  session.promptLogin(wanted)
  page.client.cookies.clear()
  const other = await signInAs(app, 'seller')
  for (const [name, value] of other.cookies) page.client.cookies.set(name, value)
  store.resetPasswordLogin()
  await store.signInByPassword({ ...typed, loginName: 'seller' }, ask)
  expect(session.isRenderedForAnother()).toBe(true)
  expect(wanted).toHaveBeenCalledTimes(1)
})

test('ten days, a missing token and sign-out each remove all data of the user', async () => {
  const { page, store, session } = await atLogin()
  await store.signInByPassword(typed, ask)
  const keep = ['shopCartCount', 'orderProducts', 'chatList', 'liveRoomIds']
  for (const key of keep) localStorage.setItem(key, '1')
  page.client.cookies.set('chatList', '1')
  page.persisted['loginStartDay'] = new Date(Date.now() - 10.01 * 86_400_000).toISOString()
  page.reload()
  const later = await import('../../../src/stores/accounts/session.ts')
  expect(later.session.get().at).toBe('in')
  later.watchSession()
  expect(later.session.get().at).toBe('out')
  expect(keep.map((key) => localStorage.getItem(key))).toEqual(keep.map(() => null))
  expect(page.client.cookies.has(tokenCookie)).toBe(false)
  expect(page.client.cookies.has('chatList')).toBe(false)

  page.network.cut = true
  page.client.cookies.set(tokenCookie, 'x')
  await session.signOut()
  expect(page.client.cookies.has(tokenCookie)).toBe(false)
  expect(page.navigations).toEqual(['/login/login'])
})

test('an action refused after a background call has ended the session still opens the login', async () => {
  const buyer = await signInAs(app, 'buyer')
  openPage(app, buyer, '/platform/buyerAccount/orderManage')
  const session = await import('../../../src/stores/accounts/session.ts')
  session.watchSession()
  const { api, headerApi } = await import('../../../src/client/browser.ts')
  buyer.cookies.delete(halfCookie)
  const [background, action] = await Promise.all([headerApi.accounts.profile({}), api.orders.buyerOrders({})])
  expect([background.ok, action.ok]).toEqual([false, false])
  expect(session.session.get()).toEqual({ at: 'out' })
  expect(session.loginPrompt.get()).toMatchObject({ at: 'login', because: 'ended' })
})
