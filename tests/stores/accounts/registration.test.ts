import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCode, readMobile } from '../../../src/stores/accounts/code-input.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, visitor } from '../../support/client.ts'
import { lastCode, letCodesAge } from '../../support/codes.ts'
import { openPage } from '../page.ts'
import { knowCaptchas } from './known-captchas.ts'

/** The second step, which none of these accounts has. */
const ask = () => Promise.reject(new Error('A second step is asked for'))
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const openRegister = () => {
  const page = openPage(app, visitor(app), '/login/register')
  const shown = knowCaptchas(app)
  return { page, shown }
}
const form = {
  loginName: 'muhai_rd',
  mobile: '138 0000 2046',
  smsCode: '',
  password: 'Qingdao#2026x',
  agreed: true,
  invite: '',
  supplier: undefined,
}
const faults = (now: { readonly at: string; readonly faults?: readonly unknown[] }) =>
  now.at === 'refused' ? now.faults : now.at

test('numbers and codes are read as people type and paste them', () => {
  expect(readMobile(' +86 138-0000-2046')).toBe('13800002046')
  expect(readMobile('１３８００００２０４６')).toBe('13800002046')
  expect(['123 456', '１２３４５６', '【平台】验证码 123456，5 分钟内有效', '12', '1234567'].map(readCode)).toEqual([
    ...['123456', '123456', '123456', '12', '123456'],
  ])
})

test('the code is asked for with the picture, counted down through a reload, and the number registers and signs in', async () => {
  const { page, shown } = openRegister()
  const store = await import('../../../src/stores/accounts/registration.ts')
  expect(await store.registrationCode.send('138', '')).toMatchObject([{ field: 'mobile' }, { field: 'captcha' }])
  const answer = await shown(store.registrationCaptcha)
  expect(await store.registrationCode.send(form.mobile, 'zzzzz')).toMatchObject([{ field: 'captcha' }])
  expect(await store.registrationCode.send(form.mobile, answer)).toMatchObject([{ field: 'captcha' }])
  const both = await shown(store.registrationCaptcha).then((now) =>
    Promise.all([store.registrationCode.send(form.mobile, now), store.registrationCode.send(form.mobile, now)]),
  )
  expect(both).toEqual([[], []])
  expect(page.made.filter((path) => path === '/message/sms/mobile/captcha')).toHaveLength(3)
  expect(store.registrationCaptcha.state.get()).toEqual({ at: 'used' })
  expect(store.registrationCode.told.get()).toBe('验证码已发送至 138****2046，5 分钟内有效')
  expect(store.registrationCode.state.get()).toMatchObject({ at: 'waiting', left: 60 })

  page.reload()
  const again = await import('../../../src/stores/accounts/registration.ts')
  expect(again.registrationCode.state.get()).toMatchObject({ at: 'waiting' })
  again.registrationCode.about('13900002047')
  expect(again.registrationCode.state.get()).toEqual({ at: 'ready' })
  again.registrationCode.about('138 0000 2046')
  expect(again.registrationCode.state.get()).toMatchObject({ at: 'waiting' })

  const smsCode = await lastCode(app, '13800002046')
  expect(await again.register({ ...form, smsCode: '000000' })).toBe(false)
  expect(faults(again.registering.get())).toMatchObject([{ field: 'smsCode' }])
  expect(await again.register({ ...form, smsCode: `${smsCode.slice(0, 3)} ${smsCode.slice(3)}` })).toBe(true)
  const { session } = await import('../../../src/stores/accounts/session.ts')
  expect(session.get()).toMatchObject({ at: 'in', user: { loginName: 'muhai_rd', companyId: null } })
  expect(contentOf(await page.client.api.accounts.profile({})).loginName).toBe('muhai_rd')
})

test('asked again too soon, the wait is that of the server', async () => {
  const { shown } = openRegister()
  const { mobileCode, mobileCaptcha } = await import('../../../src/stores/accounts/mobile-sign-in.ts')
  await letCodesAge(app, '13800002046', 20)
  const refused = await mobileCode.send('13800002046', await shown(mobileCaptcha))
  expect(refused).toMatchObject([{ field: 'smsCode', message: expect.stringMatching(/刚刚发送过（\d+ 秒后可再试）/) }])
  const now = mobileCode.state.get()
  expect(now.at === 'waiting' && now.left).toBeGreaterThan(10)
  expect(now.at === 'waiting' && now.left).toBeLessThanOrEqual(42)
})

test('what is missing is said at each field, before anything is sent', async () => {
  const { page } = openRegister()
  const store = await import('../../../src/stores/accounts/registration.ts')
  const empty = { loginName: '1a', mobile: '', smsCode: '12', password: 'abcdefgh', agreed: false, invite: '' }
  expect(await store.register({ ...empty, supplier: { companyName: ' ', contactName: '' } })).toBe(false)
  expect(faults(store.registering.get())).toMatchObject([
    ...[{ field: 'companyName' }, { field: 'contactName' }, { field: 'loginName' }, { field: 'mobile' }],
    ...[{ field: 'smsCode' }, { field: 'password', message: '密码须含字母与数字' }, { field: 'agreed' }],
  ])
  expect(page.made).toEqual([])
})

test('whether a login name is free is known when its field is left; of two questions the last one counts', async () => {
  openRegister()
  const store = await import('../../../src/stores/accounts/login-name.ts')
  await Promise.all([store.checkName('buyer'), store.checkName('nobody_yet')])
  expect(store.nameCheck.get()).toEqual({ at: 'free' })
  await store.checkName('BUYER')
  expect(store.nameCheck.get()).toEqual({ at: 'wrong', message: '登录名已被使用，请换一个' })
  store.nameTyped()
  expect(store.nameCheck.get()).toEqual({ at: 'unknown' })
  await store.checkName('9')
  expect(store.nameCheck.get()).toMatchObject({ at: 'wrong' })
})

test('a number that has an account keeps what was typed and leads to its login; a supplier comes with a company', async () => {
  const { page, shown } = openRegister()
  const store = await import('../../../src/stores/accounts/registration.ts')
  await letCodesAge(app, '13800002046', 70)
  expect(await store.registrationCode.send(form.mobile, await shown(store.registrationCaptcha))).toEqual([])
  const smsCode = await lastCode(app, '13800002046')
  expect(await store.register({ ...form, loginName: 'muhai_two', smsCode })).toBe(false)
  expect(faults(store.registering.get())).toEqual([
    { field: 'mobile', message: '手机号码已被使用，可以直接登录或换一个号码' },
  ])
  expect(store.numberUsed.get()).toBe(true)

  store.registrationCode.about('13900002047')
  expect(await store.registrationCode.send('13900002047', await shown(store.registrationCaptcha))).toEqual([])
  const second = { ...form, loginName: 'muhai_two', mobile: '13900002047', smsCode: await lastCode(app, '13900002047') }
  const supplier = { companyName: '上海沐海生物科技有限公司', contactName: '沐一' }
  expect(await store.register({ ...second, supplier })).toBe(true)
  expect(contentOf(await page.client.api.accounts.profile({}))).toMatchObject({ companyName: supplier.companyName })
})

test('an unknown number signs in with its code once it agreed', async () => {
  const { shown } = openRegister()
  const store = await import('../../../src/stores/accounts/mobile-sign-in.ts')
  expect(await store.mobileCode.send('13700002048', await shown(store.mobileCaptcha))).toEqual([])
  const typed = { mobile: '13700002048', smsCode: await lastCode(app, '13700002048'), agreed: false, keepLogin: true }
  expect(await store.signInByMobile(typed, ask)).toBe(false)
  expect(faults(store.mobileLogin.get())).toMatchObject([{ field: 'agreed' }])
  expect(await store.signInByMobile({ ...typed, agreed: true }, ask)).toBe(true)
})
