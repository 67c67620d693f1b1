import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { operationLogs } from '../../../src/db/tables/operations.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { requestAndReadCode, freshMobile, freshName, registerPerson } from '../../support/sign-up.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

/** One login attempt from a new address, with a fresh captcha if required. */
const guess = async (loginName: string, password: string, withCaptcha = false) =>
  visitor(app).api.accounts.login({ loginName, password, ...(withCaptcha ? await plantCaptcha(app) : {}) })
const contentOfFailure = (answer: Awaited<ReturnType<typeof guess>>) => (answer.ok ? null : answer.failure.content)

describe('login', () => {
  test('accepts login names in any case and mobiles in any notation', async () => {
    const person = await registerPerson(app, visitor(app))
    for (const name of [person.loginName.toUpperCase(), `+86 ${person.mobile.slice(0, 3)} ${person.mobile.slice(3)}`]) {
      expect(contentOf(await guess(name, person.password)).userInfo.userId).toBe(person.userId)
    }
  })

  test('returns field errors for missing input', async () => {
    expect(fieldsWithErrors(await guess('', ''))).toEqual(['loginName', 'password'])
  })

  test('writes an operation log entry with the address', async () => {
    const person = await registerPerson(app, visitor(app))
    contentOf(await guess(person.loginName, person.password))
    const lines = await app.db
      .select({ call: operationLogs.call, action: operationLogs.action, ip: operationLogs.ip })
      .from(operationLogs)
      .where(and(eq(operationLogs.userId, person.userId), eq(operationLogs.call, 'accounts.login')))
    expect(lines).toEqual([{ call: 'accounts.login', action: '登录', ip: expect.stringMatching(/^10\./) }])
  })

  test('fails for an account without password like for a wrong password', async () => {
    const mobile = freshMobile()
    const client = visitor(app)
    const smsCode = await requestAndReadCode(app, client, mobile, 'mobileRegisterLoginCaptcha')
    contentOf(await client.api.accounts.registerLoginByMobile({ mobile, smsCode, agreed: true }))
    expect(await guess(mobile, 'nobody has this password')).toEqual(await guess('buyer2', 'wrong'))
    expect(failureOf(await guess(mobile, 'wrong'))).toBe('wrongPassword')
  })

  test('reports a locked account only to those who know its password', async () => {
    const person = await registerPerson(app, visitor(app))
    await app.db.update(users).set({ locked: true }).where(eq(users.id, person.userId))
    expect(failureOf(await guess(person.loginName, 'wrong'))).toBe('wrongPassword')
    expect(failureOf(await guess(person.loginName, person.password))).toBe('accountLocked')
  })
})

describe('the captcha after three wrong passwords', () => {
  test('counts by account across addresses, names and numbers, and returns the attempts left', async () => {
    const person = await registerPerson(app, visitor(app))
    const answers = []
    for (const name of [person.loginName, person.mobile, person.loginName]) answers.push(await guess(name, 'wrong'))
    expect(answers.map(contentOfFailure)).toEqual([
      { left: 19, captchaNeeded: false },
      { left: 18, captchaNeeded: false },
      { left: 17, captchaNeeded: true },
    ])
    expect(failureOf(await guess(person.mobile, person.password))).toBe('captchaNeeded')
    expect(contentOfFailure(await guess(person.mobile, 'wrong', true))).toEqual({ left: 16, captchaNeeded: true })
    expect(contentOf(await guess(person.mobile, person.password, true)).userInfo.userId).toBe(person.userId)
  })

  test('a wrong captcha is no password attempt, and a captcha is valid for one attempt', async () => {
    const { loginName, password } = await registerPerson(app, visitor(app))
    for (let i = 0; i < 3; i += 1) await guess(loginName, 'wrong')
    const answer = await plantCaptcha(app)
    const login = (captcha: string) =>
      visitor(app).api.accounts.login({ loginName, password: 'wrong', captchaId: answer.captchaId, captcha })
    expect(failureOf(await login('????'))).toBe('captchaWrong')
    expect(failureOf(await login(answer.captcha))).toBe('captchaWrong')
    expect(contentOfFailure(await guess(loginName, 'wrong', true))).toEqual({ left: 16, captchaNeeded: true })
    contentOf(await guess(loginName, password, true))
  })

  test('parallel attempts without a captcha are limited to three', async () => {
    const { loginName, password } = await registerPerson(app, visitor(app))
    const tries = Array.from({ length: 15 }, () => guess(loginName, 'wrong'))
    const answers = (await Promise.all([...tries, guess(loginName, password)])).map(failureOf)
    expect(answers.filter((answer) => answer === 'wrongPassword')).toHaveLength(3)
    expect(answers.filter((answer) => answer !== 'wrongPassword')).toEqual(
      Array.from({ length: 13 }, () => 'captchaNeeded'),
    )
  })

  test('treats unknown names the same', async () => {
    const { loginName } = await registerPerson(app, visitor(app))
    const nobody = freshName()
    for (let i = 0; i < 4; i += 1) expect(await guess(nobody, 'wrong')).toEqual(await guess(loginName, 'wrong'))
    expect(await guess(nobody, 'wrong', true)).toEqual(await guess(loginName, 'wrong', true))
  })

  test("attempts at a name that resembles an account's number do not count for that account", async () => {
    const person = await registerPerson(app, visitor(app))
    for (let i = 0; i < 4; i += 1) await guess(`u${person.userId}`, 'wrong')
    contentOf(await guess(person.loginName, person.password))
  })
})

test('signInWays: SMS if there is a provider or the demo shows codes, single sign-on with its name', async () => {
  expect(contentOf(await visitor(app).api.accounts.signInWays({}))).toEqual({ sms: true, sso: null })
})
