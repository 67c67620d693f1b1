import { z } from 'zod'
import {
  inquiryGroups,
  inquiryStatuses,
  maxAnswerLength,
  maxQuestionLength,
  minQuestionLength,
} from '../../domain/catalogue/inquiry-states.ts'
import { listingKinds } from '../../domain/catalogue/listing.ts'
import { everyone, seller, user } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, moment, paging, text } from '../fields.ts'

/** Selects a listing by serviceId or productNo. */
const whichListing = {
  serviceId: id.optional(),
  productNo: text(40).optional(),
}
type ListingSelector = { serviceId?: number | undefined; productNo?: string | undefined }
const namesOneListing = ({ serviceId, productNo }: ListingSelector) =>
  (serviceId === undefined) !== (productNo === undefined)
const notOneListing = { path: ['productNo'], message: '请指定一项服务或商品' }

const message = z.object({
  side: z.enum(['asker', 'seller']),
  /** As typed; must be rendered as text. */
  text: z.string(),
  at: moment,
})
export type InquiryMessage = z.output<typeof message>

const publicInquiry = z.object({
  inquiryId: id,
  /** Whether the caller is the asker. */
  mine: z.boolean(),
  isPublic: z.boolean(),
  status: z.enum(inquiryStatuses),
  /** Messages, the question first. Third parties get them only up to the last answer. */
  messages: z.array(message),
  askedAt: moment,
})

export type PublicInquiry = z.output<typeof publicInquiry>

const inquiryRow = z.object({
  inquiryId: id,
  kind: z.enum(listingKinds),
  /** serviceId or productId, and the product number used in URLs; null for services. */
  listingId: id,
  productNo: z.string().nullable(),
  title: z.string(),
  /** Whether its page still exists. */
  onSale: z.boolean(),
  pictureUrl: z.string(),
  figure: z.string(),
  shopId: id,
  orgId: id,
  shopName: z.string(),
  /** For the seller: company of the asker (empty without one), and the masked name. */
  askerCompany: z.string(),
  asker: z.string(),
  isPublic: z.boolean(),
  status: z.enum(inquiryStatuses),
  messages: z.array(message),
  updatedAt: moment,
  createdAt: moment,
})
export type InquiryRow = z.output<typeof inquiryRow>

const counts = z.object({ waiting: z.int(), answered: z.int(), closed: z.int() })
export type InquiryCounts = z.output<typeof counts>
const listCall = {
  input: z.object({ ...paging, keyword: keyword.default(''), state: z.enum(inquiryGroups).optional() }),
  output: listOf(inquiryRow).extend({ counts }),
}
const moved = z.object({ status: z.enum(inquiryStatuses) })

export const inquiriesCalls = {
  productInquiries: call({
    path: '/fmall/product/inquiry/pageProductInquiry',
    summary: '一项服务或商品的公开咨询（已回复的），以及自己的全部咨询',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ ...whichListing, ...paging }).refine(namesOneListing, notOneListing),
    output: listOf(publicInquiry),
  }),
  productInquiryAdd: call({
    path: '/fmall/product/inquiry/addProductInquiry',
    summary: '就一项在售的服务或商品向供应商提问；默认仅双方可见',
    access: user,
    idempotent: true,
    input: z
      .object({
        ...whichListing,
        text: text(maxQuestionLength).refine(
          (typed) => typed.length >= minQuestionLength,
          `至少 ${minQuestionLength} 个字，便于供应商准确回复`,
        ),
        /** Everyone may read question and answer, without the asker's name. */
        isPublic: z.boolean().default(false),
      })
      .refine(namesOneListing, notOneListing),
    output: z.object({ inquiryId: id }),
    failures: ['ownListing'],
    perMinute: 5,
    perDay: 50,
  }),
  inquiryFollowUp: call({
    path: '/fmall/product/inquiry/follow-up',
    ours: true,
    summary: '对供应商的回复追问',
    access: user,
    idempotent: true,
    input: z.object({ inquiryId: id, text: text(maxQuestionLength) }),
    output: moved,
    failures: ['stepNotAllowed'],
    perMinute: 10,
    perDay: 100,
  }),
  inquiryClose: call({
    path: '/fmall/product/inquiry/close',
    ours: true,
    summary: '提问者结束咨询',
    access: user,
    input: z.object({ inquiryId: id }),
    output: moved,
    failures: ['stepNotAllowed'],
  }),
  inquiries: call({
    path: '/fmall/product/inquiry/own-page',
    ours: true,
    summary: '我的咨询，最近有动静的在前',
    access: user,
    reads: true,
    ...listCall,
  }),
  sellerInquiries: call({
    path: '/fmall/product/inquiry/seller-page',
    ours: true,
    summary: '本店收到的咨询，最近有动静的在前',
    access: seller('question_manage'),
    reads: true,
    ...listCall,
  }),
  inquiriesWaiting: call({
    path: '/fmall/product/inquiry/waiting',
    ours: true,
    summary: '本店待回复的咨询数',
    access: seller('question_manage'),
    reads: true,
    input: z.object({}),
    output: z.object({ waiting: z.int() }),
  }),
  inquiryReply: call({
    path: '/fmall/product/inquiry/reply',
    ours: true,
    summary: '供应商回复咨询；可要求仅双方可见',
    access: seller('question_manage'),
    idempotent: true,
    input: z.object({
      inquiryId: id,
      text: text(maxAnswerLength),
      /** Makes a public inquiry private. */
      keepPrivate: z.boolean().default(false),
    }),
    output: moved,
    failures: ['stepNotAllowed'],
    perMinute: 30,
    logs: '回复咨询',
  }),
}
