import { asc, inArray } from 'drizzle-orm'
import type { InquiryMessage } from '../../../contract/catalogue/inquiries.ts'
import type { Db } from '../../../db/open.ts'
import { inquiryMessages } from '../../../db/tables/interest.ts'

/** Messages by inquiry id, oldest first; one query for all. */
export async function listMessages(
  db: Db,
  inquiryIds: readonly number[],
): Promise<(inquiryId: number) => InquiryMessage[]> {
  if (inquiryIds.length === 0) return () => []
  const rows = await db
    .select()
    .from(inquiryMessages)
    .where(inArray(inquiryMessages.inquiryId, [...inquiryIds]))
    .orderBy(asc(inquiryMessages.id))
  const byInquiry = Map.groupBy(rows, ({ inquiryId }) => inquiryId)
  return (inquiryId) =>
    (byInquiry.get(inquiryId) ?? []).map(({ side, text, createdAt }) => ({ side, text, at: createdAt.toISOString() }))
}
