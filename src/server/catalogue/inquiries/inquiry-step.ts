import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { inquiries, inquiryMessages } from '../../../db/tables/interest.ts'
import { inquiryTransitions, type InquiryEvent } from '../../../domain/catalogue/inquiry-states.ts'
import { next } from '../../../domain/transition.ts'
import type { Caller } from '../../handler.ts'
import { recordSteps } from '../../operations/public.ts'

export type Inquiry = typeof inquiries.$inferSelect

interface Step {
  readonly inquiryId: number
  readonly side: 'asker' | 'seller'
  readonly event: InquiryEvent
  /** What is said with it; undefined = nothing. */
  readonly text?: string
  readonly keepPrivate?: boolean
}

/**
 * Moves an inquiry of the caller by one step of the table, says what goes with it, and answers the inquiry after it.
 * Throws notFound for anybody else's, stepNotAllowed where the table has no such step.
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
  const status = next(inquiryTransitions, before.status, event, side)
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
      ...{ entity: 'inquiry', entityId: inquiryId, event, fromStatus: before.status, toStatus: status },
      ...{ userId, companyId },
    },
  ])
  return after
}
