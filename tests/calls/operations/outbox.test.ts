import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import type { Database } from '../../../src/db/open.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { deliverOutbox, retrySeconds } from '../../../src/server/operations/deliver-outbox.ts'
import { queueMessage, type OutboxMessage } from '../../../src/server/platform/outbox/outbox.ts'
import type { Mail } from '../../../src/server/providers/mail.ts'
import { SendRejectedError } from '../../../src/server/providers/send-rejected-error.ts'
import { createWebPush } from '../../../src/server/providers/web-push/web-push.ts'
import type { Sms } from '../../../src/server/providers/sms.ts'
import { startAppForTest } from '../../support/app.ts'
import { copyTemplate } from '../../support/database.ts'
import { startMockService } from '../../support/mock-service.ts'

// A database without jobs: each test delivers explicitly.
let database: Database
beforeAll(async () => {
  database = await copyTemplate(inject('template'))
})
afterAll(() => database.close())
beforeEach(() => database.db.delete(outboxMessages))

const code: OutboxMessage = {
  channel: 'sms',
  recipient: '13800138000',
  template: 'code',
  params: { code: '406182' },
  text: '登录验证码 406182',
}
const notice: OutboxMessage = { ...code, template: 'notice', params: { text: '密码已变更' }, text: '密码已变更' }
const letter: OutboxMessage = { ...notice, channel: 'mail', recipient: 'li@example.com', subject: '密码已变更' }

const put = (...messages: (OutboxMessage & { readonly lastError?: string })[]) =>
  database.db.insert(outboxMessages).values(messages.map((message) => ({ ...message, params: { ...message.params } })))
const rows = () => database.db.select().from(outboxMessages).orderBy(outboxMessages.id)
/** Ages waiting messages by some seconds. */
const pass = (seconds: number) =>
  database.db.update(outboxMessages).set({ dueAt: sql`${outboxMessages.dueAt} - ${`${seconds} seconds`}::interval` })

interface Given {
  readonly sms?: (sms: Sms) => Promise<void>
  readonly mail?: (mail: Mail) => Promise<void>
  readonly demo?: boolean
  /** Whether there is a template for notices; true by default. */
  readonly notices?: false
}

function around({ sms, mail, demo = false, notices }: Given) {
  const { sms: settings, webPush, siteUrl } = readConfig(notices === false ? {} : { SMS_TEMPLATE_NOTICE: 'T' })
  return {
    config: { demo, sms: settings, webPush },
    providers: {
      sms: sms === undefined ? undefined : { send: sms },
      mail: mail === undefined ? undefined : { send: mail, close: () => {} },
      webPush: createWebPush({ siteUrl, webPush }),
    },
    log: { warn: () => {} },
  }
}
const deliver = (given: Given) => deliverOutbox(database.db, around(given))
const takesSms = (how: (sms: Sms) => Promise<void> = async () => {}) => vi.fn<(sms: Sms) => Promise<void>>(how)
const takesMail = () => vi.fn<(mail: Mail) => Promise<void>>(async () => {})
const away = () => Promise.reject(new Error('connect ECONNREFUSED'))

test('a code is sent once, with its reference, and its contents are deleted', async () => {
  await put(code, letter)
  const [sms, mail] = [takesSms(), takesMail()]
  await deliver({ sms, mail })
  await deliver({ sms, mail })
  const [first, second] = await rows()
  const { mobile, template, params, reference } = { ...code, mobile: code.recipient, reference: `outbox-${first?.id}` }
  expect(sms.mock.calls).toEqual([[{ mobile, template, params, reference }]])
  expect(mail.mock.calls).toEqual([
    [{ to: 'li@example.com', subject: '密码已变更', text: '密码已变更', reference: `outbox-${second?.id}` }],
  ])
  expect(first).toMatchObject({ status: 'sent', text: '', params: {}, attempts: 1 })
  expect(second).toMatchObject({ status: 'sent', text: '密码已变更' })
})

test('an unavailable provider is retried with growing delays, eight times in all', async () => {
  await put(code)
  const sms = takesSms(away)
  for (const [index, seconds] of retrySeconds.entries()) {
    const next = await deliver({ sms })
    expect(next === undefined).toBe(seconds >= 60)
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'queued', attempts: index + 1, lastError: 'connect ECONNREFUSED' })
    await deliver({ sms })
    expect(sms.mock.calls.length).toBe(index + 1)
    await pass(seconds)
  }
  await deliver({ sms })
  expect((await rows())[0]).toMatchObject({ status: 'failed', attempts: 8, text: '', params: {} })
  await pass(86_400)
  await deliver({ sms })
  expect(sms.mock.calls.length).toBe(8)
})

test('a message is sent when the provider is available again', async () => {
  await put(letter)
  await deliver({ mail: away })
  await pass(10)
  const mail = takesMail()
  await deliver({ mail })
  expect(mail.mock.calls.length).toBe(1)
  expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 2, lastError: '' })
})

test('a permanent failure is not retried; provider errors are stored without contents and numbers', async () => {
  await put(code, notice)
  const sms = takesSms(({ template }) =>
    template === 'code'
      ? Promise.reject(new SendRejectedError('isv.MOBILE_NUMBER_ILLEGAL +8613812345678 bad'))
      : Promise.reject(new Error('POST https://sms.example.com/?Param={"text":"406182"} failed')),
  )
  await deliver({ sms })
  const [first, second] = await rows()
  expect(first).toMatchObject({ status: 'failed', lastError: 'isv.MOBILE_NUMBER_ILLEGAL +86138****5678 bad', text: '' })
  expect(second?.lastError).toBe('POST https://sms.example.com/?… failed')
})

test('without a template notices are not sent by SMS, with the reason stored', async () => {
  await put(notice)
  const sms = takesSms()
  await deliver({ sms, notices: false })
  expect(sms.mock.calls).toEqual([])
  expect((await rows())[0]).toMatchObject({
    status: 'failed',
    lastError: expect.stringContaining('SMS_TEMPLATE_NOTICE'),
  })
})

test('expired messages are not sent, and their code is deleted', async () => {
  const over = new Date(Date.now() - 1_000)
  await put({ ...code, expiresAt: over }, { ...notice, expiresAt: over, lastError: 'away' })
  const sms = takesSms()
  await deliver({ sms, demo: true })
  expect(sms.mock.calls).toEqual([])
  expect(await rows()).toMatchObject([
    { status: 'failed', lastError: '已过有效期', text: '', params: {} },
    { status: 'failed', lastError: '已过有效期；away', text: '密码已变更' },
  ])
})

test('without a provider a code stays readable in DEMO only', async () => {
  await put(code)
  await deliver({ demo: true })
  expect((await rows())[0]).toMatchObject({ status: 'sent', text: '登录验证码 406182' })
  await database.db.delete(outboxMessages)
  await put(code)
  await deliver({ demo: false })
  expect((await rows())[0]).toMatchObject({ status: 'sent', text: '', params: {} })
  await database.db.delete(outboxMessages)
  await put(code)
  await deliver({ demo: true, sms: async () => {} })
  expect((await rows())[0]).toMatchObject({ status: 'sent', text: '', params: {} })
})

test('concurrent processes send each message once', async () => {
  await put(...Array.from({ length: 60 }, () => code))
  const sms = takesSms()
  await Promise.all(Array.from({ length: 6 }, () => deliver({ sms })))
  expect(new Set(sms.mock.calls.map(([{ reference }]) => reference)).size).toBe(60)
  expect(sms.mock.calls.length).toBe(60)
})

test('unfinished messages of a process are taken over after two minutes; its late result changes nothing', async () => {
  await put(code)
  const stuck = Promise.withResolvers<void>()
  const first = deliver({ sms: () => stuck.promise })
  await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ status: 'sending' }))
  const sms = takesSms()
  await deliver({ sms })
  expect(sms.mock.calls).toEqual([])
  await pass(120)
  const taken = Promise.withResolvers<void>()
  const second = deliver({ sms: () => taken.promise })
  await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ status: 'sending', attempts: 2 }))
  stuck.reject(new Error('too late'))
  await first
  expect((await rows())[0]).toMatchObject({ status: 'sending', attempts: 2 })
  taken.resolve()
  await second
  expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 2, lastError: '' })
})

test('a queued message is sent within about a second', async () => {
  const side = await startMockService(() => ({ body: '{"Code":"OK","Message":"OK","RequestId":"r"}' }))
  const app = await startAppForTest({
    SMS_PROVIDER: 'aliyun',
    SMS_ENDPOINT: side.url,
    SMS_KEY_ID: 'id',
    SMS_KEY_SECRET: 'secret',
    SMS_SIGN: '药械研发',
    SMS_TEMPLATE_CODE: 'T',
  })
  const afterwards = { jobs: app.runtime.jobs, after: (what: () => unknown) => setImmediate(() => void what()) }
  // A number can receive one code a minute.
  let numbers = 13_800_138_000
  const send = () => {
    const message = { ...code, recipient: String((numbers += 1)) }
    return app.db.transaction((tx) => queueMessage(tx, afterwards, message))
  }
  await send()
  await vi.waitFor(() => expect(side.requests.length).toBe(1), { timeout: 5_000, interval: 20 })
  const started = performance.now()
  await Promise.all(Array.from({ length: 20 }, send))
  await vi.waitFor(() => expect(side.requests.length).toBe(21), { timeout: 5_000, interval: 20 })
  expect(performance.now() - started).toBeLessThan(2_000)
  // The provider receives a message shortly before its row changes; contents of sent messages are deleted.
  const done = and(eq(outboxMessages.status, 'sent'), eq(outboxMessages.text, ''))
  await vi.waitFor(async () => expect(await app.db.$count(outboxMessages, done)).toBe(21), { timeout: 5_000 })
})
