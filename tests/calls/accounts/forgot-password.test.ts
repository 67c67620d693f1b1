import { and, eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { sessions, users } from '../../../src/db/tables/accounts.ts'
import { operationLogs } from '../../../src/db/tables/operations.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { ageCodes } from '../../support/verification-codes.ts'
import { requestCode, requestAndReadCode, freshMobile, otherCodeThan, registerPerson } from '../../support/sign-up.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

/** A user with a verified number and its proof. */
async function forgetful() {
  const client = visitor(app)
  const person = await registerPerson(app, client)
  await ageCodes(app, person.mobile, 61)
  const browser = visitor(app)
  const smsCode = await requestAndReadCode(app, browser, person.mobile, 'resetPasswordCaptchaSend')
  const { ticket } = contentOf(await browser.api.accounts.resetPasswordCaptchaCheck({ mobile: person.mobile, smsCode }))
  return { ...person, client, smsCode, ticket }
}
const newPassword = 'Xinmima-2027'
const set = (mobile: string, ticket: string, password = newPassword) =>
  visitor(app).api.accounts.forgetPasswordByMobile({ mobile, ticket, password })
const login = async (loginName: string, password: string) =>
  visitor(app)
    .api.accounts.login({ loginName, password, ...(await plantCaptcha(app)) })
    .then(failureOf)

describe('forgetPasswordByMobile', () => {
  test('sets the password, ends every session and its push, resets failed attempts, writes the log', async () => {
    const { client, mobile, ticket, loginName, password, userId } = await forgetful()
    const elsewhere = visitor(app)
    contentOf(await elsewhere.api.accounts.login({ loginName, password }))
    for (let i = 0; i < 4; i += 1) await login(loginName, 'wrong')
    const ended = vi.spyOn(app.runtime.push, 'endSession')
    expect(contentOf(await set(mobile, ticket))).toEqual({ loginName })
    const rows = await app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))
    await vi.waitFor(() => expect(ended.mock.calls.flat().toSorted()).toEqual(rows.map(({ id }) => id).toSorted()))
    ended.mockRestore()
    for (const each of [client, elsewhere]) {
      expect(failureOf(await each.api.accounts.profile({}))).toBe('sessionInvalid')
    }
    // Without a captcha: the failed attempts were reset.
    const again = (tried: string) => visitor(app).api.accounts.login({ loginName, password: tried }).then(failureOf)
    expect(await again(password)).toBe('wrongPassword')
    expect(await again(newPassword)).toBe('none')
    const line = and(eq(operationLogs.userId, userId), eq(operationLogs.action, '重置密码'))
    expect(await app.db.$count(operationLogs, line)).toBe(1)
  })

  test('returns a field error for an invalid password and leaves the proof valid', async () => {
    const { mobile, ticket } = await forgetful()
    for (const password of ['abcdefgh', '12345678']) {
      expect(fieldsWithErrors(await set(mobile, ticket, password))).toEqual(['password'])
    }
    await app.db.update(users).set({ loginName: 'Zhiqian2020' }).where(eq(users.mobileHash, mobile))
    expect(fieldsWithErrors(await set(mobile, ticket, 'zhiqian2020'))).toEqual(['password'])
    expect(failureOf(await set(mobile, ticket))).toBe('none')
  })

  test('a proof is valid once, for its number, for ten minutes', async () => {
    const [first, second, third] = [await forgetful(), await forgetful(), await forgetful()]
    expect(failureOf(await set(second.mobile, first.ticket))).toBe('ticketSpent')
    expect(failureOf(await set(first.mobile, 'guessed'))).toBe('ticketSpent')
    expect(failureOf(await set(first.mobile, first.ticket))).toBe('none')
    expect(failureOf(await set(first.mobile, first.ticket))).toBe('ticketSpent')
    await ageCodes(app, second.mobile, 590)
    expect(failureOf(await set(second.mobile, second.ticket))).toBe('none')
    await ageCodes(app, third.mobile, 601)
    expect(failureOf(await set(third.mobile, third.ticket))).toBe('ticketSpent')
  })

  test('sets the password once under parallel requests', async () => {
    const { mobile, ticket } = await forgetful()
    const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => set(mobile, ticket, `${newPassword}${i}`)))
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'ticketSpent', 'ticketSpent', 'ticketSpent'])
  })

  test('a locked account is unchanged', async () => {
    const { mobile, ticket, userId } = await forgetful()
    const hash = async () => (await app.db.select().from(users).where(eq(users.id, userId)))[0]?.passwordHash
    const before = await hash()
    await app.db.update(users).set({ locked: true }).where(eq(users.id, userId))
    expect(failureOf(await set(mobile, ticket))).toBe('accountLocked')
    expect(await hash()).toBe(before)
  })
})

describe('resetPasswordCaptchaSend and -Check', () => {
  test('return the same answers for an unknown number, which can never be verified', async () => {
    const { mobile } = await registerPerson(app, visitor(app))
    await ageCodes(app, mobile, 61)
    const unknown = freshMobile()
    const [known, nobody] = [
      await requestCode(app, visitor(app), mobile, 'resetPasswordCaptchaSend'),
      await requestCode(app, visitor(app), unknown, 'resetPasswordCaptchaSend'),
    ]
    expect(nobody).toEqual(known)
    const check = (each: string) =>
      visitor(app).api.accounts.resetPasswordCaptchaCheck({ mobile: each, smsCode: '000000' })
    expect(await check(unknown)).toEqual(await check(freshMobile()))
    expect(failureOf(await check(unknown))).toBe('codeWrong')
  })

  test('the check uses the code up, and rejects wrong codes and invalid input', async () => {
    const { mobile, smsCode } = await forgetful()
    const check = (code: string) => visitor(app).api.accounts.resetPasswordCaptchaCheck({ mobile, smsCode: code })
    expect(failureOf(await check(smsCode))).toBe('codeWrong')
    expect(failureOf(await check(otherCodeThan(smsCode)))).toBe('codeWrong')
    expect(fieldsWithErrors(await check('abc'))).toEqual(['smsCode'])
  })

  test('mobileCaptchaCheck returns the same proof', async () => {
    const { mobile } = await registerPerson(app, visitor(app))
    await ageCodes(app, mobile, 61)
    const browser = visitor(app)
    const smsCode = await requestAndReadCode(app, browser, mobile, 'resetPasswordCaptchaSend')
    const input = { mobile, smsCode, purpose: 'resetPassword' } as const
    const { ticket, expiresIn } = contentOf(await browser.api.accounts.mobileCaptchaCheck(input))
    expect(expiresIn).toBe(600)
    expect(failureOf(await set(mobile, ticket))).toBe('none')
  })
})
