import type { inquiriesCalls } from '../../../contract/catalogue/inquiries.ts'
import type { Handlers } from '../../handler.ts'
import { inquiries, inquiriesWaiting, sellerInquiries } from './inquiry-lists.ts'
import { inquiryClose, inquiryFollowUp, inquiryReply } from './inquiry-words.ts'
import { productInquiries } from './product-inquiries.ts'
import { productInquiryAdd } from './product-inquiry-add.ts'

/** What buyers ask sellers about their listings. */
export const inquiriesHandlers: Handlers<typeof inquiriesCalls> = {
  inquiries,
  inquiriesWaiting,
  inquiryClose,
  inquiryFollowUp,
  inquiryReply,
  productInquiries,
  productInquiryAdd,
  sellerInquiries,
}
