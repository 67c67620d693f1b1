import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword, type Account } from '../../support/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { lastCode } from '../../support/codes.ts'
import { ownAccount } from './own-account.ts'

let app: TestApp
let own: ReturnType<typeof ownAccount>
beforeAll(async () => {
  app = await startApp()
  own = ownAccount(app)
})
afterAll(() => app.close())

describe('mobileReset', () => {
  const fresh = '13755550001'

  test('by password and the new number’s code; the old number hears of it', async () => {
    const buyer = await as(app, 'buyer')
    const { mobile } = await own.rowOf('buyer')
    const smsCode = await own.newNumberCode(buyer, fresh)
    const answer = await buyer.api.accounts.mobileReset({ password: demoPassword, newMobile: fresh, smsCode })
    expect(contentOf(answer)).toEqual({ mobile: '137****0001' })
    expect((await own.rowOf('buyer')).mobile).toBe(fresh)
    expect((await own.notices(mobile ?? ''))[0]).toContain('sms 您账号的手机号已更换为 137****0001')
    expect(await own.login(fresh, demoPassword)).toBe('none')
    expect(await own.login(mobile ?? '', demoPassword)).toBe('wrongPassword')
  })

  test('by the old number’s proof, which a wrong code does not spend', async () => {
    const person = await as(app, 'person')
    const { mobile } = await own.rowOf('person')
    const ticket = await own.ticketFor({
      target: mobile ?? '',
      purpose: 'changeMobile',
      userId: await own.idOf(person),
    })
    const newMobile = '13755550002'
    const smsCode = await own.newNumberCode(person, newMobile)
    const reset = (code: string) => person.api.accounts.mobileReset({ ticket, newMobile, smsCode: code })
    expect(failureOf(await reset(smsCode === '000000' ? '000001' : '000000'))).toBe('codeWrong')
    expect(failureOf(await reset(smsCode))).toBe('none')
    const again = await own.newNumberCode(person, '13755550003')
    const spent = await person.api.accounts.mobileReset({ ticket, newMobile: '13755550003', smsCode: again })
    expect(failureOf(spent)).toBe('ticketSpent')
  })

  test('a number of another account is refused, and the code stays good', async () => {
    const buyer = await as(app, 'buyer2')
    const { mobile } = await own.rowOf('seller')
    const smsCode = await own.newNumberCode(buyer, mobile ?? '')
    const input = { password: demoPassword, newMobile: mobile ?? '', smsCode }
    expect(failureOf(await buyer.api.accounts.mobileReset(input))).toBe('mobileUsed')
    expect(failureOf(await buyer.api.accounts.mobileReset(input))).toBe('mobileUsed')
  })

  test('of two changes to one number at once one is made', async () => {
    const [one, two] = [await as(app, 'ops'), await as(app, 'ops')]
    const newMobile = '13755550004'
    const smsCode = await own.newNumberCode(one, newMobile)
    const input = { password: demoPassword, newMobile, smsCode }
    const answers = await Promise.all([one.api.accounts.mobileReset(input), two.api.accounts.mobileReset(input)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    // The code went to whoever asked for it; nobody else gets on with it.
    const service = await as(app, 'service')
    const [next, code] = ['13755550007', await own.newNumberCode(one, '13755550007')]
    const foreign = await service.api.accounts.mobileReset({ password: demoPassword, newMobile: next, smsCode: code })
    expect(failureOf(foreign)).toBe('codeWrong')
  })

  test('nobody changes it without proving who they are, nor to the number it is', async () => {
    const buyer = await as(app, 'buyer2')
    const { mobile } = await own.rowOf('buyer2')
    const smsCode = await own.newNumberCode(buyer, '13755550005')
    const reset = (input: object) => buyer.api.accounts.mobileReset({ newMobile: '13755550005', smsCode, ...input })
    expect(failureOf(await reset({}))).toBe('reauthNeeded')
    expect(failureOf(await reset({ password: 'wrong1234' }))).toBe('wrongPassword')
    expect(failureOf(await reset({ ticket: 'made up' }))).toBe('ticketSpent')
    expect(faultyFields(await reset({ password: demoPassword, newMobile: mobile }))).toEqual(['newMobile'])
    expect(faultyFields(await reset({ password: demoPassword, newMobile: '12', smsCode: '1' }))).toEqual([
      'newMobile',
      'smsCode',
    ])
    expect((await own.rowOf('buyer2')).mobile).toBe(mobile)
    const out = await visitor(app).api.accounts.mobileReset({ newMobile: '13755550005', smsCode })
    expect(failureOf(out)).toBe('sessionInvalid')
  })

  test('an account with neither password nor number gets its first one by its code alone', async () => {
    const seller = await as(app, 'seller')
    const { mobile, passwordHash } = await own.rowOf('seller')
    await own.change('seller', { mobile: null, passwordHash: null })
    const smsCode = await own.newNumberCode(seller, '13755550006')
    const answer = await seller.api.accounts.mobileReset({ newMobile: '13755550006', smsCode })
    expect(contentOf(answer)).toEqual({ mobile: '137****0006' })
    await own.change('seller', { mobile, passwordHash })
  })
})

describe('emailCaptchaSend and emailBind', () => {
  const email = 'Wen.Shiyu@example.com'
  const bind = (client: Client, emailCode: string, wanted = email) =>
    client.api.accounts.emailBind({ email: wanted, emailCode })
  /** Signed in, with the password entered once more. */
  const fresh = async (account: Account) => {
    const client = await as(app, account)
    contentOf(await client.api.accounts.reauthenticate({ password: demoPassword }))
    return client
  }

  test('send a code by mail, for a captcha, and bind the address in lower case', async () => {
    const person = await fresh('person')
    const before = await own.rowOf('person')
    const answer = await person.api.accounts.emailCaptchaSend({ email, ...(await plantCaptcha(app)) })
    expect(contentOf(answer)).toEqual({ resendAfter: 60, expiresIn: 300 })
    const code = await lastCode(app, email.toLowerCase())
    expect(failureOf(await bind(person, code === '000000' ? '000001' : '000000'))).toBe('codeWrong')
    expect(contentOf(await bind(person, code))).toEqual({ email: 'wen***@example.com' })
    expect((await own.rowOf('person')).email).toBe(email.toLowerCase())
    expect(contentOf(await person.api.accounts.profile({})).email).toBe('wen***@example.com')
    expect((await own.notices(before.mobile ?? ''))[0]).toContain('sms 您的账号已绑定邮箱 wen***@example.com')
    const soon = await person.api.accounts.emailCaptchaSend({ email, ...(await plantCaptcha(app)) })
    expect(soon.ok || soon.failure.code).toBe(1006)
  })

  test('want an address, a captcha and a session', async () => {
    const person = await fresh('person')
    const send = person.api.accounts.emailCaptchaSend
    expect(faultyFields(await send({ email: 'keine Adresse' }))).toEqual(['email'])
    expect(failureOf(await send({ email: 'a@example.com', captchaId: 'x', captcha: 'abcd' }))).toBe('captchaWrong')
    expect(faultyFields(await person.api.accounts.emailBind({ email: 'x', emailCode: '12' }))).toEqual([
      'email',
      'emailCode',
    ])
    const out = visitor(app)
    expect(failureOf(await out.api.accounts.emailCaptchaSend({ email }))).toBe('sessionInvalid')
    expect(failureOf(await bind(out, '123456'))).toBe('sessionInvalid')
  })

  test('a code is good only for whoever asked for it, and an address for one account', async () => {
    const [person, buyer] = [await fresh('person'), await fresh('buyer2')]
    const wanted = 'gemeinsam@example.com'
    const code = await own.codeFor({ target: wanted, purpose: 'bindEmail', userId: await own.idOf(person) })
    expect(failureOf(await bind(buyer, code, wanted))).toBe('codeWrong')
    expect(failureOf(await bind(person, code, wanted))).toBe('none')
    const second = await own.codeFor({ target: wanted, purpose: 'bindEmail', userId: await own.idOf(buyer) })
    expect(failureOf(await bind(buyer, second, wanted))).toBe('emailUsed')
  })
})
