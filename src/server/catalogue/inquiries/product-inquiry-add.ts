import type { inquiriesCalls } from '../../../contract/catalogue/inquiries.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { inquiries, inquiryMessages } from '../../../db/tables/interest.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { peopleOf, recordSteps } from '../../operations/public.ts'
import { askedListing } from './inquiry-listing.ts'

/** Asks the seller of a listing; their people who answer questions are told. */
export const productInquiryAdd: Handler<typeof inquiriesCalls.productInquiryAdd> = async (input, context) => {
  const { caller, db } = context
  const { text, isPublic, ...which } = input
  const { userId, companyId } = caller
  return db.transaction(async (tx) => {
    const listing = await askedListing(tx, which)
    if (listing.companyId === companyId) throw new CallFailed('ownListing')
    const [made] = await tx
      .insert(inquiries)
      .values({
        ...{ kind: listing.kind, listingId: listing.id, sellerCompanyId: listing.companyId },
        ...{ userId, companyId, isPublic, status: 'open' },
      })
      .returning({ id: inquiries.id })
    if (made === undefined) throw new Error('An inquiry was not written')
    await tx.insert(inquiryMessages).values({ inquiryId: made.id, side: 'asker', userId, text })
    await recordSteps(tx, [
      { entity: 'inquiry', entityId: made.id, event: 'ask', fromStatus: '', toStatus: 'open', userId, companyId },
    ])
    const people = await peopleOf(tx, [listing.companyId], 'question_manage')
    await notify(tx, context, 'inquiry.received', people.get(listing.companyId) ?? [], {
      title: `买家咨询了“${listing.title}”`,
      path: links.sellerInquiries(),
      text: '请在卖家中心的“客户咨询”中回复。',
    })
    return { inquiryId: made.id }
  })
}
