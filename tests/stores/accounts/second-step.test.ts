import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AskSecondStep } from '../../../src/stores/accounts/line-parts.ts'
import { demoPassword } from '../../support/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, visitor } from '../../support/client.ts'
import { tokenCookie } from '../../support/session-cookies.ts'
import { enrol, letStepsPass, shownBy } from '../../calls/accounts/two-factor-scene.ts'
import { openPage } from '../page.ts'

const typed = { loginName: 'buyer', password: demoPassword, captcha: '', keepLogin: false }
let app: TestApp
let secret = ''
let recoveryCodes: readonly string[] = []
beforeAll(async () => {
  app = await startApp()
  ;({ secret, recoveryCodes } = await enrol(app, await as(app, 'buyer')))
})
afterAll(() => app.close())

/** Somebody at the login page whose password was right. */
async function atSecondStep() {
  await letStepsPass(app)
  const page = openPage(app, visitor(app), '/login/login')
  const login = await import('../../../src/stores/accounts/sign-in.ts')
  const store = await import('../../../src/stores/accounts/second-step.ts')
  const session = await import('../../../src/stores/accounts/session.ts')
  const ask = vi.fn<AskSecondStep>(store.takeSecondStep)
  const signingIn = login.signIn(typed, ask)
  await vi.waitFor(() => expect(ask).toHaveBeenCalled(), 10_000)
  return { page, login, store, session, signingIn }
}

test('a right password waits for the code; a wrong one is told at its field, the right one signs in', async () => {
  const { page, store, session, signingIn } = await atSecondStep()
  expect(page.client.cookies.has(tokenCookie)).toBe(false)
  expect(session.session.get()).toEqual({ at: 'out' })
  await store.sendSecondStep(' ')
  expect(store.secondStep.get()).toMatchObject({ at: 'refused', faults: [{ field: 'secondCode' }] })
  await store.sendSecondStep(shownBy(secret, 40))
  expect(store.secondStep.get()).toMatchObject({
    at: 'refused',
    faults: [{ field: 'secondCode', message: '动态码不正确或已用过，请等下一个再试' }],
  })
  await store.sendSecondStep('12')
  expect(store.secondStep.get()).toMatchObject({ at: 'refused', faults: [{ field: 'secondCode' }] })
  const wide = shownBy(secret).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  await store.sendSecondStep(`${wide} `)
  expect(await signingIn).toBe(true)
  expect(session.session.get()).toMatchObject({ at: 'in', user: { loginName: 'buyer' } })
  expect(page.client.cookies.has(tokenCookie)).toBe(true)
})

test('a recovery code signs in as well', async () => {
  const { store, signingIn } = await atSecondStep()
  await store.sendSecondStep(recoveryCodes[0] ?? '')
  expect(await signingIn).toBe(true)
})

test('going back ends it, and a first step that is over says so at the first form', async () => {
  const { login, store, session, signingIn } = await atSecondStep()
  store.cancelSecondStep()
  expect(await signingIn).toBe(false)
  expect(login.passwordLogin.get()).toMatchObject({
    at: 'refused',
    faults: [{ field: 'form', message: '登录没有完成：还需要动态码' }],
  })
  const again = await atSecondStep()
  for (let count = 0; count < 6; count += 1) await again.store.sendSecondStep(shownBy(secret, 40))
  expect(await again.signingIn).toBe(false)
  expect(again.login.passwordLogin.get()).toMatchObject({
    at: 'refused',
    faults: [{ field: 'form', message: '验证已失效，请重新验证' }],
  })
  expect(session.session.get()).toEqual({ at: 'out' })
})

test('the security page turns it on and off; what is shown follows', async () => {
  const client = await as(app, 'seller3')
  await client.api.accounts.reauthenticate({ password: demoPassword })
  openPage(app, client, '/platform/buyerAccount/securityManage')
  const store = await import('../../../src/stores/accounts/two-factor.ts')
  await store.load()
  expect(store.twoFactor.get()).toMatchObject({ at: 'ready', content: { since: null } })
  expect(await store.beginEnrolment()).toBeUndefined()
  const open = store.open.get()
  if (open.at !== 'enrol') throw new Error('No secret came')
  store.confirmForm.setText('code', shownBy(open.enrolment.secret))
  expect(await store.send()).toBe(true)
  const made = store.open.get()
  if (made.at !== 'codes') throw new Error('No codes came')
  expect(made.codes).toHaveLength(10)
  expect(store.twoFactor.get()).toMatchObject({ content: { codesLeft: 10 } })
  store.beginRemoval()
  store.removeForm.setText('code', 'nothing-of-it')
  expect(await store.send()).toBe(false)
  expect(store.removeForm.sending.get()).toMatchObject({ at: 'refused', faults: [{ field: 'code' }] })
  store.removeForm.setText('code', made.codes[3] ?? '')
  expect(await store.send()).toBe(true)
  expect(store.open.get()).toEqual({ at: 'none' })
  expect(store.twoFactor.get()).toMatchObject({ content: { since: null } })
})
