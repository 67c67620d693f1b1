import { and, count, desc, eq, or, sql } from 'drizzle-orm'
import type { InquiryMessage, inquiriesCalls } from '../../../contract/catalogue/inquiries.ts'
import { inquiries, inquiryMessages } from '../../../db/tables/interest.ts'
import type { Handler } from '../../handler.ts'
import { askedListing } from './inquiry-listing.ts'
import { messagesOf } from './inquiry-messages.ts'

const answered = sql`exists (select 1 from ${inquiryMessages}
  where ${inquiryMessages.inquiryId} = ${inquiries.id} and ${inquiryMessages.side} = 'seller')`

/** To everyone what both sides let be read: asked in public, and answered, without who asked. To the caller all of their own. */
export const productInquiries: Handler<typeof inquiriesCalls.productInquiries> = async (input, { caller, db }) => {
  const { current, pageSize, ...which } = input
  const listing = await askedListing(db, which)
  const shown = and(
    eq(inquiries.kind, listing.kind),
    eq(inquiries.listingId, listing.id),
    or(and(eq(inquiries.isPublic, true), answered), caller === null ? undefined : eq(inquiries.userId, caller.userId)),
  )
  const [all] = await db.select({ total: count() }).from(inquiries).where(shown)
  const rows = await db
    .select()
    .from(inquiries)
    .where(shown)
    .orderBy(desc(inquiries.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const saidIn = await messagesOf(
    db,
    rows.map(({ id }) => id),
  )
  const data = rows.map(({ id, userId, isPublic, status, createdAt }) => {
    const mine = caller?.userId === userId
    const said = saidIn(id)
    return {
      inquiryId: id,
      mine,
      isPublic,
      status,
      messages: mine ? said : upToAnswer(said),
      askedAt: createdAt.toISOString(),
    }
  })
  return { total: all?.total ?? 0, data }
}

/** What is asked again waits for the seller, who may want to keep it between the two. */
const upToAnswer = (said: InquiryMessage[]) => said.slice(0, said.findLastIndex(({ side }) => side === 'seller') + 1)
