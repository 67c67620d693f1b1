import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { demoPassword } from '../../support/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, failureOf, visitor } from '../../support/client.ts'
import { lastCode, letCodesAge } from '../../support/codes.ts'
import { signedIn } from '../demands/signed-in.ts'
import { knowCaptchas } from './known-captchas.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const stores = async () => ({
  profile: await import('../../../src/stores/accounts/own-profile.ts'),
  security: await import('../../../src/stores/accounts/security.ts'),
  password: await import('../../../src/stores/accounts/change-password.ts'),
  mobile: await import('../../../src/stores/accounts/change-mobile.ts'),
  email: await import('../../../src/stores/accounts/bind-email.ts'),
  proof: await import('../../../src/stores/accounts/own-proof.ts'),
  sessions: await import('../../../src/stores/accounts/sessions.ts'),
  record: await import('../../../src/stores/accounts/security-record.ts'),
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
const faultsOf = (form: Stores['password']['form'] | Stores['mobile']['form'] | Stores['email']['form']) => {
  const now = form.sending.get()
  return now.at === 'refused' ? now.faults : []
}

test('a password: what is wrong stands under its field, then the others are signed out and the page knows', async () => {
  const other = await as(app, 'buyer')
  const { made } = await signedIn('buyer', '', app)
  const all = await stores()
  await all.security.start()
  all.security.open('password', profileIn(all))
  const { form } = all.password
  const type = (values: Record<'oldPassword' | 'newPassword' | 'again', string>) => {
    for (const name of ['oldPassword', 'newPassword', 'again'] as const) form.setText(name, values[name])
  }
  type({ oldPassword: '', newPassword: 'kurz', again: '' })
  expect(await all.password.send()).toBeUndefined()
  expect(faultsOf(form).map(({ field }) => field)).toEqual(['oldPassword', 'newPassword'])
  type({ oldPassword: 'wrong1234', newPassword: 'Yanfa@2027', again: 'Yanfa@2028' })
  expect(await all.password.send()).toBeUndefined()
  expect(faultsOf(form)).toEqual([{ field: 'again', message: '两次输入的密码不一致' }])
  expect(made.filter((path) => path.endsWith('/password/reset'))).toHaveLength(0)
  type({ oldPassword: 'wrong1234', newPassword: 'Yanfa@2027', again: 'Yanfa@2027' })
  expect(await all.password.send()).toBeUndefined()
  expect(faultsOf(form)).toEqual([{ field: 'oldPassword', message: '密码不正确，一小时内还可尝试 19 次' }])
  form.setText('oldPassword', demoPassword)
  expect(await Promise.all([all.password.send(), all.password.send()])).toEqual([1, undefined])
  expect(failureOf(await other.api.accounts.profile({}))).toBe('sessionInvalid')
  await all.security.changed()
  expect(all.security.dialog.get()).toBe('none')
  expect(profileIn(all).passwordChangedAt).not.toBeNull()
  expect(all.sessions.sessions.get()).toMatchObject({ content: [{ current: true }] })
  const record = all.record.record.get()
  expect(record.at === 'ready' && record.content.data[0]?.action).toBe('修改密码')
  // Nothing typed is still there when it is opened again.
  all.security.open('password', profileIn(all))
  expect(form.values.get()).toEqual({ oldPassword: '', newPassword: '', again: '' })
})

test('another number by the old one: proof, new number, and a wrong code keeps the proof', async () => {
  const { client } = await signedIn('person', '', app)
  const captchas = knowCaptchas(app)
  const all = await stores()
  await all.profile.load()
  all.security.open('mobile', profileIn(all))
  expect(all.mobile.ways.get()).toEqual(['code', 'password'])
  const old = (await rowOf('person'))?.mobile ?? ''
  expect(await all.proof.proofCode.send('', '')).toEqual([{ field: 'captcha', message: '请输入图形验证码' }])
  all.proof.proofCaptcha.need()
  expect(await all.proof.proofCode.send('', await captchas(all.proof.proofCaptcha))).toEqual([])
  expect(all.proof.proofCode.told.get()).toContain('验证码已发送至 您绑定的手机号')
  all.proof.proofForm.setText('smsCode', `您的验证码是 ${await lastCode(app, old)}`)
  await all.mobile.proceed()
  expect(all.mobile.step.get()).toBe('number')

  const fresh = '13755550021'
  all.mobile.form.setText('mobile', '137 5555 0021')
  all.mobile.newCaptcha.need()
  expect(await all.mobile.newCode.send('137 5555 0021', await captchas(all.mobile.newCaptcha))).toEqual([])
  const code = await lastCode(app, fresh)
  all.mobile.form.setText('smsCode', code === '000000' ? '000001' : '000000')
  expect(await all.mobile.send()).toBeUndefined()
  expect(faultsOf(all.mobile.form).map(({ field }) => field)).toEqual(['smsCode'])
  all.mobile.form.setText('smsCode', code)
  expect(await all.mobile.send()).toBe('137****0021')
  expect((await rowOf('person'))?.mobile).toBe(fresh)
  expect(failureOf(await client.api.accounts.profile({}))).toBe('none')
})

test('another number by the password: a wrong one leads back to it, a used number stands under its field', async () => {
  await signedIn('buyer2', '', app)
  const captchas = knowCaptchas(app)
  const all = await stores()
  await all.profile.load()
  all.security.open('mobile', profileIn(all))
  all.mobile.chooseWay('password')
  await all.mobile.proceed()
  expect(faultsOf(all.mobile.form)).toEqual([{ field: 'password', message: '请输入登录密码' }])
  all.mobile.form.setText('password', 'wrong1234')
  await all.mobile.proceed()
  const used = (await rowOf('seller'))?.mobile ?? ''
  all.mobile.form.setText('mobile', used)
  all.mobile.newCaptcha.need()
  expect(await all.mobile.newCode.send(used, await captchas(all.mobile.newCaptcha))).toEqual([])
  all.mobile.form.setText('smsCode', await lastCode(app, used))
  expect(await all.mobile.send()).toBeUndefined()
  expect(all.mobile.step.get()).toBe('prove')
  expect(faultsOf(all.mobile.form).map(({ field }) => field)).toEqual(['password'])
  all.mobile.form.setText('password', demoPassword)
  await all.mobile.proceed()
  expect(await all.mobile.send()).toBeUndefined()
  expect(faultsOf(all.mobile.form)).toEqual([{ field: 'mobile', message: '手机号码已被使用!' }])
})

test('the first password wants the number proven; a mail address wants its code', async () => {
  await signedIn('ops', '', app)
  await app.db.update(users).set({ passwordHash: null, email: null }).where(eq(users.loginName, 'ops'))
  const captchas = knowCaptchas(app)
  const all = await stores()
  await all.profile.load()
  all.security.open('password', profileIn(all))
  expect(all.password.step.get()).toBe('prove')
  const mobile = (await rowOf('ops'))?.mobile ?? ''
  all.proof.proofCaptcha.need()
  await all.proof.proofCode.send('', await captchas(all.proof.proofCaptcha))
  all.proof.proofForm.setText('smsCode', await lastCode(app, mobile))
  await all.password.proceed()
  for (const name of ['newPassword', 'again'] as const) all.password.form.setText(name, 'Erstes@2027')
  expect(await all.password.send()).toBe(0)
  const login = await visitor(app).api.accounts.login({ loginName: 'ops', password: 'Erstes@2027' })
  expect(failureOf(login)).toBe('none')

  const reauthenticate = await import('../../../src/stores/accounts/reauthenticate.ts')
  all.security.open('email', profileIn(all))
  const address = 'Yunying@Example.com'
  all.email.form.setText('email', address)
  all.email.emailCaptcha.need()
  expect(await all.email.emailCode.send('keine Adresse', await captchas(all.email.emailCaptcha))).toEqual([
    { field: 'email', message: '请输入有效的邮箱地址' },
  ])
  expect(await all.email.emailCode.send(address, await captchas(all.email.emailCaptcha))).toEqual([])
  expect(all.email.emailCode.state.get()).toMatchObject({ at: 'waiting' })
  all.email.form.setText('smsCode', await lastCode(app, address.toLowerCase()))
  const bound = all.email.send()
  await expect.poll(() => reauthenticate.asked.get()).not.toBeNull()
  reauthenticate.chooseWay('password')
  reauthenticate.form.setText('password', 'Erstes@2027')
  await reauthenticate.prove()
  expect(await bound).toBe('yun***@example.com')
  await letCodesAge(app, address.toLowerCase(), 60)
})

test('signing out elsewhere: asked first, done once, a lost line keeps the question', async () => {
  const other = await as(app, 'seller')
  const { line, made } = await signedIn('seller', '', app)
  const { sessions } = await stores()
  await sessions.load()
  const now = sessions.sessions.get()
  const there = now.at === 'ready' ? now.content.find(({ current }) => !current) : undefined
  if (there === undefined) throw new Error('No other session')
  sessions.ask(there)
  line.cut = true
  expect(await sessions.end()).toBeUndefined()
  expect(sessions.ending.get()).toMatchObject({ at: 'asking', failure: { code: 0 } })
  line.cut = false
  expect(await Promise.all([sessions.end(), sessions.end()])).toEqual([1, undefined])
  expect(made.filter((path) => path.endsWith('/session/end'))).toHaveLength(1)
  expect(sessions.sessions.get()).toMatchObject({ content: [{ current: true }] })
  expect(failureOf(await other.api.accounts.profile({}))).toBe('sessionInvalid')
})
