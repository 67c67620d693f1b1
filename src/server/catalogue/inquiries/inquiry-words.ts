import type { inquiriesCalls } from '../../../contract/catalogue/inquiries.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'
import { stepInquiry } from './inquiry-step.ts'
import { aboutOf } from './inquiry-title.ts'

/** The seller answers, and may answer again; who asked is told. */
export const inquiryReply: Handler<typeof inquiriesCalls.inquiryReply> = async (input, context) => {
  const { caller, db, after, pages, note } = context
  return db.transaction(async (tx) => {
    const inquiry = await stepInquiry(tx, { ...input, side: 'seller', event: 'answer' }, caller)
    const { title, tag } = await aboutOf(tx, inquiry)
    note(title)
    await notify(tx, context, 'inquiry.answered', [inquiry.userId], {
      title: `供应商回复了您对“${title}”的咨询`,
      path: links.buyerInquiries(),
      text: '请在买家中心的“我的咨询”中查看，可以继续追问。',
    })
    // Also when it was public before: it is taken off the page.
    if (inquiry.isPublic || input.keepPrivate) after(() => pages.invalidate([tag]))
    return { status: inquiry.status }
  })
}

/** Who asked asks again; the seller's people are told. */
export const inquiryFollowUp: Handler<typeof inquiriesCalls.inquiryFollowUp> = async (input, context) => {
  const { caller, db } = context
  return db.transaction(async (tx) => {
    const inquiry = await stepInquiry(tx, { ...input, side: 'asker', event: 'ask' }, caller)
    const { title } = await aboutOf(tx, inquiry)
    const people = await peopleOf(tx, [inquiry.sellerCompanyId], 'question_manage')
    await notify(tx, context, 'inquiry.received', people.get(inquiry.sellerCompanyId) ?? [], {
      title: `买家追问了“${title}”`,
      path: links.sellerInquiries(),
      text: '请在卖家中心的“客户咨询”中回复。',
    })
    return { status: inquiry.status }
  })
}

/** Who asked has what they need. What was public stays readable. */
export const inquiryClose: Handler<typeof inquiriesCalls.inquiryClose> = async ({ inquiryId }, { caller, db }) => {
  const inquiry = await db.transaction((tx) => stepInquiry(tx, { inquiryId, side: 'asker', event: 'close' }, caller))
  return { status: inquiry.status }
}
