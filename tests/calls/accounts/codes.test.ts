import { asc, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captchas, users, verificationCodes } from '../../../src/db/tables/accounts.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { takeCode } from '../../../src/server/session/codes.ts'
import { addressHeader } from '../../../src/server/http/request-facts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { lastCode, letCodesAge } from '../../support/codes.ts'
import { askCode, codeBy, freshMobile, otherThan, registered } from '../../support/sign-up.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Codes are bound to the browser that asked: one for each number. */
const browsers = new Map<string, Client>()
const browserOf = (mobile: string) => browsers.get(mobile) ?? newBrowser(mobile)
function newBrowser(mobile: string): Client {
  const client = visitor(app)
  browsers.set(mobile, client)
  return client
}
const enter = (mobile: string, smsCode: string) =>
  browserOf(mobile).api.accounts.registerLoginByMobile({ mobile, smsCode, agreed: true }).then(failureOf)
const sent = (mobile: string) => codeBy(app, browserOf(mobile), mobile, 'mobileRegisterLoginCaptcha')
const senders = ['register', 'mobileLoginCaptcha', 'mobileRegisterLoginCaptcha', 'resetPasswordCaptchaSend'] as const

describe('asking for a code', () => {
  test('queues one message, in Chinese, that is not sent any more when the code has ended', async () => {
    const mobile = freshMobile()
    expect(contentOf(await askCode(app, visitor(app), mobile, 'register'))).toEqual({ resendAfter: 60, expiresIn: 300 })
    const messages = await app.db.select().from(outboxMessages).where(eq(outboxMessages.recipient, mobile))
    const [code] = await app.db.select().from(verificationCodes).where(eq(verificationCodes.target, mobile))
    expect(messages).toHaveLength(1)
    expect(messages[0]?.text).toMatch(/^注册验证码 \d{6}，5 分钟内有效。请勿告诉他人/)
    expect(messages[0]).toMatchObject({ channel: 'sms', template: 'code', expiresAt: code?.expiresAt })
    expect(messages[0]?.params).toEqual({ code: await lastCode(app, mobile) })
    expect((code?.expiresAt.getTime() ?? 0) - (code?.createdAt.getTime() ?? 0)).toBe(300_000)
    expect(JSON.stringify(code)).not.toContain(await lastCode(app, mobile))
  })

  test.each(senders)('%s wants a captcha each time, and a number', async (by) => {
    const mobile = freshMobile()
    const { accounts } = visitor(app).api
    const call = (input: { mobile: string; captchaId?: string; captcha?: string }) =>
      by === 'register' ? accounts.smsCaptcha({ ...input, purpose: by }) : accounts[by](input)
    expect(failureOf(await call({ mobile }))).toBe('captchaWrong')
    expect(failureOf(await call({ ...(await plantCaptcha(app)), mobile, captcha: '????' }))).toBe('captchaWrong')
    expect(faultyFields(await call({ mobile: '12345', ...(await plantCaptcha(app)) }))).toEqual(['mobile'])
    expect(await app.db.$count(verificationCodes, eq(verificationCodes.target, mobile))).toBe(0)
  })

  test('again is too soon for a minute, whatever it is for, and tells the seconds', async () => {
    const mobile = freshMobile()
    await sent(mobile)
    for (const by of senders) {
      const answer = await askCode(app, visitor(app), mobile, by)
      expect(failureOf(answer)).toBe('codeTooSoon')
      const wait = answer.ok ? 0 : answer.failure.content
      expect(wait).toEqual({ retryAfter: expect.any(Number) })
      expect(answer.ok ? '' : answer.failure.message).toMatch(/（(5\d|60) 秒后可再试）|（1 分钟后可再试）/)
    }
    await letCodesAge(app, mobile, 61)
    expect(failureOf(await askCode(app, visitor(app), mobile, 'register'))).toBe('none')
  })

  test('more than seven times in a day is refused to strangers until the first is a day old', async () => {
    const mobile = freshMobile()
    for (let i = 0; i < 7; i += 1) {
      contentOf(await askCode(app, visitor(app), mobile, 'register'))
      await letCodesAge(app, mobile, 3600)
    }
    const answer = await askCode(app, visitor(app), mobile, 'register')
    expect(failureOf(answer)).toBe('codesUsedUp')
    expect(answer.ok ? '' : answer.failure.message).toContain('（17 小时后可再试）')
    await letCodesAge(app, mobile, 17 * 3600)
    expect(failureOf(await askCode(app, visitor(app), mobile, 'register'))).toBe('none')
    await letCodesAge(app, mobile, 61)
    expect(failureOf(await askCode(app, visitor(app), mobile, 'register'))).toBe('codesUsedUp')
  })

  test('leaves the last three of the day’s ten to browsers in which the account signed in', async () => {
    const owner = visitor(app)
    const { mobile } = await registered(app, owner)
    const cookies = [...owner.cookies.keys()]
    expect(cookies).toContain('browser')
    for (let i = 0; i < 6; i += 1) {
      await letCodesAge(app, mobile, 61)
      contentOf(await askCode(app, visitor(app), mobile, 'mobileLoginCaptcha'))
    }
    await letCodesAge(app, mobile, 61)
    expect(failureOf(await askCode(app, visitor(app), mobile, 'mobileLoginCaptcha'))).toBe('codesUsedUp')
    for (let i = 0; i < 3; i += 1) {
      contentOf(await askCode(app, owner, mobile, 'mobileLoginCaptcha'))
      await letCodesAge(app, mobile, 61)
    }
    expect(failureOf(await askCode(app, owner, mobile, 'mobileLoginCaptcha'))).toBe('codesUsedUp')
  })
})

describe('a code is bound to whoever asked for it', () => {
  const login = (client: Client, mobile: string, smsCode: string, codeId?: string) =>
    client.api.accounts.loginByMobile({ mobile, smsCode, ...(codeId === undefined ? {} : { codeId }) }).then(failureOf)
  const owned = async () => {
    const { mobile } = await registered(app, visitor(app))
    await letCodesAge(app, mobile, 61)
    return mobile
  }
  /** An app that keeps no cookies. */
  const appOf = (appId: 'mini' | 'open', address?: string) => {
    const client = visitor(app)
    client.headers.set('app-id', appId)
    if (address !== undefined) client.headers.set(addressHeader, address)
    return client
  }

  test('a stranger’s guesses neither spend it nor are judged by it, right or wrong', async () => {
    const mobile = await owned()
    const [owner, stranger] = [visitor(app), visitor(app)]
    const code = await codeBy(app, owner, mobile, 'mobileLoginCaptcha')
    for (let i = 0; i < 6; i += 1) expect(await login(stranger, mobile, otherThan(code))).toBe('codeWrong')
    expect(await login(stranger, mobile, code)).toBe('codeWrong')
    expect(await login(visitor(app), mobile, code)).toBe('codeWrong')
    expect(await login(owner, mobile, code)).toBe('none')
  })

  test('a stranger who asks for another spends only that one, and the owner’s stays good', async () => {
    const mobile = await owned()
    const [owner, stranger] = [visitor(app), visitor(app)]
    const code = await codeBy(app, owner, mobile, 'resetPasswordCaptchaSend')
    await letCodesAge(app, mobile, 61)
    const theirs = await codeBy(app, stranger, mobile, 'resetPasswordCaptchaSend')
    const check = (client: Client, smsCode: string) =>
      client.api.accounts.resetPasswordCaptchaCheck({ mobile, smsCode }).then(failureOf)
    for (let i = 0; i < 5; i += 1) expect(await check(stranger, otherThan(theirs))).toBe('codeWrong')
    expect(await check(stranger, theirs)).toBe('codeSpent')
    expect(await check(owner, code)).toBe('none')
  })

  test('an app without cookies signs in by its address alone, and by the code id from any', async () => {
    for (const appId of ['mini', 'open'] as const) {
      const mobile = await owned()
      const client = appOf(appId)
      const code = await codeBy(app, client, mobile, 'mobileLoginCaptcha')
      client.cookies.clear()
      expect(await login(appOf(appId), mobile, code)).toBe('codeWrong')
      expect(await login(client, mobile, code)).toBe('none')
      await letCodesAge(app, mobile, 61)
      const { codeId = '' } = contentOf(await askCode(app, client, mobile, 'mobileLoginCaptcha'))
      const smsCode = await lastCode(app, mobile)
      expect(await login(appOf(appId), mobile, smsCode, 'guessed')).toBe('codeWrong')
      expect(await login(appOf(appId), mobile, smsCode, codeId)).toBe('none')
    }
  })

  test('guesses of others behind the same address do not spend the tries of the code id', async () => {
    const mobile = await owned()
    const client = appOf('mini')
    const { codeId = '' } = contentOf(await askCode(app, client, mobile, 'mobileLoginCaptcha'))
    const code = await lastCode(app, mobile)
    const neighbour = appOf('mini', client.headers.get(addressHeader))
    for (let i = 0; i < 5; i += 1) expect(await login(neighbour, mobile, otherThan(code))).toBe('codeWrong')
    expect(await login(neighbour, mobile, code)).toBe('codeSpent')
    expect(await login(client, mobile, code, codeId)).toBe('none')
  })

  test('the browser’s secret signs nobody in, and scripts cannot read it', async () => {
    const client = visitor(app)
    await askCode(app, client, freshMobile(), 'register')
    expect(client.setCookies()).toEqual([expect.stringMatching(/^browser=[\w-]{43}; HttpOnly; Path=\/; SameSite=Lax;/)])
    expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
    const [row] = await app.db.select().from(verificationCodes).orderBy(desc(verificationCodes.id)).limit(1)
    expect(JSON.stringify(row)).not.toContain(client.cookies.get('browser'))
  })
})

describe('a code', () => {
  test('is good for five minutes', async () => {
    const [early, late] = [freshMobile(), freshMobile()]
    const [first, second] = [await sent(early), await sent(late)]
    await letCodesAge(app, early, 290)
    await letCodesAge(app, late, 301)
    expect([await enter(early, first), await enter(late, second)]).toEqual(['none', 'codeWrong'])
  })

  test('is worth nothing once a newer one was asked for', async () => {
    const mobile = freshMobile()
    const first = await sent(mobile)
    await letCodesAge(app, mobile, 61)
    const second = await sent(mobile)
    if (first !== second) expect(await enter(mobile, first)).toBe('codeWrong')
    expect(await enter(mobile, second)).toBe('none')
  })

  test('is refused after five tries, and a new one begins anew', async () => {
    const mobile = freshMobile()
    const code = await sent(mobile)
    for (let i = 0; i < 5; i += 1) expect(await enter(mobile, otherThan(code))).toBe('codeWrong')
    expect(await enter(mobile, code)).toBe('codeSpent')
    await letCodesAge(app, mobile, 61)
    expect(await enter(mobile, await sent(mobile))).toBe('none')
  })

  test('cannot be tried inside a transaction, whose failure would forgive the try', async () => {
    const key = { target: freshMobile(), purpose: 'login', code: '123456', userId: 1 } as const
    const inside = app.db.transaction((tx) => takeCode(tx, key, async () => undefined))
    await expect(inside).rejects.toThrow('outside of the transaction')
  })
})

describe('codes of people who are signed in', () => {
  const ask = async (client: Client, mobile: string, purpose: 'changeMobile' | 'newMobile') =>
    client.api.accounts.smsCaptcha({ mobile, purpose, ...(await plantCaptcha(app)) })

  test('go to nobody who is signed out', async () => {
    expect(failureOf(await ask(visitor(app), freshMobile(), 'changeMobile'))).toBe('sessionInvalid')
    expect(failureOf(await ask(visitor(app), freshMobile(), 'newMobile'))).toBe('sessionInvalid')
    const input = { mobile: freshMobile(), smsCode: '123456', purpose: 'changeMobile' } as const
    expect(failureOf(await visitor(app).api.accounts.mobileCaptchaCheck(input))).toBe('sessionInvalid')
  })

  test('changeMobile goes to the own number only, and its proof to whoever asked', async () => {
    const [client, other] = [visitor(app), visitor(app)]
    const [{ mobile }, stranger] = [await registered(app, client), await registered(app, other)]
    expect(faultyFields(await ask(client, stranger.mobile, 'changeMobile'))).toEqual(['mobile'])
    await letCodesAge(app, mobile, 61)
    contentOf(await ask(client, '', 'changeMobile'))
    const input = { mobile, smsCode: await lastCode(app, mobile), purpose: 'changeMobile' } as const
    expect(failureOf(await other.api.accounts.mobileCaptchaCheck(input))).toBe('codeWrong')
    expect(contentOf(await client.api.accounts.mobileCaptchaCheck(input)).expiresIn).toBe(600)
  })

  test('newMobile goes to any number, told or not that it is used', async () => {
    const client = visitor(app)
    await registered(app, client)
    const [someone] = await app.db.select().from(users).where(eq(users.loginName, 'buyer2'))
    const used = await ask(client, someone?.mobile ?? '', 'newMobile')
    expect(used).toEqual(await ask(client, freshMobile(), 'newMobile'))
    expect(contentOf(used).resendAfter).toBe(60)
    expect(faultyFields(await ask(client, '', 'newMobile'))).toEqual(['mobile'])
  })
})

test('what is over is forgotten: captchas within the hour, codes after two days', async () => {
  const [old, young] = [freshMobile(), freshMobile()]
  await sent(old)
  await sent(young)
  await letCodesAge(app, old, 49 * 3600)
  await letCodesAge(app, young, 47 * 3600)
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
