import { asc, desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { captchas, users, verificationCodes } from '../../../src/db/tables/accounts.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { redeemCode } from '../../../src/server/session/codes.ts'
import { hashToken } from '../../../src/server/platform/tokens.ts'
import { addressHeader } from '../../../src/server/http/request-facts.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { lastCode, ageCodes } from '../../support/verification-codes.ts'
import { requestCode, requestAndReadCode, freshMobile, otherCodeThan, registerPerson } from '../../support/sign-up.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

/** Codes are bound to the requesting browser: one browser per number. */
const browsers = new Map<string, Client>()
const browserOf = (mobile: string) => browsers.get(mobile) ?? newBrowser(mobile)
function newBrowser(mobile: string): Client {
  const client = visitor(app)
  browsers.set(mobile, client)
  return client
}
const enter = (mobile: string, smsCode: string) =>
  browserOf(mobile).api.accounts.registerLoginByMobile({ mobile, smsCode, agreed: true }).then(failureOf)
const sent = (mobile: string) => requestAndReadCode(app, browserOf(mobile), mobile, 'mobileRegisterLoginCaptcha')
const senders = ['register', 'mobileLoginCaptcha', 'mobileRegisterLoginCaptcha', 'resetPasswordCaptchaSend'] as const

describe('requesting a code', () => {
  test('queues one Chinese message, which is not sent after the code has expired', async () => {
    const mobile = freshMobile()
    expect(contentOf(await requestCode(app, visitor(app), mobile, 'register'))).toEqual({
      resendAfter: 60,
      expiresIn: 300,
    })
    const messages = await app.db.select().from(outboxMessages).where(eq(outboxMessages.recipientHash, mobile))
    const [code] = await app.db.select().from(verificationCodes).where(eq(verificationCodes.targetHash, mobile))
    expect(messages).toHaveLength(1)
    expect(messages[0]?.text).toMatch(/^注册验证码 \d{6}，5 分钟内有效。请勿告诉他人/)
    expect(messages[0]).toMatchObject({ channel: 'sms', template: 'code', expiresAt: code?.expiresAt })
    expect(messages[0]?.params).toEqual({ code: await lastCode(app, mobile) })
    expect((code?.expiresAt.getTime() ?? 0) - (code?.createdAt.getTime() ?? 0)).toBe(300_000)
    expect(JSON.stringify(code)).not.toContain(await lastCode(app, mobile))
  })

  test('stores nothing that allows guessing the six digits without the key of the installation', async () => {
    const mobile = freshMobile()
    const code = await sent(mobile)
    const [row] = await app.db.select().from(verificationCodes).where(eq(verificationCodes.targetHash, mobile))
    const text = `${row?.purpose} ${mobile} ${code}`
    expect([hashToken(text), hashToken(code), code]).not.toContain(row?.codeHash)
    expect(await enter(mobile, code)).toBe('none')
  })

  test.each(senders)('%s wants a captcha each time, and a number', async (by) => {
    const mobile = freshMobile()
    const { accounts } = visitor(app).api
    const call = (input: { mobile: string; captchaId?: string; captcha?: string }) =>
      by === 'register' ? accounts.smsCaptcha({ ...input, purpose: by }) : accounts[by](input)
    expect(failureOf(await call({ mobile }))).toBe('captchaWrong')
    expect(failureOf(await call({ ...(await plantCaptcha(app)), mobile, captcha: '????' }))).toBe('captchaWrong')
    expect(fieldsWithErrors(await call({ mobile: '12345', ...(await plantCaptcha(app)) }))).toEqual(['mobile'])
    expect(await app.db.$count(verificationCodes, eq(verificationCodes.targetHash, mobile))).toBe(0)
  })

  test('is limited to one a minute for any purpose, and returns the seconds left', async () => {
    const mobile = freshMobile()
    await sent(mobile)
    for (const by of senders) {
      const answer = await requestCode(app, visitor(app), mobile, by)
      expect(failureOf(answer)).toBe('codeTooSoon')
      const wait = answer.ok ? 0 : answer.failure.content
      expect(wait).toEqual({ retryAfter: expect.any(Number) })
      expect(answer.ok ? '' : answer.failure.message).toMatch(/（(5\d|60) 秒后可再试）|（1 分钟后可再试）/)
    }
    await ageCodes(app, mobile, 61)
    expect(failureOf(await requestCode(app, visitor(app), mobile, 'register'))).toBe('none')
  })

  test('refuses unknown browsers after seven a day until the first is a day old', async () => {
    const mobile = freshMobile()
    for (let i = 0; i < 7; i += 1) {
      contentOf(await requestCode(app, visitor(app), mobile, 'register'))
      await ageCodes(app, mobile, 3600)
    }
    const answer = await requestCode(app, visitor(app), mobile, 'register')
    expect(failureOf(answer)).toBe('codesUsedUp')
    expect(answer.ok ? '' : answer.failure.message).toContain('（17 小时后可再试）')
    await ageCodes(app, mobile, 17 * 3600)
    expect(failureOf(await requestCode(app, visitor(app), mobile, 'register'))).toBe('none')
    await ageCodes(app, mobile, 61)
    expect(failureOf(await requestCode(app, visitor(app), mobile, 'register'))).toBe('codesUsedUp')
  })

  test('reserves the last three of ten a day for browsers in which the account signed in', async () => {
    const owner = visitor(app)
    const { mobile } = await registerPerson(app, owner)
    const cookies = [...owner.cookies.keys()]
    expect(cookies).toContain('browser')
    for (let i = 0; i < 6; i += 1) {
      await ageCodes(app, mobile, 61)
      contentOf(await requestCode(app, visitor(app), mobile, 'mobileLoginCaptcha'))
    }
    await ageCodes(app, mobile, 61)
    expect(failureOf(await requestCode(app, visitor(app), mobile, 'mobileLoginCaptcha'))).toBe('codesUsedUp')
    for (let i = 0; i < 3; i += 1) {
      contentOf(await requestCode(app, owner, mobile, 'mobileLoginCaptcha'))
      await ageCodes(app, mobile, 61)
    }
    expect(failureOf(await requestCode(app, owner, mobile, 'mobileLoginCaptcha'))).toBe('codesUsedUp')
  })
})

describe('a code is bound to its requester', () => {
  const login = (client: Client, mobile: string, smsCode: string, codeId?: string) =>
    client.api.accounts.loginByMobile({ mobile, smsCode, ...(codeId === undefined ? {} : { codeId }) }).then(failureOf)
  const owned = async () => {
    const { mobile } = await registerPerson(app, visitor(app))
    await ageCodes(app, mobile, 61)
    return mobile
  }
  /** An app without cookies. */
  const appOf = (appId: 'mini' | 'open', address?: string) => {
    const client = visitor(app)
    client.headers.set('app-id', appId)
    if (address !== undefined) client.headers.set(addressHeader, address)
    return client
  }

  test('attempts of others neither use it up nor are checked against it', async () => {
    const mobile = await owned()
    const [owner, stranger] = [visitor(app), visitor(app)]
    const code = await requestAndReadCode(app, owner, mobile, 'mobileLoginCaptcha')
    for (let i = 0; i < 6; i += 1) expect(await login(stranger, mobile, otherCodeThan(code))).toBe('codeWrong')
    expect(await login(stranger, mobile, code)).toBe('codeWrong')
    expect(await login(visitor(app), mobile, code)).toBe('codeWrong')
    expect(await login(owner, mobile, code)).toBe('none')
  })

  test('a request of others uses up only their own code, the first stays valid', async () => {
    const mobile = await owned()
    const [owner, stranger] = [visitor(app), visitor(app)]
    const code = await requestAndReadCode(app, owner, mobile, 'resetPasswordCaptchaSend')
    await ageCodes(app, mobile, 61)
    const theirs = await requestAndReadCode(app, stranger, mobile, 'resetPasswordCaptchaSend')
    const check = (client: Client, smsCode: string) =>
      client.api.accounts.resetPasswordCaptchaCheck({ mobile, smsCode }).then(failureOf)
    for (let i = 0; i < 5; i += 1) expect(await check(stranger, otherCodeThan(theirs))).toBe('codeWrong')
    expect(await check(stranger, theirs)).toBe('codeSpent')
    expect(await check(owner, code)).toBe('none')
  })

  test('an app without cookies is identified by its address, or by the code id from any address', async () => {
    for (const appId of ['mini', 'open'] as const) {
      const mobile = await owned()
      const client = appOf(appId)
      const code = await requestAndReadCode(app, client, mobile, 'mobileLoginCaptcha')
      client.cookies.clear()
      expect(await login(appOf(appId), mobile, code)).toBe('codeWrong')
      expect(await login(client, mobile, code)).toBe('none')
      await ageCodes(app, mobile, 61)
      const { codeId = '' } = contentOf(await requestCode(app, client, mobile, 'mobileLoginCaptcha'))
      const smsCode = await lastCode(app, mobile)
      expect(await login(appOf(appId), mobile, smsCode, 'guessed')).toBe('codeWrong')
      expect(await login(appOf(appId), mobile, smsCode, codeId)).toBe('none')
    }
  })

  test('attempts of others behind the same address do not count against the code id', async () => {
    const mobile = await owned()
    const client = appOf('mini')
    const { codeId = '' } = contentOf(await requestCode(app, client, mobile, 'mobileLoginCaptcha'))
    const code = await lastCode(app, mobile)
    const neighbour = appOf('mini', client.headers.get(addressHeader))
    for (let i = 0; i < 5; i += 1) expect(await login(neighbour, mobile, otherCodeThan(code))).toBe('codeWrong')
    expect(await login(neighbour, mobile, code)).toBe('codeSpent')
    expect(await login(client, mobile, code, codeId)).toBe('none')
  })

  test("the browser's secret signs nobody in and is not readable by scripts", async () => {
    const client = visitor(app)
    await requestCode(app, client, freshMobile(), 'register')
    expect(client.setCookies()).toEqual([expect.stringMatching(/^browser=[\w-]{43}; HttpOnly; Path=\/; SameSite=Lax;/)])
    expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
    const [row] = await app.db.select().from(verificationCodes).orderBy(desc(verificationCodes.id)).limit(1)
    expect(JSON.stringify(row)).not.toContain(client.cookies.get('browser'))
  })
})

describe('a code', () => {
  test('is valid for five minutes', async () => {
    const [early, late] = [freshMobile(), freshMobile()]
    const [first, second] = [await sent(early), await sent(late)]
    await ageCodes(app, early, 290)
    await ageCodes(app, late, 301)
    expect([await enter(early, first), await enter(late, second)]).toEqual(['none', 'codeWrong'])
  })

  test('is invalid once a newer one was requested', async () => {
    const mobile = freshMobile()
    const first = await sent(mobile)
    await ageCodes(app, mobile, 61)
    const second = await sent(mobile)
    if (first !== second) expect(await enter(mobile, first)).toBe('codeWrong')
    expect(await enter(mobile, second)).toBe('none')
  })

  test('is refused after five attempts, and a new one starts again', async () => {
    const mobile = freshMobile()
    const code = await sent(mobile)
    for (let i = 0; i < 5; i += 1) expect(await enter(mobile, otherCodeThan(code))).toBe('codeWrong')
    expect(await enter(mobile, code)).toBe('codeSpent')
    await ageCodes(app, mobile, 61)
    expect(await enter(mobile, await sent(mobile))).toBe('none')
  })

  test('cannot be checked inside a transaction, whose rollback would discard the attempt', async () => {
    const key = { target: freshMobile(), purpose: 'login', code: '123456', userId: 1 } as const
    const inside = app.db.transaction((tx) => redeemCode(tx, key, async () => undefined))
    await expect(inside).rejects.toThrow('outside of the transaction')
  })
})

describe('codes of signed-in users', () => {
  const ask = async (client: Client, mobile: string, purpose: 'changeMobile' | 'newMobile') =>
    client.api.accounts.smsCaptcha({ mobile, purpose, ...(await plantCaptcha(app)) })

  test('require a session', async () => {
    expect(failureOf(await ask(visitor(app), freshMobile(), 'changeMobile'))).toBe('sessionInvalid')
    expect(failureOf(await ask(visitor(app), freshMobile(), 'newMobile'))).toBe('sessionInvalid')
    const input = { mobile: freshMobile(), smsCode: '123456', purpose: 'changeMobile' } as const
    expect(failureOf(await visitor(app).api.accounts.mobileCaptchaCheck(input))).toBe('sessionInvalid')
  })

  test('changeMobile is sent to the own number only, and its proof is bound to the requester', async () => {
    const [client, other] = [visitor(app), visitor(app)]
    const [{ mobile }, stranger] = [await registerPerson(app, client), await registerPerson(app, other)]
    expect(fieldsWithErrors(await ask(client, stranger.mobile, 'changeMobile'))).toEqual(['mobile'])
    await ageCodes(app, mobile, 61)
    contentOf(await ask(client, '', 'changeMobile'))
    const input = { mobile, smsCode: await lastCode(app, mobile), purpose: 'changeMobile' } as const
    expect(failureOf(await other.api.accounts.mobileCaptchaCheck(input))).toBe('codeWrong')
    expect(contentOf(await client.api.accounts.mobileCaptchaCheck(input)).expiresIn).toBe(600)
  })

  test('newMobile is sent to any number, used or not', async () => {
    const client = visitor(app)
    await registerPerson(app, client)
    const [someone] = await app.db.select().from(users).where(eq(users.loginName, 'buyer2'))
    const used = await ask(client, someone?.mobile ?? '', 'newMobile')
    expect(used).toEqual(await ask(client, freshMobile(), 'newMobile'))
    expect(contentOf(used).resendAfter).toBe(60)
    expect(fieldsWithErrors(await ask(client, '', 'newMobile'))).toEqual(['mobile'])
  })
})

test('expired captchas are deleted within an hour, codes after two days', async () => {
  const [old, young] = [freshMobile(), freshMobile()]
  await sent(old)
  await sent(young)
  await ageCodes(app, old, 49 * 3600)
  await ageCodes(app, young, 47 * 3600)
  const [gone, kept] = [await plantCaptcha(app), await plantCaptcha(app)]
  await app.db
    .update(captchas)
    .set({ expiresAt: new Date(0) })
    .where(eq(captchas.id, gone.captchaId))
  await app.runtime.jobs.wake('accounts-forget-codes')
  const left = async () => {
    const codes = await app.db
      .select({ target: verificationCodes.target })
      .from(verificationCodes)
      .orderBy(asc(verificationCodes.id))
    const pictures = await app.db.select({ id: captchas.id }).from(captchas)
    return [old, young, gone.captchaId, kept.captchaId].filter((each) =>
      [...codes.map(({ target }) => target), ...pictures.map(({ id }) => id)].includes(each),
    )
  }
  await expect.poll(left, { timeout: 15_000 }).toEqual([young, kept.captchaId])
})
