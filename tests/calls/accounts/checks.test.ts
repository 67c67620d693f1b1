import { describe, expect, test } from 'vitest'
import { plantCaptcha } from '../../support/captchas.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { ageCodes } from '../../support/verification-codes.ts'
import { requestAndReadCode, freshMobile, freshName, registerPerson, registration } from '../../support/sign-up.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

describe('loginNameUnique', () => {
  const check = (loginName: string) => visitor(app).api.accounts.loginNameUnique({ loginName })

  test('returns whether a name is available, case-insensitively', async () => {
    expect(contentOf(await check(freshName()))).toEqual({ ok: true, message: '' })
    expect(contentOf(await check('Buyer'))).toEqual({ ok: false, message: '登录名已被使用，请换一个' })
  })

  test('returns a field error for invalid names', async () => {
    for (const name of ['', 'abc', '13812345678', '1abc', '有名字的', `a${'b'.repeat(20)}`]) {
      expect(fieldsWithErrors(await check(name)), name).toEqual(['loginName'])
    }
  })

  test('is limited to 20 calls a minute per address', async () => {
    const client = visitor(app)
    const answers = []
    for (let i = 0; i < 21; i += 1) answers.push(await client.api.accounts.loginNameUnique({ loginName: freshName() }))
    expect(answers.map(failureOf).filter((failure) => failure === 'none')).toHaveLength(20)
    expect(answers.map(failureOf).at(-1)).toBe('tooMany')
  })
})

describe('loginNameExists', () => {
  const check = async (loginName: string, answer = plantCaptcha(app)) =>
    visitor(app).api.accounts.loginNameExists({ loginName, ...(await answer) })

  test('returns whether the account exists', async () => {
    expect(contentOf(await check('SELLER'))).toEqual({ ok: true, message: '' })
    expect(contentOf(await check(freshName()))).toMatchObject({
      ok: false,
      message: expect.stringContaining('没有这个'),
    })
  })

  test('requires a captcha and valid input', async () => {
    const none = Promise.resolve({ captchaId: '', captcha: '' })
    expect(failureOf(await check('seller', none))).toBe('captchaWrong')
    expect(fieldsWithErrors(await check(' '))).toEqual(['loginName'])
  })

  test('is limited to 10 calls a minute per address', async () => {
    const client = visitor(app)
    const answers = []
    for (let i = 0; i < 11; i += 1) answers.push(await client.api.accounts.loginNameExists({ loginName: 'seller' }))
    expect(answers.map(failureOf)).toEqual([...Array.from({ length: 10 }, () => 'captchaWrong'), 'tooMany'])
  })
})

describe('mobileUnique', () => {
  test('returns whether a number is unused to the reader of its SMS, and leaves the code valid', async () => {
    const client = visitor(app)
    const { mobile } = await registerPerson(app, visitor(app))
    await ageCodes(app, mobile, 61)
    const smsCode = await requestAndReadCode(app, client, mobile, 'register')
    const check = (at: string, code: string) => client.api.accounts.mobileUnique({ mobile: at, smsCode: code })
    // Exact text of specification section 8.
    const used = { ok: false, message: '手机号码已被使用!' }
    expect(contentOf(await check(`+86-${mobile}`, smsCode))).toEqual(used)
    const form = registration()
    const fresh = await requestAndReadCode(app, client, form.mobile, 'register')
    expect(contentOf(await check(form.mobile, fresh))).toEqual({ ok: true, message: '' })
    expect(failureOf(await client.api.accounts.register({ ...form, smsCode: fresh }))).toBe('none')
  })

  test('returns the same refusal for used and unused numbers without the code', async () => {
    const { mobile } = await registerPerson(app, visitor(app))
    const check = (at: string) => visitor(app).api.accounts.mobileUnique({ mobile: at, smsCode: '123456' })
    expect(await check(mobile)).toEqual(await check(freshMobile()))
    expect(failureOf(await check(mobile))).toBe('codeWrong')
    expect(fieldsWithErrors(await check('12345678901'))).toEqual(['mobile'])
  })

  test('allows five attempts per code, shared with the registration', async () => {
    const client = visitor(app)
    const mobile = freshMobile()
    const smsCode = await requestAndReadCode(app, client, mobile, 'register')
    for (let i = 0; i < 5; i += 1) contentOf(await client.api.accounts.mobileUnique({ mobile, smsCode }))
    expect(failureOf(await client.api.accounts.mobileUnique({ mobile, smsCode }))).toBe('codeSpent')
  })
})

describe('mobileValid', () => {
  const check = (mobile: string) => visitor(app).api.accounts.mobileValid({ mobile })

  test('validates the digits only, independent of accounts', async () => {
    const { mobile } = await registerPerson(app, visitor(app))
    expect(contentOf(await check(mobile))).toEqual(contentOf(await check(freshMobile())))
    expect(contentOf(await check('+86 138 1234 5678')).ok).toBe(true)
    for (const wrong of ['', '1381234567', '12812345678', '138123456789', '１３８'])
      expect(contentOf(await check(wrong))).toEqual({ ok: false, message: '请输入 11 位手机号' })
  })

  test('returns a field error for overlong input', async () => {
    expect(fieldsWithErrors(await check('1'.repeat(31)))).toEqual(['mobile'])
  })
})
