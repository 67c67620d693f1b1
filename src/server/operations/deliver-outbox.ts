import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { outboxMessages } from '../../db/tables/operations.ts'
import type { OutboxTemplate } from '../../domain/operations/outbox-limits.ts'
import type { Providers } from '../providers/providers.ts'
import { reasonOf, SendRefused } from '../providers/send-refused.ts'
import { templateOf } from '../providers/sms-sender.ts'

type Message = typeof outboxMessages.$inferSelect

interface Around {
  readonly config: Pick<Config, 'demo' | 'sms'>
  readonly providers: Pick<Providers, 'sms' | 'mail'>
  readonly log: Pick<Logger, 'warn'>
}

/** Seconds to wait after the first, second … failure; after the last one no more is tried. */
export const retrySeconds = [10, 30, 120, 600, 3_600, 3_600, 3_600] as const
/** Seconds after which what a process took and did not finish belongs to the next one. */
const claimSeconds = 120
/** Taken at once: sent side by side, they are all done well within a claim. */
const batch = 10
const waiting = ['queued', 'sending'] as const
/** Templates whose contents open something: kept only until they are delivered or over. */
const secret: readonly OutboxTemplate[] = ['code', 'invitation']
/** Setting without which a template is not sent by SMS. */
const templateSettings: Readonly<Record<OutboxTemplate, string>> = {
  code: 'SMS_TEMPLATE_CODE',
  invitation: 'SMS_TEMPLATE_INVITATION',
  security: 'SMS_TEMPLATE_NOTICE',
  notice: 'SMS_TEMPLATE_NOTICE',
}

/**
 * Sends what is due. Safe to run twice and in several processes: each takes rows that no other has, for a while. A
 * process that is killed in between loses nothing; at worst a message goes out twice, with the same reference.
 * Gives the seconds until the next retry when that is within a minute.
 */
export async function deliverOutbox(db: Db, around: Around): Promise<number | undefined> {
  await endOverdue(db)
  for (;;) {
    const messages = await claim(db)
    if (messages.length === 0) return untilNext(db)
    await Promise.all(messages.map((message) => deliver(db, message, around)))
  }
}

/** What came too late is not sent any more; a code or link that is over helps nobody, so nothing of it stays. */
async function endOverdue(db: Db): Promise<void> {
  const { status, text, params, lastError, template, dueAt, expiresAt } = outboxMessages
  const isSecret = inArray(template, [...secret])
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

function claim(db: Db): Promise<Message[]> {
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

async function deliver(db: Db, message: Message, around: Around): Promise<void> {
  // The claim: whoever took the row after it ran out has counted another attempt.
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
  // A code or link that somebody else has delivered, or that nobody may read here, is nothing to keep.
  const shown = around.config.demo && around.providers[message.channel] === undefined
  const end = secret.includes(message.template) && !shown ? { params: {}, text: '' } : {}
  try {
    await send(message, around)
    await save({ status: 'sent', sentAt: new Date(), lastError: '', ...end })
  } catch (cause) {
    const lastError = reasonOf(cause)
    const seconds = cause instanceof SendRefused ? undefined : retrySeconds[message.attempts - 1]
    const { id, channel, attempts } = message
    if (seconds === undefined) {
      await save({ status: 'failed', lastError, ...end })
      around.log.warn({ id, channel, attempts }, 'a message is given up')
    } else {
      await save({ status: 'queued', lastError, dueAt: new Date(Date.now() + seconds * 1000) })
      around.log.warn({ id, channel, attempts, seconds }, 'a message waits to be tried again')
    }
  }
}

/** Without a provider nothing is to be done: the outbox itself is where the message goes. */
async function send(message: Message, { providers, config }: Around): Promise<void> {
  const reference = `outbox-${message.id}`
  const { channel, recipient, template, subject, text, params } = message
  if (channel === 'mail') return providers.mail?.send({ to: recipient, subject, text, reference })
  if (providers.sms === undefined) return
  if (templateOf(config.sms, { template }) === undefined) {
    throw new SendRefused(`没有这类短信的模板（${templateSettings[template]}）`)
  }
  await providers.sms.send({ mobile: recipient, template, params, reference })
}

async function untilNext(db: Db): Promise<number | undefined> {
  const [next] = await db
    .select({ seconds: sql<number | null>`ceil(extract(epoch from min(${outboxMessages.dueAt}) - now()))::int` })
    .from(outboxMessages)
    .where(inArray(outboxMessages.status, waiting))
  const seconds = next?.seconds ?? undefined
  return seconds === undefined || seconds >= 60 ? undefined : Math.max(1, seconds)
}
