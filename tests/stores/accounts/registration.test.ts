import { expect, test } from 'vitest'
import { normalizeCode } from '../../../src/stores/accounts/verification/code-input.ts'
import { normalizeMobile } from '../../../src/domain/accounts/identity-rules.ts'
import { contentOf, visitor } from '../../support/client.ts'
import { lastCode, ageCodes } from '../../support/verification-codes.ts'
import { openPage } from '../page.ts'
import { knowCaptchas } from './known-captchas.ts'
import { appForFile } from '../../support/fixtures.ts'

/** None of these accounts has a second step. */
const ask = () => Promise.reject(new Error('A second step is asked for'))
const app = appForFile()

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
const fieldErrors = (now: { readonly at: string; readonly fieldErrors?: readonly unknown[] }) =>
  now.at === 'refused' ? now.fieldErrors : now.at

test('normalizes typed and pasted numbers and codes', () => {
  expect(normalizeMobile(' +86 138-0000-2046')).toBe('13800002046')
  expect(normalizeMobile('１３８００００２０４６')).toBe('13800002046')
  expect(
    ['123 456', '１２３４５６', '【平台】验证码 123456，5 分钟内有效', '12', '1234567'].map(normalizeCode),
  ).toEqual(['123456', '123456', '123456', '12', '123456'])
})

test('a code needs the captcha, its countdown survives a reload, and the number registers and signs in', async () => {
  const { page, shown } = openRegister()
  const store = await import('../../../src/stores/accounts/sign-in/registration.ts')
  expect(await store.registrationCode.send('138', '')).toMatchObject([{ field: 'mobile' }, { field: 'captcha' }])
  const answer = await shown(store.registrationCaptcha)
  expect(await store.registrationCode.send(form.mobile, 'zzzzz')).toMatchObject([{ field: 'captcha' }])
  expect(await store.registrationCode.send(form.mobile, answer)).toMatchObject([{ field: 'captcha' }])
  const both = await shown(store.registrationCaptcha).then((now) =>
    Promise.all([store.registrationCode.send(form.mobile, now), store.registrationCode.send(form.mobile, now)]),
  )
  expect(both).toEqual([[], []])
  expect(page.calls.filter((path) => path === '/message/sms/mobile/captcha')).toHaveLength(3)
  expect(store.registrationCaptcha.state.get()).toEqual({ at: 'used' })
  expect(store.registrationCode.announcement.get()).toBe('验证码已发送至 138****2046，5 分钟内有效')
  expect(store.registrationCode.state.get()).toMatchObject({ at: 'waiting', left: 60 })

  page.reload()
  const again = await import('../../../src/stores/accounts/sign-in/registration.ts')
  expect(again.registrationCode.state.get()).toMatchObject({ at: 'waiting' })
  again.registrationCode.setTarget('13900002047')
  expect(again.registrationCode.state.get()).toEqual({ at: 'ready' })
  again.registrationCode.setTarget('138 0000 2046')
  expect(again.registrationCode.state.get()).toMatchObject({ at: 'waiting' })

  const smsCode = await lastCode(app, '13800002046')
  expect(await again.registerAccount({ ...form, smsCode: '000000' })).toBe(false)
  expect(fieldErrors(again.registrationState.get())).toMatchObject([{ field: 'smsCode' }])
  expect(await again.registerAccount({ ...form, smsCode: `${smsCode.slice(0, 3)} ${smsCode.slice(3)}` })).toBe(true)
  const { session } = await import('../../../src/stores/accounts/session.ts')
  expect(session.get()).toMatchObject({ at: 'in', user: { loginName: 'muhai_rd', companyId: null } })
  expect(contentOf(await page.client.api.accounts.profile({})).loginName).toBe('muhai_rd')
})

test('a repeated request shows the waiting time of the server', async () => {
  const { shown } = openRegister()
  const { mobileCode, mobileCaptcha } = await import('../../../src/stores/accounts/sign-in/mobile-sign-in.ts')
  await ageCodes(app, '13800002046', 20)
  const refused = await mobileCode.send('13800002046', await shown(mobileCaptcha))
  expect(refused).toMatchObject([{ field: 'smsCode', message: expect.stringMatching(/刚刚发送过（\d+ 秒后可再试）/) }])
  const now = mobileCode.state.get()
  expect(now.at === 'waiting' && now.left).toBeGreaterThan(10)
  expect(now.at === 'waiting' && now.left).toBeLessThanOrEqual(42)
})

test('missing input is reported at each field before sending', async () => {
  const { page } = openRegister()
  const store = await import('../../../src/stores/accounts/sign-in/registration.ts')
  const empty = { loginName: '1a', mobile: '', smsCode: '12', password: 'abcdefgh', agreed: false, invite: '' }
  expect(await store.registerAccount({ ...empty, supplier: { companyName: ' ', contactName: '' } })).toBe(false)
  expect(fieldErrors(store.registrationState.get())).toMatchObject([
    { field: 'companyName' },
    { field: 'contactName' },
    { field: 'loginName' },
    { field: 'mobile' },
    { field: 'smsCode' },
    { field: 'password', message: '密码须含字母与数字' },
    { field: 'agreed' },
  ])
  expect(page.calls).toEqual([])
})

test('a login name is checked on blur; of two checks the last one counts', async () => {
  openRegister()
  const store = await import('../../../src/stores/accounts/sign-in/login-name.ts')
  await Promise.all([store.checkLoginName('buyer'), store.checkLoginName('nobody_yet')])
  expect(store.nameCheck.get()).toEqual({ at: 'free' })
  await store.checkLoginName('BUYER')
  expect(store.nameCheck.get()).toEqual({ at: 'wrong', message: '登录名已被使用，请换一个' })
  store.resetNameCheck()
  expect(store.nameCheck.get()).toEqual({ at: 'unknown' })
  await store.checkLoginName('9')
  expect(store.nameCheck.get()).toMatchObject({ at: 'wrong' })
})

test('a used number keeps the input and links to its login; a supplier registers with a company', async () => {
  const { page, shown } = openRegister()
  const store = await import('../../../src/stores/accounts/sign-in/registration.ts')
  await ageCodes(app, '13800002046', 70)
  expect(await store.registrationCode.send(form.mobile, await shown(store.registrationCaptcha))).toEqual([])
  const smsCode = await lastCode(app, '13800002046')
  expect(await store.registerAccount({ ...form, loginName: 'muhai_two', smsCode })).toBe(false)
  expect(fieldErrors(store.registrationState.get())).toEqual([
    { field: 'mobile', message: '手机号码已被使用，可以直接登录或换一个号码' },
  ])
  expect(store.isMobileUsed.get()).toBe(true)

  store.registrationCode.setTarget('13900002047')
  expect(await store.registrationCode.send('13900002047', await shown(store.registrationCaptcha))).toEqual([])
  const second = { ...form, loginName: 'muhai_two', mobile: '13900002047', smsCode: await lastCode(app, '13900002047') }
  const supplier = { companyName: '上海沐海生物科技有限公司', contactName: '沐一' }
  expect(await store.registerAccount({ ...second, supplier })).toBe(true)
  expect(contentOf(await page.client.api.accounts.profile({}))).toMatchObject({ companyName: supplier.companyName })
})

test('an unknown number signs in with its code after consent', async () => {
  const { shown } = openRegister()
  const store = await import('../../../src/stores/accounts/sign-in/mobile-sign-in.ts')
  expect(await store.mobileCode.send('13700002048', await shown(store.mobileCaptcha))).toEqual([])
  const typed = { mobile: '13700002048', smsCode: await lastCode(app, '13700002048'), agreed: false, keepLogin: true }
  expect(await store.signInByMobile(typed, ask)).toBe(false)
  expect(fieldErrors(store.mobileLoginState.get())).toMatchObject([{ field: 'agreed' }])
  expect(await store.signInByMobile({ ...typed, agreed: true }, ask)).toBe(true)
})
