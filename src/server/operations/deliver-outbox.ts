import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { pushDevices, sessions } from '../../db/tables/accounts.ts'
import { outboxMessages } from '../../db/tables/operations.ts'
import type { OutboxTemplate } from '../../domain/operations/outbox-limits.ts'
import type { Providers } from '../providers/providers.ts'
import { reasonOf, SendRejectedError } from '../providers/send-rejected-error.ts'
import { templateOf } from '../providers/sms.ts'
import { findPushKey } from '../providers/web-push/push-key.ts'
import { SubscriptionGoneError } from '../providers/web-push/web-push.ts'

type Message = typeof outboxMessages.$inferSelect

interface DeliveryContext {
  readonly config: Pick<Config, 'demo' | 'sms' | 'webPush'>
  readonly providers: Pick<Providers, 'sms' | 'mail' | 'webPush'>
  readonly log: Pick<Logger, 'warn'>
}

/** Retry delays in seconds; after the last one the message fails. */
export const retrySeconds = [10, 30, 120, 600, 3_600, 3_600, 3_600] as const
/** Seconds until an unfinished claim expires and another process may take the message. */
const claimSeconds = 120
/** Messages per batch, sent in parallel within one claim. */
const batch = 10
const waiting = ['queued', 'sending'] as const
/** Templates with secret content, which is deleted after delivery or expiry. */
const secretTemplates: readonly OutboxTemplate[] = ['code', 'invitation']
/** Setting required to send a template by SMS. */
const templateSettings: Readonly<Record<OutboxTemplate, string>> = {
  code: 'SMS_TEMPLATE_CODE',
  invitation: 'SMS_TEMPLATE_INVITATION',
  security: 'SMS_TEMPLATE_NOTICE',
  notice: 'SMS_TEMPLATE_NOTICE',
}

/**
 * Sends due messages. Safe to run concurrently: rows are claimed for a limited time. Killing a process loses nothing;
 * at worst a message is sent twice with the same reference. Returns the seconds until the next retry if that is within
 * a minute.
 */
export async function deliverOutbox(db: Db, context: DeliveryContext): Promise<number | undefined> {
  await expireOverdue(db)
  for (;;) {
    const messages = await claimMessages(db)
    if (messages.length === 0) return getSecondsUntilNext(db)
    await Promise.all(messages.map((message) => deliverMessage(db, message, context)))
  }
}

/** Fails expired messages and deletes their secret content. */
async function expireOverdue(db: Db): Promise<void> {
  const { status, text, params, lastError, template, dueAt, expiresAt } = outboxMessages
  const isSecret = inArray(template, [...secretTemplates])
  await db
    .update(outboxMessages)
    .set({
      status: 'failed',
      lastError: sql`case when ${lastError} = '' then '已过有效期' else '已过有效期；' || ${lastError} end`,
      text: sql`case when ${isSecret} then '' else ${text} end`,
      params: sql`case when ${isSecret} then '{}'::jsonb else ${params} end`,
    })
    .where(
      and(or(eq(status, 'queued'), and(eq(status, 'sending'), lte(dueAt, sql`now()`))), lte(expiresAt, sql`now()`)),
    )
}

function claimMessages(db: Db): Promise<Message[]> {
  const due = db
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(and(inArray(outboxMessages.status, waiting), lte(outboxMessages.dueAt, sql`now()`)))
    .orderBy(asc(outboxMessages.dueAt))
    .limit(batch)
    .for('update', { skipLocked: true })
  return db
    .update(outboxMessages)
    .set({
      status: 'sending',
      attempts: sql`${outboxMessages.attempts} + 1`,
      dueAt: sql`now() + ${`${claimSeconds} seconds`}::interval`,
    })
    .where(inArray(outboxMessages.id, due))
    .returning()
}

async function deliverMessage(db: Db, message: Message, context: DeliveryContext): Promise<void> {
  // Claim condition: another process that took the row increased `attempts`.
  const mine = and(
    eq(outboxMessages.id, message.id),
    eq(outboxMessages.status, 'sending'),
    eq(outboxMessages.attempts, message.attempts),
  )
  const save = (values: Partial<typeof outboxMessages.$inferInsert>) =>
    db
      .update(outboxMessages)
      .set({ ...values, dueAt: values.dueAt ?? new Date() })
      .where(mine)
  // Secret content is deleted unless the demo shows it.
  const shown = context.config.demo && message.channel !== 'device' && context.providers[message.channel] === undefined
  const end = secretTemplates.includes(message.template) && !shown ? { params: {}, text: '' } : {}
  try {
    await sendMessage(db, message, context)
    await save({ status: 'sent', sentAt: new Date(), lastError: '', ...end })
  } catch (cause) {
    const lastError = reasonOf(cause)
    const seconds = cause instanceof SendRejectedError ? undefined : retrySeconds[message.attempts - 1]
    const { id, channel, attempts } = message
    if (seconds === undefined) {
      await save({ status: 'failed', lastError, ...end })
      context.log.warn({ id, channel, attempts }, 'a message is given up')
    } else {
      await save({ status: 'queued', lastError, dueAt: new Date(Date.now() + seconds * 1000) })
      context.log.warn({ id, channel, attempts, seconds }, 'a message waits to be tried again')
    }
  }
}

/** Without a provider the message stays in the outbox only. */
async function sendMessage(db: Db, message: Message, context: DeliveryContext): Promise<void> {
  const { providers, config } = context
  const reference = `outbox-${message.id}`
  const { channel, recipient, template, subject, text, params } = message
  if (channel === 'mail') return providers.mail?.send({ to: recipient, subject, text, reference })
  if (channel === 'device') return sendToDevice(db, message, context)
  if (providers.sms === undefined) return
  if (templateOf(config.sms, { template }) === undefined) {
    throw new SendRejectedError(`没有这类短信的模板（${templateSettings[template]}）`)
  }
  await providers.sms.send({ mobile: recipient, template, params, reference })
}

/**
 * Sends to a device whose session is not over. One that the push service no longer knows is removed. Throws as senders
 * do.
 */
async function sendToDevice(
  db: Db,
  { recipient, subject, params }: Pick<Message, 'recipient' | 'subject' | 'params'>,
  { config, providers }: DeliveryContext,
): Promise<void> {
  const key = await findPushKey(db, config)
  if (key === undefined) throw new SendRejectedError('没有设备通知的密钥（WEB_PUSH_KEY）')
  const { id, endpoint, p256dh, auth, sessionId } = pushDevices
  const [device] = await db
    .select({ id, endpoint, p256dh, auth })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, sessionId))
    .where(and(eq(id, Number(recipient)), isNull(sessions.endedAt), gt(sessions.expiresAt, new Date())))
  if (device === undefined) throw new SendRejectedError('设备已关闭通知，或登录已失效')
  try {
    await providers.webPush.send(device, { title: subject, path: params['path'] ?? '/' }, key)
  } catch (cause) {
    if (cause instanceof SubscriptionGoneError) await db.delete(pushDevices).where(eq(id, device.id))
    throw cause
  }
  await db.update(pushDevices).set({ sentAt: new Date() }).where(eq(id, device.id))
}

async function getSecondsUntilNext(db: Db): Promise<number | undefined> {
  const [next] = await db
    .select({ seconds: sql<number | null>`ceil(extract(epoch from min(${outboxMessages.dueAt}) - now()))::int` })
    .from(outboxMessages)
    .where(inArray(outboxMessages.status, waiting))
  const seconds = next?.seconds ?? undefined
  return seconds === undefined || seconds >= 60 ? undefined : Math.max(1, seconds)
}
