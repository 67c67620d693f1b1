import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { captchas, verificationCodes } from '../../src/db/tables/accounts.ts'
import { outboxMessages } from '../../src/db/tables/operations.ts'
import { demoPassword } from '../support/accounts.ts'
import { plantCaptcha } from '../support/captchas.ts'
import { contentOf, failureOf, visitor, type Client } from '../support/client.ts'
import { lastCode, ageCodes } from '../support/verification-codes.ts'
import { requestCode, requestAndReadCode, freshMobile, otherCodeThan, registerPerson } from '../support/sign-up.ts'
import { appForFile } from '../support/fixtures.ts'

/** Quality figure 12, literally. */

const app = appForFile()

const countOf = (answers: readonly string[], answer: string) => answers.filter((each) => each === answer).length
/** Runs work for many items with limited concurrency. */
async function inWaves<T>(total: number, wide: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  while (done.length < total) {
    const wave = Array.from({ length: Math.min(wide, total - done.length) }, (_, i) => work(done.length + i))
    done.push(...(await Promise.all(wave)))
  }
  return done
}
const messagesTo = (mobile: string) => app.db.$count(outboxMessages, eq(outboxMessages.recipientHash, mobile))

test('SMS: 1,000 requests from 100 addresses for one number send one a minute and ten a day', async () => {
  const mobile = freshMobile()
  const people = Array.from({ length: 100 }, () => visitor(app))
  const by = ['register', 'mobileRegisterLoginCaptcha'] as const
  let asked = 0
  const ask = async (): Promise<string> => {
    asked += 1
    const client = people[asked % people.length] ?? visitor(app)
    return failureOf(await requestCode(app, client, mobile, by[asked % by.length] ?? 'register'))
  }
  const wave = (requests: number) => Promise.all(Array.from({ length: requests }, ask))
  // Twenty batches of fifty requests, 61 seconds apart: seven a day may send a message, the limit for requests from
  // browsers in which the number's account never signed in.
  const perMinute: number[] = []
  const answers: string[] = []
  for (let minute = 0; minute < 20; minute += 1) {
    const before = await messagesTo(mobile)
    answers.push(...(await wave(50)))
    perMinute.push((await messagesTo(mobile)) - before)
    await ageCodes(app, mobile, 61)
  }
  expect(perMinute).toEqual([...Array.from({ length: 7 }, () => 1), ...Array.from({ length: 13 }, () => 0)])
  expect(answers).toHaveLength(1_000)
  expect(countOf(answers, 'none')).toBe(7)
  // The seventh message is the last of the day: parallel requests get the daily limit, not the minute limit.
  expect(countOf(answers, 'codeTooSoon')).toBe(6 * 49)
  expect(countOf(answers, 'codesUsedUp')).toBe(49 + 13 * 50)
  // The daily limit ends 24 hours after the first of them, not earlier.
  const [first] = await app.db
    .select({ at: verificationCodes.createdAt })
    .from(verificationCodes)
    .where(eq(verificationCodes.targetHash, mobile))
    .orderBy(asc(verificationCodes.id))
  const age = (Date.now() - (first?.at.getTime() ?? 0)) / 1000
  await ageCodes(app, mobile, 86_400 - age - 20)
  expect(countOf(await wave(5), 'codesUsedUp')).toBe(5)
  await ageCodes(app, mobile, 21)
  expect(countOf(await wave(50), 'none')).toBe(1)
})

test('SMS: 1,000 parallel requests for one number send one', async () => {
  const mobile = freshMobile()
  const people = Array.from({ length: 100 }, () => visitor(app))
  const answers = await inWaves(1_000, 250, async (i) =>
    requestCode(app, people[i % 100] ?? visitor(app), mobile, 'mobileRegisterLoginCaptcha'),
  )
  expect(countOf(answers.map(failureOf), 'none')).toBe(1)
  expect(countOf(answers.map(failureOf), 'codeTooSoon')).toBe(999)
  expect(await messagesTo(mobile)).toBe(1)
})

test('passwords: 20 guesses an hour over 100 addresses, with captchas; the owner can sign in by SMS', async () => {
  const { loginName, mobile, password } = await registerPerson(app, visitor(app))
  await ageCodes(app, mobile, 61)
  const guess = async (tried: string, client: Client = visitor(app)) =>
    client.api.accounts.login({ loginName, password: tried, ...(await plantCaptcha(app)) }).then(failureOf)
  const answers = await inWaves(100, 20, () => guess('wrong'))
  expect(countOf(answers, 'wrongPassword')).toBe(20)
  expect(countOf(answers, 'tooManyGuesses')).toBe(80)
  const refused = await visitor(app).api.accounts.login({ loginName, password, ...(await plantCaptcha(app)) })
  expect(failureOf(refused)).toBe('tooManyGuesses')
  expect(refused.ok ? '' : refused.failure.message).toMatch(/（(\d+ 分钟|1 小时)后可再试）/)
  const owner = visitor(app)
  const smsCode = await requestAndReadCode(app, owner, mobile, 'mobileLoginCaptcha')
  expect(failureOf(await owner.api.accounts.loginByMobile({ mobile, smsCode }))).toBe('none')
  expect(contentOf(await owner.api.accounts.profile({})).loginName).toBe(loginName)
  // Other users are not locked out.
  contentOf(await visitor(app).api.accounts.login({ loginName: 'buyer', password: demoPassword }))
})

describe('SMS codes: five attempts', () => {
  /** From any address, in the browser that requested the code: other browsers are always refused. */
  const enterIn = (browser: Client) => (mobile: string, smsCode: string) => {
    const client = visitor(app)
    for (const [name, value] of browser.cookies) client.cookies.set(name, value)
    return client.api.accounts.registerLoginByMobile({ mobile, smsCode, agreed: true }).then(failureOf)
  }

  test('sequentially', async () => {
    const mobile = freshMobile()
    const browser = visitor(app)
    const enter = enterIn(browser)
    const code = await requestAndReadCode(app, browser, mobile, 'mobileRegisterLoginCaptcha')
    const answers: string[] = []
    for (let i = 0; i < 10; i += 1) answers.push(await enter(mobile, otherCodeThan(code)))
    expect([countOf(answers, 'codeWrong'), countOf(answers, 'codeSpent')]).toEqual([5, 5])
    expect(await enter(mobile, code)).toBe('codeSpent')
  })

  test('and 100 in parallel from 100 addresses', async () => {
    const mobile = freshMobile()
    const browser = visitor(app)
    const enter = enterIn(browser)
    const code = await requestAndReadCode(app, browser, mobile, 'mobileRegisterLoginCaptcha')
    const answers = await inWaves(100, 100, () => enter(mobile, otherCodeThan(code)))
    expect([countOf(answers, 'codeWrong'), countOf(answers, 'codeSpent')]).toEqual([5, 95])
    expect(await enter(mobile, code)).toBe('codeSpent')
  })

  test('the right one among many in parallel opens one session at most', async () => {
    const mobile = freshMobile()
    const browser = visitor(app)
    const enter = enterIn(browser)
    const code = await requestAndReadCode(app, browser, mobile, 'mobileRegisterLoginCaptcha')
    const answers = await inWaves(20, 20, () => enter(mobile, code))
    expect(countOf(answers, 'none')).toBe(1)
    expect(await lastCode(app, mobile)).toBe(code)
  })

  test('a hundred parallel attempts of strangers do not invalidate the owner’s code', async () => {
    const { mobile } = await registerPerson(app, visitor(app))
    await ageCodes(app, mobile, 61)
    const owner = visitor(app)
    const smsCode = await requestAndReadCode(app, owner, mobile, 'mobileLoginCaptcha')
    const guess = (i: number) => {
      const client = visitor(app)
      if (i % 2 === 0) client.headers.set('app-id', 'open')
      return client.api.accounts.loginByMobile({ mobile, smsCode: i % 10 === 0 ? smsCode : otherCodeThan(smsCode) })
    }
    const answers = await inWaves(100, 100, (i) => guess(i).then(failureOf))
    expect(countOf(answers, 'codeWrong')).toBe(100)
    expect(failureOf(await owner.api.accounts.loginByMobile({ mobile, smsCode }))).toBe('none')
  })
})

describe('captchas: single use, two minutes', () => {
  const use = (answer: { captchaId: string; captcha: string }) =>
    visitor(app)
      .api.accounts.loginNameExists({ loginName: 'buyer', ...answer })
      .then(failureOf)

  test('of 20 parallel right answers one counts', async () => {
    const answer = await plantCaptcha(app)
    const answers = await inWaves(20, 20, () => use(answer))
    expect([countOf(answers, 'none'), countOf(answers, 'captchaWrong')]).toEqual([1, 19])
  })

  test('of 20 parallel answers with one right among them one is tried', async () => {
    const answer = await plantCaptcha(app)
    const wrong = { ...answer, captcha: '????' }
    const answers = await inWaves(20, 20, (i) => use(i === 10 ? answer : wrong))
    expect(countOf(answers, 'none')).toBeLessThanOrEqual(1)
    expect(await use(answer)).toBe('captchaWrong')
  })

  test('expires after two minutes', async () => {
    const answer = await plantCaptcha(app)
    const [row] = await app.db.select().from(captchas).where(eq(captchas.id, answer.captchaId))
    const until = row?.expiresAt.getTime() ?? 0
    expect(until - Date.now()).toBeLessThanOrEqual(120_000)
    await app.db
      .update(captchas)
      .set({ expiresAt: new Date(until - 120_000) })
      .where(eq(captchas.id, answer.captchaId))
    expect(await use(answer)).toBe('captchaWrong')
  })
})
