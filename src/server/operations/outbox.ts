import type { Db } from '../../db/open.ts'
import { outboxMessages } from '../../db/tables/operations.ts'
import type { Context } from '../handler.ts'

/** A message to the outside; `template` and `params` go to SMS providers, `subject` and `text` to mail and the outbox page. */
export interface OutboxMessage {
  readonly channel: 'sms' | 'mail'
  readonly recipient: string
  readonly template: 'code' | 'notice'
  readonly params: Readonly<Record<string, string>>
  readonly subject?: string
  readonly text: string
  /** After this it is not sent any more: an old code helps nobody. */
  readonly expiresAt?: Date
}

/** Puts a message into the outbox, in the transaction that wants it, and wakes the job that sends it. */
export async function queueMessage(
  db: Db,
  { after, jobs }: Pick<Context, 'after' | 'jobs'>,
  message: OutboxMessage,
): Promise<void> {
  await db.insert(outboxMessages).values({ ...message, params: { ...message.params } })
  after(() => jobs.wake('operations-outbox'))
}
