import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { contentOf, failureOf, faultyFields, visitor } from '../../support/client.ts'
import { freshMobile, freshName, registered } from '../../support/sign-up.ts'

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
  const check = async (mobile: string, answer = plantCaptcha(app)) =>
    visitor(app).api.accounts.mobileUnique({ mobile, ...(await answer) })

  test('tells whether a number may still be used, in any spelling', async () => {
    const { mobile } = await registered(app, visitor(app))
    expect(contentOf(await check(freshMobile()))).toEqual({ ok: true, message: '' })
    // Specification section 8: these very words.
    expect(contentOf(await check(`+86-${mobile}`))).toEqual({ ok: false, message: '手机号码已被使用!' })
  })

  test('only with a captcha, and for a number', async () => {
    const none = Promise.resolve({ captchaId: '', captcha: '' })
    expect(failureOf(await check(freshMobile(), none))).toBe('captchaWrong')
    expect(faultyFields(await check('12345678901'))).toEqual(['mobile'])
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
