import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { contentOf, failureOf, faultyFields, visitor } from '../../support/client.ts'
import { letCodesAge } from '../../support/codes.ts'
import { codeBy, freshMobile, freshName, registered, registration } from '../../support/sign-up.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('loginNameUnique', () => {
  const check = (loginName: string) => visitor(app).api.accounts.loginNameUnique({ loginName })

  test('tells whether a name may still be had, in any case', async () => {
    expect(contentOf(await check(freshName()))).toEqual({ ok: true, message: '' })
    expect(contentOf(await check('Buyer'))).toEqual({ ok: false, message: '登录名已被使用，请换一个' })
  })

  test('refuses what could never be a name, under its field', async () => {
    for (const name of ['', 'abc', '13812345678', '1abc', '有名字的', `a${'b'.repeat(20)}`]) {
      expect(faultyFields(await check(name)), name).toEqual(['loginName'])
    }
  })

  test('20 a minute from one address', async () => {
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

  test('tells whether there is such an account', async () => {
    expect(contentOf(await check('SELLER'))).toEqual({ ok: true, message: '' })
    expect(contentOf(await check(freshName()))).toMatchObject({
      ok: false,
      message: expect.stringContaining('没有这个'),
    })
  })

  test('only with a captcha, and the form filled in', async () => {
    const none = Promise.resolve({ captchaId: '', captcha: '' })
    expect(failureOf(await check('seller', none))).toBe('captchaWrong')
    expect(faultyFields(await check(' '))).toEqual(['loginName'])
  })

  test('10 a minute from one address', async () => {
    const client = visitor(app)
    const answers = []
    for (let i = 0; i < 11; i += 1) answers.push(await client.api.accounts.loginNameExists({ loginName: 'seller' }))
    expect(answers.map(failureOf)).toEqual([...Array.from({ length: 10 }, () => 'captchaWrong'), 'tooMany'])
  })
})

describe('mobileUnique', () => {
  test('tells whoever reads the SMS of a number whether it may still be used, and leaves the code good', async () => {
    const client = visitor(app)
    const { mobile } = await registered(app, visitor(app))
    await letCodesAge(app, mobile, 61)
    const smsCode = await codeBy(app, client, mobile, 'register')
    const check = (at: string, code: string) => client.api.accounts.mobileUnique({ mobile: at, smsCode: code })
    // Specification section 8: these very words.
    const used = { ok: false, message: '手机号码已被使用!' }
    expect(contentOf(await check(`+86-${mobile}`, smsCode))).toEqual(used)
    const form = registration()
    const fresh = await codeBy(app, client, form.mobile, 'register')
    expect(contentOf(await check(form.mobile, fresh))).toEqual({ ok: true, message: '' })
    expect(failureOf(await client.api.accounts.register({ ...form, smsCode: fresh }))).toBe('none')
  })

  test('tells nobody else: the same refusal for a number with an account and one without', async () => {
    const { mobile } = await registered(app, visitor(app))
    const check = (at: string) => visitor(app).api.accounts.mobileUnique({ mobile: at, smsCode: '123456' })
    expect(await check(mobile)).toEqual(await check(freshMobile()))
    expect(failureOf(await check(mobile))).toBe('codeWrong')
    expect(faultyFields(await check('12345678901'))).toEqual(['mobile'])
  })

  test('five tries a code, with those of the registration', async () => {
    const client = visitor(app)
    const mobile = freshMobile()
    const smsCode = await codeBy(app, client, mobile, 'register')
    for (let i = 0; i < 5; i += 1) contentOf(await client.api.accounts.mobileUnique({ mobile, smsCode }))
    expect(failureOf(await client.api.accounts.mobileUnique({ mobile, smsCode }))).toBe('codeSpent')
  })
})

describe('mobileValid', () => {
  const check = (mobile: string) => visitor(app).api.accounts.mobileValid({ mobile })

  test('looks at the digits, and never at who has them', async () => {
    const { mobile } = await registered(app, visitor(app))
    expect(contentOf(await check(mobile))).toEqual(contentOf(await check(freshMobile())))
    expect(contentOf(await check('+86 138 1234 5678')).ok).toBe(true)
    for (const wrong of ['', '1381234567', '12812345678', '138123456789', '１３８'])
      expect(contentOf(await check(wrong))).toEqual({ ok: false, message: '请输入 11 位手机号' })
  })

  test('refuses what is too long, by field', async () => {
    expect(faultyFields(await check('1'.repeat(31)))).toEqual(['mobile'])
  })
})
