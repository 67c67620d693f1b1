import { failedFor, type FailureName } from '../../../contract/failures.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { outboxMessages } from '../../../db/tables/operations.ts'
import { resendSeconds } from '../../../domain/accounts/identity-rules.ts'
import {
  type OutboxChannel,
  type OutboxTemplate,
  type RecipientLimit,
  outboxTemplates,
} from '../../../domain/operations/outbox-limits.ts'
import type { Context } from '../../handler.ts'
import { limitedMessages } from '../../metrics.ts'
import { sql } from 'drizzle-orm'
import { lookupHash } from '../../../db/encryption/cipher.ts'

/** A message over a recipient limit, and the seconds until it is allowed. */
export interface LimitedMessage {
  readonly message: OutboxMessage
  readonly limit: RecipientLimit
  readonly wait: number
}

const hashOf = ({ recipient }: OutboxMessage) => lookupHash(recipient, 'outbox_messages.recipient')
const keyOf = (message: OutboxMessage) => `${message.channel} ${message.template} ${hashOf(message)}`
const limitsOf = ({ template, channel }: OutboxMessage): readonly RecipientLimit[] => outboxTemplates[template][channel]

/**
 * Splits messages by recipient limits. Locks the recipients until the end of the transaction, so that parallel
 * transactions count each other's messages.
 */
async function withinLimits(
  tx: Db,
  messages: readonly OutboxMessage[],
): Promise<{ allowed: OutboxMessage[]; over: LimitedMessage[] }> {
  const allowed: OutboxMessage[] = []
  const over: LimitedMessage[] = []
  if (messages.length === 0) return { allowed, over }
  await lockRecipients(tx, messages)
  const sent = await agesOf(tx, messages)
  for (const message of messages) {
    const ages = sent.get(keyOf(message)) ?? []
    // Age of the message that must leave the time window before another is allowed.
    const full = limitsOf(message).flatMap((limit) => {
      const age = ages[limit.max - 1]
      return age !== undefined && age < limit.seconds ? [{ message, limit, wait: limit.seconds - age }] : []
    })
    const [longest] = full.toSorted((a, b) => b.wait - a.wait)
    if (longest !== undefined) over.push(longest)
    else {
      allowed.push(message)
      sent.set(keyOf(message), [0, ...ages])
    }
  }
  return { allowed, over }
}

/** Sorted, so that transactions with the same recipients cannot deadlock. */
const lockRecipients = (tx: Db, messages: readonly OutboxMessage[]) =>
  tx.execute(sql`
    select pg_advisory_xact_lock(hashtext('outbox'), place) from (
      select distinct hashtext(recipient) as place
      from unnest(${sql.param(messages.map(hashOf))}::text[]) as given (recipient)
      order by place offset 0
    ) as places`)

/** Ages in seconds of earlier messages by template and recipient, newest first, within the limits. */
async function agesOf(tx: Db, messages: readonly OutboxMessage[]): Promise<Map<string, number[]>> {
  const asked = [...new Map(messages.map((message) => [keyOf(message), message])).values()].map((message) => ({
    key: keyOf(message),
    channel: message.channel,
    recipient: hashOf(message),
    template: message.template,
    seconds: Math.max(...limitsOf(message).map(({ seconds }) => seconds)),
    most: Math.max(...limitsOf(message).map(({ max }) => max)),
  }))
  const { recipientHash, template, channel, createdAt } = outboxMessages
  const rows = await tx
    .select({
      key: sql<string>`asked.key`,
      ages: sql<number[]>`(
        select coalesce(array_agg(age order by age), '{}') from (
          select extract(epoch from clock_timestamp() - ${createdAt})::float8 as age
          from ${outboxMessages}
          where ${recipientHash} = asked.recipient and ${template} = asked.template and ${channel} = asked.channel
            and ${createdAt} > clock_timestamp() - make_interval(secs => asked.seconds)
          order by ${createdAt} desc limit asked.most
        ) as newest
      )`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
        as asked (key text, channel text, recipient text, template text, seconds int, most int)`,
    )
  return new Map(rows.map(({ key, ages }) => [key, ages]))
}

/** A message to the outside; `template` and `params` go to SMS providers, `subject` and `text` to mail and the outbox page. */
export interface OutboxMessage {
  readonly channel: OutboxChannel
  readonly recipient: string
  readonly template: OutboxTemplate
  readonly params: Readonly<Record<string, string>>
  readonly subject?: string
  readonly text: string
  /** Not sent after this moment. */
  readonly expiresAt?: Date
}

/** Failure when a message is over its limit; null = the message is skipped. */
const refusals: Readonly<Record<OutboxTemplate, ((limit: RecipientLimit) => FailureName) | null>> = {
  code: ({ seconds }) => (seconds === resendSeconds ? 'codeTooSoon' : 'codesUsedUp'),
  invitation: () => 'invitationsUsedUp',
  security: null,
  notice: null,
}

/** Adds a message to the outbox within the transaction, and wakes the job that sends it. */
export const queueMessage = (db: Db, context: Pick<Context, 'after' | 'jobs'>, message: OutboxMessage): Promise<void> =>
  queueMessages(db, context, [message])

/**
 * Adds many messages with one insert, within the limits of `outboxTemplates` per recipient and template over all
 * processes: a notice over the limit is skipped and counted in the metrics; codes and invitations throw codeTooSoon,
 * codesUsedUp or invitationsUsedUp with the seconds to wait. Must run in a transaction.
 */
export async function queueMessages(
  db: Db,
  { after, jobs }: Pick<Context, 'after' | 'jobs'>,
  messages: readonly OutboxMessage[],
): Promise<void> {
  const { allowed, over } = await withinLimits(db, messages)
  for (const { message, limit, wait } of over) {
    limitedMessages.inc({ template: message.template, channel: message.channel })
    const refusal = refusals[message.template]
    if (refusal !== null) throw failedFor(refusal(limit), wait)
  }
  if (allowed.length === 0) return
  await insertRows(
    db,
    outboxMessages,
    allowed.map((message) => ({ ...message, params: { ...message.params } })),
  )
  after(() => jobs.wake('operations-outbox'))
}
