import { beforeAll, expect, test, vi } from 'vitest'
import type { AskSecondStep } from '../../../src/stores/accounts/sign-in/client-parts.ts'
import { demoPassword } from '../../support/accounts.ts'
import { signInAs, visitor } from '../../support/client.ts'
import { tokenCookie } from '../../support/session-cookies.ts'
import { enrol, letStepsPass, shownBy } from '../../support/scenes/accounts/two-factor.ts'
import { openPage } from '../page.ts'
import { appForFile } from '../../support/fixtures.ts'

const typed = { loginName: 'buyer', password: demoPassword, captcha: '', keepLogin: false }
const app = appForFile()
let secret = ''
let recoveryCodes: readonly string[] = []
beforeAll(async () => {
  ;({ secret, recoveryCodes } = await enrol(app, await signInAs(app, 'buyer')))
})

/** Login page after a correct password. */
async function atSecondStep() {
  await letStepsPass(app)
  const page = openPage(app, visitor(app), '/login/login')
  const login = await import('../../../src/stores/accounts/sign-in/sign-in.ts')
  const store = await import('../../../src/stores/accounts/sign-in/second-step.ts')
  const session = await import('../../../src/stores/accounts/session.ts')
  const ask = vi.fn<AskSecondStep>(store.waitForSecondStep)
  const signingIn = login.signInByPassword(typed, ask)
  await vi.waitFor(() => expect(ask).toHaveBeenCalled(), 10_000)
  return { page, login, store, session, signingIn }
}

test('a right password waits for the code; a wrong code is reported at its field, the right one signs in', async () => {
  const { page, store, session, signingIn } = await atSecondStep()
  expect(page.client.cookies.has(tokenCookie)).toBe(false)
  expect(session.session.get()).toEqual({ at: 'out' })
  await store.submitSecondStep(' ')
  expect(store.secondStepState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'secondCode' }] })
  await store.submitSecondStep(shownBy(secret, 40))
  expect(store.secondStepState.get()).toMatchObject({
    at: 'refused',
    fieldErrors: [{ field: 'secondCode', message: '动态码不正确或已用过，请等下一个再试' }],
  })
  await store.submitSecondStep('12')
  expect(store.secondStepState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'secondCode' }] })
  const wide = shownBy(secret).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  await store.submitSecondStep(`${wide} `)
  expect(await signingIn).toBe(true)
  expect(session.session.get()).toMatchObject({ at: 'in', user: { loginName: 'buyer' } })
  expect(page.client.cookies.has(tokenCookie)).toBe(true)
})

test('a recovery code signs in', async () => {
  const { store, signingIn } = await atSecondStep()
  await store.submitSecondStep(recoveryCodes[0] ?? '')
  expect(await signingIn).toBe(true)
})

test('going back cancels the second step; an expired first step is reported at the first form', async () => {
  const { login, store, session, signingIn } = await atSecondStep()
  store.cancelSecondStep()
  expect(await signingIn).toBe(false)
  expect(login.passwordLoginState.get()).toMatchObject({
    at: 'refused',
    fieldErrors: [{ field: 'form', message: '登录未完成：还需要动态码' }],
  })
  const again = await atSecondStep()
  for (let count = 0; count < 6; count += 1) await again.store.submitSecondStep(shownBy(secret, 40))
  expect(await again.signingIn).toBe(false)
  expect(again.login.passwordLoginState.get()).toMatchObject({
    at: 'refused',
    fieldErrors: [{ field: 'form', message: '验证已失效，请重新验证' }],
  })
  expect(session.session.get()).toEqual({ at: 'out' })
})

test('the security page enables and disables two-factor authentication and updates its state', async () => {
  const client = await signInAs(app, 'seller3')
  await client.api.accounts.reauthenticate({ password: demoPassword })
  openPage(app, client, '/platform/buyerAccount/securityManage')
  const store = await import('../../../src/stores/accounts/security/two-factor.ts')
  await store.loadTwoFactor()
  expect(store.twoFactor.get()).toMatchObject({ at: 'ready', content: { since: null } })
  expect(await store.startEnrolment()).toBeUndefined()
  const open = store.twoFactorDialog.get()
  if (open.at !== 'enrol') throw new Error('No secret came')
  store.confirmForm.setText('code', shownBy(open.enrolment.secret))
  expect(await store.submitTwoFactorCode()).toBe(true)
  const made = store.twoFactorDialog.get()
  if (made.at !== 'codes') throw new Error('No codes came')
  expect(made.codes).toHaveLength(10)
  expect(store.twoFactor.get()).toMatchObject({ content: { codesLeft: 10 } })
  store.startRemoval()
  store.removeForm.setText('code', 'nothing-of-it')
  expect(await store.submitTwoFactorCode()).toBe(false)
  expect(store.removeForm.submitState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'code' }] })
  store.removeForm.setText('code', made.codes[3] ?? '')
  expect(await store.submitTwoFactorCode()).toBe(true)
  expect(store.twoFactorDialog.get()).toEqual({ at: 'none' })
  expect(store.twoFactor.get()).toMatchObject({ content: { since: null } })
})
