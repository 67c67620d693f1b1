import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users, verificationCodes } from '../../../src/db/tables/accounts.ts'
import { operationLogs, outboxMessages } from '../../../src/db/tables/operations.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { lastCode, ageCodes } from '../../support/verification-codes.ts'
import { requestCode, requestAndReadCode, freshMobile, otherCodeThan, registerPerson } from '../../support/sign-up.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

/** A user whose number can receive a code again. */
async function person() {
  const made = await registerPerson(app, visitor(app))
  await ageCodes(app, made.mobile, 61)
  return made
}
const messagesTo = (mobile: string) =>
  app.db.select().from(outboxMessages).where(eq(outboxMessages.recipientHash, mobile))

describe('loginByMobile', () => {
  test('signs in once with the code that was sent, and writes a log entry', async () => {
    const { mobile, userId } = await person()
    const client = visitor(app)
    const smsCode = await requestAndReadCode(app, client, mobile, 'mobileLoginCaptcha')
    const { userInfo } = contentOf(await client.api.accounts.loginByMobile({ mobile, smsCode, keepLogin: true }))
    expect(userInfo.userId).toBe(userId)
    expect(client.setCookies().every((line) => line.includes('Max-Age=864000'))).toBe(true)
    const log = await app.db
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.userId, userId), eq(operationLogs.call, 'accounts.loginByMobile')))
    expect(log).toMatchObject([{ action: '登录', detail: '短信验证码' }])
    expect(failureOf(await client.api.accounts.loginByMobile({ mobile, smsCode }))).toBe('codeWrong')
  })

  test('returns field errors', async () => {
    const answer = await visitor(app).api.accounts.loginByMobile({ mobile: '010-12345', smsCode: '12' })
    expect(fieldsWithErrors(answer)).toEqual(['mobile', 'smsCode'])
  })

  test('rejects a wrong code, one of another purpose, one never requested', async () => {
    const { mobile } = await person()
    const client = visitor(app)
    const login = (smsCode: string) => client.api.accounts.loginByMobile({ mobile, smsCode }).then(failureOf)
    expect(await login('123456')).toBe('codeWrong')
    const forRegister = await requestAndReadCode(app, client, mobile, 'mobileRegisterLoginCaptcha')
    expect(await login(forRegister)).toBe('codeWrong')
    await ageCodes(app, mobile, 61)
    const code = await requestAndReadCode(app, client, mobile, 'mobileLoginCaptcha')
    expect(await login(otherCodeThan(code))).toBe('codeWrong')
    expect(await login(code)).toBe('none')
  })

  test('returns the same answers for an unknown number, and sends nothing', async () => {
    const { mobile } = await person()
    const unknown = freshMobile()
    const before = (await messagesTo(mobile)).length
    const browser = visitor(app)
    const [known, nobody] = [
      await requestCode(app, browser, mobile, 'mobileLoginCaptcha'),
      await requestCode(app, browser, unknown, 'mobileLoginCaptcha'),
    ]
    expect(nobody).toEqual(known)
    expect(contentOf(nobody)).toEqual({ resendAfter: 60, expiresIn: 300 })
    expect((await messagesTo(mobile)).length).toBe(before + 1)
    expect(await messagesTo(unknown)).toEqual([])
    const wrong = otherCodeThan(await lastCode(app, mobile))
    for (let i = 0; i < 6; i += 1) {
      const tries = [mobile, unknown].map((each) =>
        browser.api.accounts.loginByMobile({ mobile: each, smsCode: wrong }),
      )
      const [first, second] = await Promise.all(tries)
      expect(second).toEqual(first)
      expect(second && failureOf(second)).toBe(i < 5 ? 'codeWrong' : 'codeSpent')
    }
    expect(failureOf(await requestCode(app, visitor(app), unknown, 'mobileLoginCaptcha'))).toBe('codeTooSoon')
  })

  test('counts attempts for an unknown number and takes the same time', async () => {
    const [known, unknown] = [(await person()).mobile, freshMobile()]
    for (let i = 0; i < 5; i += 1) {
      for (const mobile of [known, unknown]) {
        const started = performance.now()
        contentOf(await requestCode(app, visitor(app), mobile, 'mobileLoginCaptcha'))
        // All differences stay well within this time.
        expect(performance.now() - started).toBeGreaterThanOrEqual(149)
        await ageCodes(app, mobile, 61)
      }
    }
    expect(await app.db.$count(verificationCodes, eq(verificationCodes.targetHash, unknown))).toBe(5)
  })

  test('reports a locked account after the correct code only', async () => {
    const { mobile, userId } = await person()
    await app.db.update(users).set({ locked: true }).where(eq(users.id, userId))
    const client = visitor(app)
    const code = await requestAndReadCode(app, client, mobile, 'mobileLoginCaptcha')
    expect(failureOf(await client.api.accounts.loginByMobile({ mobile, smsCode: otherCodeThan(code) }))).toBe(
      'codeWrong',
    )
    expect(failureOf(await client.api.accounts.loginByMobile({ mobile, smsCode: code }))).toBe('accountLocked')
    expect([...client.cookies.keys()]).toEqual(['browser'])
  })
})

describe('registerLoginByMobile', () => {
  const enter = (client: ReturnType<typeof visitor>, mobile: string, smsCode: string) =>
    client.api.accounts.registerLoginByMobile({ mobile, smsCode, agreed: true })

  test('creates an account without password for a new number, and signs it in the next time', async () => {
    const mobile = freshMobile()
    const client = visitor(app)
    const first = contentOf(
      await enter(client, mobile, await requestAndReadCode(app, client, mobile, 'mobileRegisterLoginCaptcha')),
    )
    expect(first.isNew).toBe(true)
    expect(first.userInfo.loginName).toMatch(/^[A-Za-z]\w{3,19}$/)
    expect(contentOf(await client.api.accounts.profile({}))).toMatchObject({ hasPassword: false })
    await ageCodes(app, mobile, 61)
    const again = visitor(app)
    const second = contentOf(
      await enter(again, mobile, await requestAndReadCode(app, again, mobile, 'mobileRegisterLoginCaptcha')),
    )
    expect(second.isNew).toBe(false)
    expect(second.userInfo.userId).toBe(first.userInfo.userId)
  })

  test('rejects a missing consent and a wrong code', async () => {
    const client = visitor(app)
    const mobile = freshMobile()
    const body = JSON.stringify({ mobile, smsCode: '123456', agreed: false })
    const refused = await (await client.post('/user-center/user/mobile/register-login', body)).text()
    expect(refused).toContain('"field":"agreed"')
    expect(failureOf(await enter(client, mobile, '123456'))).toBe('codeWrong')
    expect(await app.db.$count(users, eq(users.mobileHash, mobile))).toBe(0)
  })

  test('creates one account under parallel requests with one code', async () => {
    const mobile = freshMobile()
    const client = visitor(app)
    const code = await requestAndReadCode(app, client, mobile, 'mobileRegisterLoginCaptcha')
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(client, mobile, code)))
    expect(answers.map(failureOf).filter((answer) => answer === 'none')).toHaveLength(1)
    expect(await app.db.$count(users, eq(users.mobileHash, mobile))).toBe(1)
  })
})
