import { insertRows } from '../../db/insert-rows.ts'
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
export const queueMessage = (db: Db, context: Pick<Context, 'after' | 'jobs'>, message: OutboxMessage): Promise<void> =>
  queueMessages(db, context, [message])

/** The same of many messages, with one insert. */
export async function queueMessages(
  db: Db,
  { after, jobs }: Pick<Context, 'after' | 'jobs'>,
  messages: readonly OutboxMessage[],
): Promise<void> {
  if (messages.length === 0) return
  await insertRows(
    db,
    outboxMessages,
    messages.map((message) => ({ ...message, params: { ...message.params } })),
  )
  after(() => jobs.wake('operations-outbox'))
}
