import { and, desc, eq, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { outboxCalls } from '../../contract/operations/outbox.ts'
import { outboxMessages } from '../../db/tables/operations.ts'
import type { Handler } from '../handler.ts'

const newest = 100

/** What the outbox holds, for people who try the product without phones. Outside of DEMO there is no such thing. */
export const demoOutbox: Handler<typeof outboxCalls.demoOutbox> = async (
  { channel, recipient = '' },
  { config, db },
) => {
  if (!config.demo) throw new CallFailed('notFound')
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(
      and(
        channel === undefined ? undefined : eq(outboxMessages.channel, channel),
        recipient === '' ? undefined : sql`position(lower(${recipient}) in lower(${outboxMessages.recipient})) > 0`,
      ),
    )
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(newest)
  return {
    data: rows.map(({ id, template, params, createdAt, expiresAt, ...row }) => ({
      ...row,
      messageId: id,
      code: template === 'code' ? (params['code'] ?? '') : '',
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
  }
}
