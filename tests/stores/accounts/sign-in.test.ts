import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { onward } from '../../../src/domain/login-links.ts'
import { halfCookie, tokenCookie } from '../../support/session-cookies.ts'
import { demoPassword } from '../../support/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, visitor } from '../../support/client.ts'
import { openPage } from '../page.ts'

const typed = { loginName: 'buyer', password: demoPassword, captcha: '', keepLogin: false }
/** The second step, which none of these accounts has. */
const ask = () => Promise.reject(new Error('A second step is asked for'))
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
/** Somebody of their own address opens the login page, at an account that nobody guessed at before. */
const atLogin = async () => {
  const page = openPage(app, visitor(app), '/login/login')
  const store = await import('../../../src/stores/accounts/sign-in.ts')
  const session = await import('../../../src/stores/accounts/session.ts')
  return { page, store, session }
}
const faults = (now: { readonly at: string; readonly faults?: readonly unknown[] }) =>
  now.at === 'refused' ? now.faults : now.at

test('signing in leaves the person, both halves and the start day in this browser; done once for two clicks', async () => {
  const { page, store, session } = await atLogin()
  const answers = await Promise.all([store.signIn(typed, ask), store.signIn(typed, ask)])
  expect(answers).toEqual([true, false])
  expect(page.made.filter((path) => path === '/user-center/user/login')).toHaveLength(1)
  expect(session.session.get()).toMatchObject({ at: 'in', user: { loginName: 'buyer', loginPassword: '' } })
  expect([...page.client.cookies.keys()]).toEqual(expect.arrayContaining([halfCookie, tokenCookie]))
  expect(page.kept['loginStartDay']).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('empty fields and full-width input are handled before anything is sent', async () => {
  const { page, store } = await atLogin()
  expect(await store.signIn({ ...typed, loginName: ' ', password: '' }, ask)).toBe(false)
  expect(faults(store.passwordLogin.get())).toEqual([
    { field: 'loginName', message: '请输入登录名或手机号' },
    { field: 'password', message: '请输入密码' },
  ])
  expect(page.made).toEqual([])
  expect(await store.signIn({ ...typed, loginName: ' ｂｕｙｅｒ ' }, ask)).toBe(true)
})

test('a wrong password tells how many tries are left; after the third the picture is there, and renewed by each try', async () => {
  const { page, store } = await atLogin()
  for (const left of [19, 18, 17]) {
    expect(store.captchaWanted.get()).toBe(false)
    expect(await store.signIn({ ...typed, loginName: 'seller2', password: 'wrong' }, ask)).toBe(false)
    expect(faults(store.passwordLogin.get())).toEqual([
      { field: 'password', message: `登录名或密码不对，还可以再试 ${left} 次` },
    ])
  }
  expect(store.captchaWanted.get()).toBe(true)
  await vi.waitFor(() => expect(store.passwordCaptcha.state.get().at).toBe('ready'), 10_000)
  const first = store.passwordCaptcha.state.get()
  expect(await store.signIn({ ...typed, loginName: 'seller2' }, ask)).toBe(false)
  expect(faults(store.passwordLogin.get())).toEqual([{ field: 'captcha', message: '请输入图形验证码' }])
  expect(store.passwordCaptcha.state.get()).toEqual(first)
  expect(await store.signIn({ ...typed, loginName: 'seller2', captcha: '1111' }, ask)).toBe(false)
  expect(faults(store.passwordLogin.get())).toMatchObject([{ field: 'captcha' }])
  await vi.waitFor(() => expect(store.passwordCaptcha.state.get().at).toBe('ready'), 10_000)
  expect(store.passwordCaptcha.state.get()).not.toEqual(first)
  expect(page.made.filter((path) => path === '/user-center/user/login')).toHaveLength(4)
})

test('a lost line says so, keeps the picture, and the next try works', async () => {
  const { page, store } = await atLogin()
  page.line.cut = true
  expect(await store.signIn(typed, ask)).toBe(false)
  expect(faults(store.passwordLogin.get())).toMatchObject([{ field: 'form' }])
  page.line.cut = false
  expect(await store.signIn(typed, ask)).toBe(true)
})

test('an account that is shut out is told when, and offered the other way', async () => {
  const { store } = await atLogin()
  const [user] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'seller3'))
  for (let wrong = 0; wrong < 20; wrong += 1) await app.runtime.limits.guess.failed(`u${user?.id}`)
  expect(await store.signIn({ ...typed, loginName: 'seller3' }, ask)).toBe(false)
  expect(store.shutOut.get()).toBe(true)
  expect(faults(store.passwordLogin.get())).toMatchObject([
    { field: 'form', message: expect.stringMatching(/可用短信验证码登录（\d+ 分钟后可再试）|1 小时后/) },
  ])
})

test('a login leads only to paths of this site, and not back to itself', () => {
  const ways = [
    '/shop/shopCar?a=1',
    '//evil.invalid',
    'https://evil.invalid',
    '/login/login?x',
    '/login/register?invite=a',
  ]
  expect(ways.map((way) => onward(way))).toEqual([ways[0], '/', '/', '/', ways[4]])
})

test('what was wanted is carried out after the login, once, and not for somebody else', async () => {
  const { store, session, page } = await atLogin()
  const wanted = vi.fn<() => void>()
  session.whenSignedIn(wanted)
  expect(session.asking.get()).toEqual({ at: 'access', target: undefined })
  session.openLogin()
  await store.signIn(typed, ask)
  expect(session.asking.get()).toEqual({ at: 'nothing' })
  expect(wanted).toHaveBeenCalledTimes(1)

  session.askLogin(wanted)
  session.cancelLogin()
  store.startAgain()
  await store.signIn(typed, ask)
  expect(wanted).toHaveBeenCalledTimes(1)

  session.askLogin(wanted)
  page.client.cookies.clear()
  const other = await as(app, 'seller')
  for (const [name, value] of other.cookies) page.client.cookies.set(name, value)
  store.startAgain()
  await store.signIn({ ...typed, loginName: 'seller' }, ask)
  expect(session.drawnForAnother()).toBe(true)
  expect(wanted).toHaveBeenCalledTimes(1)
})

test('after ten days, without the token, or signed out, nothing of the person is left', async () => {
  const { page, store, session } = await atLogin()
  await store.signIn(typed, ask)
  const keep = ['shopCartCount', 'orderProducts', 'chatList', 'liveRoomIds']
  for (const key of keep) localStorage.setItem(key, '1')
  page.client.cookies.set('chatList', '1')
  page.kept['loginStartDay'] = new Date(Date.now() - 10.01 * 86_400_000).toISOString()
  page.reload()
  const later = await import('../../../src/stores/accounts/session.ts')
  expect(later.session.get().at).toBe('in')
  later.watchSession()
  expect(later.session.get().at).toBe('out')
  expect(keep.map((key) => localStorage.getItem(key))).toEqual(keep.map(() => null))
  expect(page.client.cookies.has(tokenCookie)).toBe(false)
  expect(page.client.cookies.has('chatList')).toBe(false)

  page.line.cut = true
  page.client.cookies.set(tokenCookie, 'x')
  await session.signOut()
  expect(page.client.cookies.has(tokenCookie)).toBe(false)
  expect(page.ledTo).toEqual(['/login/login'])
})
