import { beforeAll, describe, expect, test } from 'vitest'
import { demoPassword, type Account } from '../../support/accounts.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { lastCode } from '../../support/verification-codes.ts'
import { ownAccount } from './own-account.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let own: ReturnType<typeof ownAccount>
beforeAll(async () => {
  own = ownAccount(app)
})

describe('mobileReset', () => {
  const fresh = '13755550001'

  test("changes by password and the new number's code; the old number is notified", async () => {
    const buyer = await signInAs(app, 'buyer')
    const { mobile } = await own.rowOf('buyer')
    const smsCode = await own.newNumberCode(buyer, fresh)
    const answer = await buyer.api.accounts.mobileReset({ password: demoPassword, newMobile: fresh, smsCode })
    expect(contentOf(answer)).toEqual({ mobile: '137****0001' })
    expect((await own.rowOf('buyer')).mobile).toBe(fresh)
    expect((await own.notices(mobile ?? ''))[0]).toContain('sms 您账号的手机号已更换为 137****0001')
    expect(await own.login(fresh, demoPassword)).toBe('none')
    expect(await own.login(mobile ?? '', demoPassword)).toBe('wrongPassword')
  })

  test("changes by the old number's proof, which a wrong code does not use up", async () => {
    const person = await signInAs(app, 'person')
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

  test('rejects a number of another account, and leaves the code valid', async () => {
    const buyer = await signInAs(app, 'buyer2')
    const { mobile } = await own.rowOf('seller')
    const smsCode = await own.newNumberCode(buyer, mobile ?? '')
    const input = { password: demoPassword, newMobile: mobile ?? '', smsCode }
    expect(failureOf(await buyer.api.accounts.mobileReset(input))).toBe('mobileUsed')
    expect(failureOf(await buyer.api.accounts.mobileReset(input))).toBe('mobileUsed')
  })

  test('makes one of two concurrent changes to the same number', async () => {
    const [one, two] = [await signInAs(app, 'ops'), await signInAs(app, 'ops')]
    const newMobile = '13755550004'
    const smsCode = await own.newNumberCode(one, newMobile)
    const input = { password: demoPassword, newMobile, smsCode }
    const answers = await Promise.all([one.api.accounts.mobileReset(input), two.api.accounts.mobileReset(input)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    // The code is bound to its requester; nobody else can use it.
    const service = await signInAs(app, 'service')
    const [next, code] = ['13755550007', await own.newNumberCode(one, '13755550007')]
    const foreign = await service.api.accounts.mobileReset({ password: demoPassword, newMobile: next, smsCode: code })
    expect(failureOf(foreign)).toBe('codeWrong')
  })

  test('requires proof of identity, and rejects the current number', async () => {
    const buyer = await signInAs(app, 'buyer2')
    const { mobile } = await own.rowOf('buyer2')
    const smsCode = await own.newNumberCode(buyer, '13755550005')
    const reset = (input: object) => buyer.api.accounts.mobileReset({ newMobile: '13755550005', smsCode, ...input })
    expect(failureOf(await reset({}))).toBe('reauthNeeded')
    expect(failureOf(await reset({ password: 'wrong1234' }))).toBe('wrongPassword')
    expect(failureOf(await reset({ ticket: 'made up' }))).toBe('ticketSpent')
    expect(fieldsWithErrors(await reset({ password: demoPassword, newMobile: mobile }))).toEqual(['newMobile'])
    expect(fieldsWithErrors(await reset({ password: demoPassword, newMobile: '12', smsCode: '1' }))).toEqual([
      'newMobile',
      'smsCode',
    ])
    expect((await own.rowOf('buyer2')).mobile).toBe(mobile)
    const out = await visitor(app).api.accounts.mobileReset({ newMobile: '13755550005', smsCode })
    expect(failureOf(out)).toBe('sessionInvalid')
  })

  test('an account with neither password nor number binds its first one by the code alone', async () => {
    const seller = await signInAs(app, 'seller')
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
  /** Signed in, with a recent reauthentication. */
  const fresh = async (account: Account) => {
    const client = await signInAs(app, account)
    contentOf(await client.api.accounts.reauthenticate({ password: demoPassword }))
    return client
  }

  test('send a code by mail with a captcha, and bind the address in lower case', async () => {
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

  test('require a valid address, a captcha and a session', async () => {
    const person = await fresh('person')
    const send = person.api.accounts.emailCaptchaSend
    expect(fieldsWithErrors(await send({ email: 'keine Adresse' }))).toEqual(['email'])
    expect(failureOf(await send({ email: 'a@example.com', captchaId: 'x', captcha: 'abcd' }))).toBe('captchaWrong')
    expect(fieldsWithErrors(await person.api.accounts.emailBind({ email: 'x', emailCode: '12' }))).toEqual([
      'email',
      'emailCode',
    ])
    const out = visitor(app)
    expect(failureOf(await out.api.accounts.emailCaptchaSend({ email }))).toBe('sessionInvalid')
    expect(failureOf(await bind(out, '123456'))).toBe('sessionInvalid')
  })

  test('bind a code to its requester, and an address to one account', async () => {
    const [person, buyer] = [await fresh('person'), await fresh('buyer2')]
    const wanted = 'gemeinsam@example.com'
    const code = await own.codeFor({ target: wanted, purpose: 'bindEmail', userId: await own.idOf(person) })
    expect(failureOf(await bind(buyer, code, wanted))).toBe('codeWrong')
    expect(failureOf(await bind(person, code, wanted))).toBe('none')
    const second = await own.codeFor({ target: wanted, purpose: 'bindEmail', userId: await own.idOf(buyer) })
    expect(failureOf(await bind(buyer, second, wanted))).toBe('emailUsed')
  })
})
