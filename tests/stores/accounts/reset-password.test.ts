import { expect, test } from 'vitest'
import { signInAs, contentOf, failureOf, visitor } from '../../support/client.ts'
import { lastCode, ageCodes } from '../../support/verification-codes.ts'
import { openPage } from '../page.ts'
import { knowCaptchas } from './known-captchas.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
const mobile = '13600002049'

test('the number is verified, reload and back need no new SMS, the password is set and all sessions end', async () => {
  const owner = visitor(app)
  const browser = visitor(app)
  const page = openPage(app, browser, '/login/resetPassword')
  const shown = knowCaptchas(app)
  const signUp = await import('../../../src/stores/accounts/sign-in/mobile-sign-in.ts')
  await signUp.mobileCode.send(mobile, await shown(signUp.mobileCaptcha))
  const smsCode = await lastCode(app, mobile)
  // The code is bound to the browser that requested it.
  owner.cookies.set('browser', browser.cookies.get('browser') ?? '')
  contentOf(await owner.api.accounts.registerLoginByMobile({ mobile, smsCode, agreed: true }))
  await ageCodes(app, mobile, 70)

  const store = await import('../../../src/stores/accounts/sign-in/reset-password.ts')
  expect(store.goToResetStep('password')).toBe('verify')
  expect(await store.resetCode.send(mobile, await shown(store.resetCaptcha))).toEqual([])
  expect(await store.verifyMobile({ mobile, smsCode: '000000' })).toBe(false)
  expect(store.verifyState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'smsCode' }] })
  expect(await store.verifyMobile({ mobile, smsCode: await lastCode(app, mobile) })).toBe(true)
  expect(store.resetStep.get()).toBe('password')

  page.reload()
  const again = await import('../../../src/stores/accounts/sign-in/reset-password.ts')
  expect(again.goToResetStep('password')).toBe('password')
  expect(again.goToResetStep(null)).toBe('verify')
  expect(await again.verifyMobile({ mobile, smsCode: '' })).toBe(true)
  expect(await again.setPassword('12345678')).toBe(false)
  expect(again.setPasswordState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'password' }] })
  page.network.cut = true
  expect(await again.setPassword('Fresh2026')).toBe(false)
  expect(again.resetStep.get()).toBe('password')
  page.network.cut = false
  expect(await Promise.all([again.setPassword('Fresh2026'), again.setPassword('Fresh2026')])).toEqual([true, false])
  expect(again.resetStep.get()).toBe('done')
  expect(again.loginNameOfReset.get()).toMatch(/^u\w+$/)
  expect(again.provenMobile()).toBe('')
  expect(failureOf(await owner.api.accounts.profile({}))).toBe('sessionInvalid')
  contentOf(await visitor(app).api.accounts.login({ loginName: mobile, password: 'Fresh2026' }))
})

test('an expired proof returns to the first step with the number filled in', async () => {
  openPage(app, await signInAs(app, 'person'), '/login/resetPassword')
  sessionStorage.setItem('resetProof', JSON.stringify(`${mobile} stale ${Date.now() + 60_000}`))
  const store = await import('../../../src/stores/accounts/sign-in/reset-password.ts')
  expect(store.goToResetStep('password')).toBe('password')
  expect(await store.setPassword('Fresh2027')).toBe(false)
  expect(store.resetStep.get()).toBe('verify')
  expect(store.verifyState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ message: '验证已失效，请重新验证' }] })
})
