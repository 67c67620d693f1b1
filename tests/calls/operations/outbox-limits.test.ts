import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { CallFailed } from '../../../src/contract/failures.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import {
  outboxChannels,
  outboxTemplates,
  type OutboxChannel,
  type OutboxTemplate,
  type RecipientLimit,
} from '../../../src/domain/operations/outbox-limits.ts'
import { queueMessage, queueMessages, type OutboxMessage } from '../../../src/server/platform/outbox/outbox.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
beforeEach(() => app.db.delete(outboxMessages))

const around = () => ({ after: () => undefined, jobs: app.runtime.jobs })
const messageTo = (recipient: string, template: OutboxTemplate, channel: OutboxChannel = 'sms'): OutboxMessage => ({
  channel,
  recipient,
  template,
  params: { text: '测试' },
  text: '测试',
})
/** The name of the failure, `sent` or `left out`. */
async function put(message: OutboxMessage): Promise<string> {
  const before = await countOf(message.recipient)
  const thrown = await app.db
    .transaction((tx) => queueMessage(tx, around(), message))
    .then(
      () => undefined,
      (cause: unknown) => cause,
    )
  if (thrown instanceof CallFailed) return thrown.failure
  if (thrown !== undefined) throw thrown
  return (await countOf(message.recipient)) > before ? 'sent' : 'left out'
}
const countOf = (recipient: string) => app.db.$count(outboxMessages, eq(outboxMessages.recipientHash, recipient))
const age = (seconds: number) =>
  app.db.update(outboxMessages).set({ createdAt: sql`${outboxMessages.createdAt} - ${`${seconds} seconds`}::interval` })
const leftOut = async (template: OutboxTemplate) => {
  const figures = await app.runtime.metrics.registry.metrics()
  const line = new RegExp(`^portal_outbox_limited_total\\{template="${template}",channel="sms"\\} (\\d+)$`, 'm')
  return Number(line.exec(figures)?.[1] ?? 0)
}

const templates: OutboxTemplate[] = ['code', 'invitation', 'security', 'notice']
const tightest = (limits: readonly RecipientLimit[]) => limits.toSorted((a, b) => a.max - b.max)[0]?.max ?? 0

test('every template is covered here', () => {
  expect(Object.keys(outboxTemplates).toSorted()).toEqual(templates.toSorted())
})

describe.each(templates)('%s', (template) => {
  test.each(outboxChannels)('60 by %s to one recipient at once: no more than the limit', async (channel) => {
    const most = tightest(outboxTemplates[template][channel])
    const recipient = channel === 'sms' ? '13912340000' : 'li@example.com'
    const work = Array.from({ length: 60 }, () => put(messageTo(recipient, template, channel)))
    await Promise.all(work)
    expect(await countOf(recipient)).toBe(Math.min(60, most))
    // Other recipients are not affected.
    expect(await put(messageTo(`x${recipient}`, template, channel))).toBe('sent')
  })

  test('the limits hold in one insert of many messages', async () => {
    const most = tightest(outboxTemplates[template].sms)
    const many = Array.from({ length: 60 }, () => messageTo('13912340001', template))
    const two = [...many, messageTo('13912340002', template)]
    const refuses = template === 'code' || template === 'invitation'
    const done = app.db.transaction((tx) => queueMessages(tx, around(), two))
    if (refuses) await expect(done).rejects.toBeInstanceOf(CallFailed)
    else await done
    expect(await countOf('13912340001')).toBe(refuses ? 0 : most)
    expect(await countOf('13912340002')).toBe(refuses ? 0 : 1)
  })
})

test('a call for a code returns when to retry; a notice is dropped and counted', async () => {
  const mobile = '13912340003'
  expect(await put(messageTo(mobile, 'code'))).toBe('sent')
  expect(await put(messageTo(mobile, 'code'))).toBe('codeTooSoon')
  for (let i = 0; i < 9; i += 1) {
    await age(61)
    expect(await put(messageTo(mobile, 'code'))).toBe('sent')
  }
  await age(61)
  expect(await put(messageTo(mobile, 'code'))).toBe('codesUsedUp')
  for (let i = 0; i < 3; i += 1) expect(await put(messageTo(mobile, 'invitation'))).toBe('sent')
  expect(await put(messageTo(mobile, 'invitation'))).toBe('invitationsUsedUp')
  const before = await leftOut('notice')
  for (let i = 0; i < 5; i += 1) expect(await put(messageTo(mobile, 'notice'))).toBe('sent')
  expect(await put(messageTo(mobile, 'notice'))).toBe('left out')
  expect(await leftOut('notice')).toBe(before + 1)
  // Notices do not use up the limit of security messages.
  expect(await put(messageTo(mobile, 'security'))).toBe('sent')
})

test('hourly limits reset after an hour, daily limits after a day', async () => {
  const mobile = '13912340004'
  const burst = async () => {
    const done: string[] = []
    for (let i = 0; i < 6; i += 1) done.push(await put(messageTo(mobile, 'notice')))
    return done.filter((one) => one === 'sent').length
  }
  const hours: number[] = []
  for (let hour = 0; hour < 6; hour += 1) {
    hours.push(await burst())
    await age(3_601)
  }
  expect(hours).toEqual([5, 5, 5, 5, 0, 0])
  await age(86_400 - 6 * 3_601 - 30)
  expect(await burst()).toBe(0)
  await age(60)
  expect(await burst()).toBe(5)
})
