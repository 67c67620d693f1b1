import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { demoPassword } from '../../support/accounts.ts'
import { signInAs, failureOf, visitor } from '../../support/client.ts'
import { lastCode, ageCodes } from '../../support/verification-codes.ts'
import { signedIn } from '../demands/signed-in.ts'
import { knowCaptchas } from './known-captchas.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

const stores = async () => ({
  profile: await import('../../../src/stores/accounts/profile/own-profile.ts'),
  security: await import('../../../src/stores/accounts/security/security.ts'),
  password: await import('../../../src/stores/accounts/security/change-password.ts'),
  mobile: await import('../../../src/stores/accounts/security/change-mobile.ts'),
  email: await import('../../../src/stores/accounts/security/bind-email.ts'),
  proof: await import('../../../src/stores/accounts/security/mobile-proof.ts'),
  sessions: await import('../../../src/stores/accounts/security/sessions.ts'),
  record: await import('../../../src/stores/accounts/security/security-history.ts'),
})
type Stores = Awaited<ReturnType<typeof stores>>
const profileIn = ({ profile }: Stores) => {
  const now = profile.profile.get()
  if (now.at !== 'ready') throw new Error('No profile')
  return now.content
}
const rowOf = async (loginName: string) => {
  const [row] = await app.db.select().from(users).where(eq(users.loginName, loginName))
  return row
}
const faultsOf = (
  form: Stores['password']['passwordForm'] | Stores['mobile']['mobileForm'] | Stores['email']['emailForm'],
) => {
  const now = form.submitState.get()
  return now.at === 'refused' ? now.fieldErrors : []
}

test('password: errors are shown at their field; a change ends the other sessions and updates the page', async () => {
  const other = await signInAs(app, 'buyer')
  const { calls } = await signedIn('buyer', '', app)
  const all = await stores()
  await all.security.loadSecurityPage()
  all.security.openSecurityDialog('password', profileIn(all))
  const { passwordForm } = all.password
  const type = (values: Record<'oldPassword' | 'newPassword' | 'again', string>) => {
    for (const name of ['oldPassword', 'newPassword', 'again'] as const) passwordForm.setText(name, values[name])
  }
  type({ oldPassword: '', newPassword: 'kurz', again: '' })
  expect(await all.password.submitPassword()).toBeUndefined()
  expect(faultsOf(passwordForm).map(({ field }) => field)).toEqual(['oldPassword', 'newPassword'])
  type({ oldPassword: 'wrong1234', newPassword: 'Yanfa@2027', again: 'Yanfa@2028' })
  expect(await all.password.submitPassword()).toBeUndefined()
  expect(faultsOf(passwordForm)).toEqual([{ field: 'again', message: '两次输入的密码不一致' }])
  expect(calls.filter((path) => path.endsWith('/password/reset'))).toHaveLength(0)
  type({ oldPassword: 'wrong1234', newPassword: 'Yanfa@2027', again: 'Yanfa@2027' })
  expect(await all.password.submitPassword()).toBeUndefined()
  expect(faultsOf(passwordForm)).toEqual([{ field: 'oldPassword', message: '密码不正确，一小时内还可尝试 19 次' }])
  passwordForm.setText('oldPassword', demoPassword)
  expect(await Promise.all([all.password.submitPassword(), all.password.submitPassword()])).toEqual([1, undefined])
  expect(failureOf(await other.api.accounts.profile({}))).toBe('sessionInvalid')
  await all.security.reloadAfterChange()
  expect(all.security.securityDialog.get()).toBe('none')
  expect(profileIn(all).passwordChangedAt).not.toBeNull()
  expect(all.sessions.sessions.get()).toMatchObject({ content: [{ current: true }] })
  const record = all.record.securityHistory.get()
  expect(record.at === 'ready' && record.content.data[0]?.action).toBe('修改密码')
  // The form is empty when reopened.
  all.security.openSecurityDialog('password', profileIn(all))
  expect(passwordForm.values.get()).toEqual({ oldPassword: '', newPassword: '', again: '' })
})

test('mobile by old number: proof, new number; a wrong code keeps the proof', async () => {
  const { client } = await signedIn('person', '', app)
  const captchas = knowCaptchas(app)
  const all = await stores()
  await all.profile.loadProfile()
  all.security.openSecurityDialog('mobile', profileIn(all))
  expect(all.mobile.proofMethods.get()).toEqual(['code', 'password'])
  const old = (await rowOf('person'))?.mobile ?? ''
  expect(await all.proof.proofCode.send('', '')).toEqual([{ field: 'captcha', message: '请输入图形验证码' }])
  all.proof.proofCaptcha.ensure()
  expect(await all.proof.proofCode.send('', await captchas(all.proof.proofCaptcha))).toEqual([])
  expect(all.proof.proofCode.announcement.get()).toContain('验证码已发送至 您绑定的手机号')
  all.proof.proofForm.setText('smsCode', `您的验证码是 ${await lastCode(app, old)}`)
  await all.mobile.continueMobileChange()
  expect(all.mobile.mobileStep.get()).toBe('number')

  const fresh = '13755550021'
  all.mobile.mobileForm.setText('mobile', '137 5555 0021')
  all.mobile.newCaptcha.ensure()
  expect(await all.mobile.newCode.send('137 5555 0021', await captchas(all.mobile.newCaptcha))).toEqual([])
  const code = await lastCode(app, fresh)
  all.mobile.mobileForm.setText('smsCode', code === '000000' ? '000001' : '000000')
  expect(await all.mobile.submitMobile()).toBeUndefined()
  expect(faultsOf(all.mobile.mobileForm).map(({ field }) => field)).toEqual(['smsCode'])
  all.mobile.mobileForm.setText('smsCode', code)
  expect(await all.mobile.submitMobile()).toBe('137****0021')
  expect((await rowOf('person'))?.mobile).toBe(fresh)
  expect(failureOf(await client.api.accounts.profile({}))).toBe('none')
})

test('mobile by password: a wrong one returns to it, a used number is reported at its field', async () => {
  await signedIn('buyer2', '', app)
  const captchas = knowCaptchas(app)
  const all = await stores()
  await all.profile.loadProfile()
  all.security.openSecurityDialog('mobile', profileIn(all))
  all.mobile.chooseProofMethod('password')
  await all.mobile.continueMobileChange()
  expect(faultsOf(all.mobile.mobileForm)).toEqual([{ field: 'password', message: '请输入登录密码' }])
  all.mobile.mobileForm.setText('password', 'wrong1234')
  await all.mobile.continueMobileChange()
  const used = (await rowOf('seller'))?.mobile ?? ''
  all.mobile.mobileForm.setText('mobile', used)
  all.mobile.newCaptcha.ensure()
  expect(await all.mobile.newCode.send(used, await captchas(all.mobile.newCaptcha))).toEqual([])
  all.mobile.mobileForm.setText('smsCode', await lastCode(app, used))
  expect(await all.mobile.submitMobile()).toBeUndefined()
  expect(all.mobile.mobileStep.get()).toBe('prove')
  expect(faultsOf(all.mobile.mobileForm).map(({ field }) => field)).toEqual(['password'])
  all.mobile.mobileForm.setText('password', demoPassword)
  await all.mobile.continueMobileChange()
  expect(await all.mobile.submitMobile()).toBeUndefined()
  expect(faultsOf(all.mobile.mobileForm)).toEqual([{ field: 'mobile', message: '手机号码已被使用!' }])
})

test('the first password requires a verified number; a mail address requires its code', async () => {
  await signedIn('ops', '', app)
  await app.db.update(users).set({ passwordHash: null, email: null }).where(eq(users.loginName, 'ops'))
  const captchas = knowCaptchas(app)
  const all = await stores()
  await all.profile.loadProfile()
  all.security.openSecurityDialog('password', profileIn(all))
  expect(all.password.passwordStep.get()).toBe('prove')
  const mobile = (await rowOf('ops'))?.mobile ?? ''
  all.proof.proofCaptcha.ensure()
  await all.proof.proofCode.send('', await captchas(all.proof.proofCaptcha))
  all.proof.proofForm.setText('smsCode', await lastCode(app, mobile))
  await all.password.continuePasswordChange()
  for (const name of ['newPassword', 'again'] as const) all.password.passwordForm.setText(name, 'Erstes@2027')
  expect(await all.password.submitPassword()).toBe(0)
  const login = await visitor(app).api.accounts.login({ loginName: 'ops', password: 'Erstes@2027' })
  expect(failureOf(login)).toBe('none')

  const reauthenticate = await import('../../../src/stores/accounts/security/reauthenticate.ts')
  all.security.openSecurityDialog('email', profileIn(all))
  const address = 'Yunying@Example.com'
  all.email.emailForm.setText('email', address)
  all.email.emailCaptcha.ensure()
  expect(await all.email.emailCode.send('keine Adresse', await captchas(all.email.emailCaptcha))).toEqual([
    { field: 'email', message: '请输入有效的邮箱地址' },
  ])
  expect(await all.email.emailCode.send(address, await captchas(all.email.emailCaptcha))).toEqual([])
  expect(all.email.emailCode.state.get()).toMatchObject({ at: 'waiting' })
  all.email.emailForm.setText('smsCode', await lastCode(app, address.toLowerCase()))
  const bound = all.email.submitEmail()
  await expect.poll(() => reauthenticate.reauthenticationRequest.get()).not.toBeNull()
  reauthenticate.chooseReauthenticationMethod('password')
  reauthenticate.reauthenticationForm.setText('password', 'Erstes@2027')
  await reauthenticate.submitReauthentication()
  expect(await bound).toBe('yun***@example.com')
  await ageCodes(app, address.toLowerCase(), 60)
})

test('ending other sessions: confirmed first, done once; a network failure keeps the dialog open', async () => {
  const other = await signInAs(app, 'seller')
  const { network, calls } = await signedIn('seller', '', app)
  const { sessions } = await stores()
  await sessions.loadSessions()
  const now = sessions.sessions.get()
  const there = now.at === 'ready' ? now.content.find(({ current }) => !current) : undefined
  if (there === undefined) throw new Error('No other session')
  sessions.openSessionEnding(there)
  network.cut = true
  expect(await sessions.endSessions()).toBeUndefined()
  expect(sessions.sessionEnding.get()).toMatchObject({ at: 'asking', failure: { code: 0 } })
  network.cut = false
  expect(await Promise.all([sessions.endSessions(), sessions.endSessions()])).toEqual([1, undefined])
  expect(calls.filter((path) => path.endsWith('/session/end'))).toHaveLength(1)
  expect(sessions.sessions.get()).toMatchObject({ content: [{ current: true }] })
  expect(failureOf(await other.api.accounts.profile({}))).toBe('sessionInvalid')
})
