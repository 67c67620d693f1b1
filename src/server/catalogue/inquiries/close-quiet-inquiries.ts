import { and, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { inquiries } from '../../../db/tables/interest.ts'
import { inquiryQuietDays } from '../../../domain/catalogue/inquiry-states.ts'
import { recordSteps } from '../../operations/public.ts'

/** Closes inquiries in which nobody said a word for 30 days. Safe to run twice and in several processes at once. */
export async function closeQuietInquiries(db: Db): Promise<void> {
  const quiet = and(
    ne(inquiries.status, 'closed'),
    sql`${inquiries.updatedAt} < now() - make_interval(days => ${inquiryQuietDays})`,
  )
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: inquiries.id, status: inquiries.status })
      .from(inquiries)
      .where(quiet)
      .for('update', { skipLocked: true })
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await tx.update(inquiries).set({ status: 'closed' }).where(inArray(inquiries.id, ids))
    await recordSteps(
      tx,
      rows.map(({ id, status }) => ({
        ...{ entity: 'inquiry' as const, entityId: id, event: 'close', fromStatus: status, toStatus: 'closed' },
        reason: `${inquiryQuietDays} 天没有新的消息`,
      })),
    )
  })
}
