import { failedFor, type FailureName } from '../../contract/failures.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { Db } from '../../db/open.ts'
import { outboxMessages } from '../../db/tables/operations.ts'
import { resendSeconds } from '../../domain/accounts/identity-rules.ts'
import type { OutboxChannel, OutboxTemplate, RecipientLimit } from '../../domain/operations/outbox-limits.ts'
import type { Context } from '../handler.ts'
import { limitedMessages } from '../metrics.ts'
import { withinLimits } from './outbox-limits.ts'

/** A message to the outside; `template` and `params` go to SMS providers, `subject` and `text` to mail and the outbox page. */
export interface OutboxMessage {
  readonly channel: OutboxChannel
  readonly recipient: string
  readonly template: OutboxTemplate
  readonly params: Readonly<Record<string, string>>
  readonly subject?: string
  readonly text: string
  /** After this it is not sent any more: an old code helps nobody. */
  readonly expiresAt?: Date
}

/** Failure of a call whose purpose is the message that is over a limit; null = the message is left out. */
const refusals: Readonly<Record<OutboxTemplate, ((limit: RecipientLimit) => FailureName) | null>> = {
  code: ({ seconds }) => (seconds === resendSeconds ? 'codeTooSoon' : 'codesUsedUp'),
  invitation: () => 'invitationsUsedUp',
  security: null,
  notice: null,
}

/** Puts a message into the outbox, in the transaction that wants it, and wakes the job that sends it. */
export const queueMessage = (db: Db, context: Pick<Context, 'after' | 'jobs'>, message: OutboxMessage): Promise<void> =>
  queueMessages(db, context, [message])

/**
 * The same of many messages, with one insert. Each recipient gets of each template what `outboxTemplates` allows, over
 * all processes: a notice beyond it is left out and counted in the metrics, a message that the call is there to send
 * throws codeTooSoon, codesUsedUp or invitationsUsedUp with the seconds to wait. Must be in a transaction.
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
