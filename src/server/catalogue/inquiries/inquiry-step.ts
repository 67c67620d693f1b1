import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { inquiries, inquiryMessages } from '../../../db/tables/interest.ts'
import { inquiryTransitions, type InquiryEvent, inquiryIdleDays } from '../../../domain/catalogue/inquiry-states.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Caller } from '../../handler.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

export type Inquiry = typeof inquiries.$inferSelect

interface Step {
  readonly inquiryId: number
  readonly side: 'asker' | 'seller'
  readonly event: InquiryEvent
  /** Message of the step; undefined = none. */
  readonly text?: string
  readonly keepPrivate?: boolean
}

/**
 * Applies an event to an inquiry of the caller, saves its message, and returns the updated inquiry.
 * Throws notFound for inquiries of others, stepNotAllowed for an invalid transition.
 */
export async function stepInquiry(
  tx: Db,
  { inquiryId, side, event, text, keepPrivate = false }: Step,
  { userId, companyId }: Pick<Caller, 'userId' | 'companyId'>,
): Promise<Inquiry> {
  const own = side === 'asker' ? eq(inquiries.userId, userId) : eq(inquiries.sellerCompanyId, companyId ?? 0)
  const [before] = await tx
    .select()
    .from(inquiries)
    .where(and(eq(inquiries.id, inquiryId), own))
    .for('update')
  if (before === undefined) throw new CallFailed('notFound')
  const status = nextState(inquiryTransitions, before.status, event, side)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const isPublic = before.isPublic && !keepPrivate
  const [after] = await tx
    .update(inquiries)
    .set({ status, isPublic, updatedAt: new Date() })
    .where(and(eq(inquiries.id, inquiryId), eq(inquiries.status, before.status)))
    .returning()
  if (after === undefined) throw new CallFailed('stepNotAllowed')
  if (text !== undefined) await tx.insert(inquiryMessages).values({ inquiryId, side, userId, text })
  await recordSteps(tx, [
    {
      entity: 'inquiry',
      entityId: inquiryId,
      event,
      fromStatus: before.status,
      toStatus: status,
      userId,
      companyId,
    },
  ])
  return after
}

/** Closes inquiries without a message for 30 days. Safe to run twice and in several processes at once. */
export async function closeIdleInquiries(db: Db): Promise<void> {
  const isIdle = and(
    ne(inquiries.status, 'closed'),
    sql`${inquiries.updatedAt} < now() - make_interval(days => ${inquiryIdleDays})`,
  )
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: inquiries.id, status: inquiries.status })
      .from(inquiries)
      .where(isIdle)
      .for('update', { skipLocked: true })
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await tx.update(inquiries).set({ status: 'closed' }).where(inArray(inquiries.id, ids))
    await recordSteps(
      tx,
      rows.map(({ id, status }) => ({
        entity: 'inquiry' as const,
        entityId: id,
        event: 'close',
        fromStatus: status,
        toStatus: 'closed',
        reason: `${inquiryIdleDays} 天没有新的消息`,
      })),
    )
  })
}
