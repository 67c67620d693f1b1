import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, visitor } from '../../support/client.ts'
import { lastCode, letCodesAge } from '../../support/codes.ts'
import { openPage } from '../page.ts'
import { knowCaptchas } from './known-captchas.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
const mobile = '13600002049'

test('the number is proven, a reload and the way back cost nothing, the password is set and the sessions end', async () => {
  const owner = visitor(app)
  const browser = visitor(app)
  const page = openPage(app, browser, '/login/resetPassword')
  const shown = knowCaptchas(app)
  const signUp = await import('../../../src/stores/accounts/mobile-sign-in.ts')
  await signUp.mobileCode.send(mobile, await shown(signUp.mobileCaptcha))
  const smsCode = await lastCode(app, mobile)
  // The code is bound to the browser that asked.
  owner.cookies.set('browser', browser.cookies.get('browser') ?? '')
  contentOf(await owner.api.accounts.registerLoginByMobile({ mobile, smsCode, agreed: true }))
  await letCodesAge(app, mobile, 70)

  const store = await import('../../../src/stores/accounts/reset-password.ts')
  expect(store.goTo('password')).toBe('verify')
  expect(await store.resetCode.send(mobile, await shown(store.resetCaptcha))).toEqual([])
  expect(await store.verify({ mobile, smsCode: '000000' })).toBe(false)
  expect(store.verifying.get()).toMatchObject({ at: 'refused', faults: [{ field: 'smsCode' }] })
  expect(await store.verify({ mobile, smsCode: await lastCode(app, mobile) })).toBe(true)
  expect(store.step.get()).toBe('password')

  page.reload()
  const again = await import('../../../src/stores/accounts/reset-password.ts')
  expect(again.goTo('password')).toBe('password')
  expect(again.goTo(null)).toBe('verify')
  expect(await again.verify({ mobile, smsCode: '' })).toBe(true)
  expect(await again.setPassword('12345678')).toBe(false)
  expect(again.setting.get()).toMatchObject({ at: 'refused', faults: [{ field: 'password' }] })
  page.line.cut = true
  expect(await again.setPassword('Fresh2026')).toBe(false)
  expect(again.step.get()).toBe('password')
  page.line.cut = false
  expect(await Promise.all([again.setPassword('Fresh2026'), again.setPassword('Fresh2026')])).toEqual([true, false])
  expect(again.step.get()).toBe('done')
  expect(again.loginNameOfReset.get()).toMatch(/^u\w+$/)
  expect(again.provenMobile()).toBe('')
  expect(failureOf(await owner.api.accounts.profile({}))).toBe('sessionInvalid')
  contentOf(await visitor(app).api.accounts.login({ loginName: mobile, password: 'Fresh2026' }))
})

test('a proof that no longer holds leads back to the first step, with the number', async () => {
  openPage(app, await as(app, 'person'), '/login/resetPassword')
  sessionStorage.setItem('resetProof', JSON.stringify(`${mobile} stale ${Date.now() + 60_000}`))
  const store = await import('../../../src/stores/accounts/reset-password.ts')
  expect(store.goTo('password')).toBe('password')
  expect(await store.setPassword('Fresh2027')).toBe(false)
  expect(store.step.get()).toBe('verify')
  expect(store.verifying.get()).toMatchObject({ at: 'refused', faults: [{ message: '验证已失效，请重新验证' }] })
})
