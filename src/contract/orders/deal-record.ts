import { z } from 'zod'
import { evaluatorStatuses, scoreScales } from '../../domain/demands/evaluation.ts'
import { dealKinds, dealSides } from '../../domain/orders/deal-record.ts'
import { company, operator, seller } from '../access.ts'
import { call } from '../call.ts'
import { count, day, id, moment } from '../fields.ts'

const entry = z.object({
  /** Place in the record, from 1 without gaps. */
  seq: z.int(),
  at: moment,
  kind: z.enum(dealKinds),
  event: z.string(),
  side: z.enum(dealSides),
  /** Company that acted; empty for the platform and for jobs. */
  companyName: z.string(),
  /** Content in words: number, amount, files. */
  detail: z.string(),
  /** SHA-256 in hex over the entry and the hash of the one before. */
  hash: z.string(),
})
export type DealEntry = z.output<typeof entry>

/** The deal record of an order, newest entries first; the same for both sides. */
const record = z.object({
  orderNo: z.string(),
  entries: z.int(),
  /** Recomputed with this answer: `broken` where an entry is not as it was written, or one that a root has is gone. */
  state: z.enum(['verified', 'broken', 'empty']),
  /** First entry that is not sound. */
  broken: z.int().nullable(),
  /** Newest daily root, and the last entry that it covers; null before the first night. */
  root: z.object({ day, root: z.string(), signed: z.boolean(), seq: z.int() }).nullable(),
  /** Path of the evidence pack, a ZIP archive. */
  packUrl: z.string(),
  data: z.array(entry),
  /** `before` of the next page; null = no more. */
  next: z.int().nullable(),
})
export type DealRecord = z.output<typeof record>

/** Stored basis of an award (domain/demands/decision-record); totals in hundredths of a point of 100. */
export const buyerDecisionBody = z.object({
  demandNo: z.string(),
  /** null = decided without criteria. */
  scale: z.enum(scoreScales).nullable(),
  blind: z.boolean(),
  criteria: z.array(z.object({ key: z.string(), label: z.string(), weight: z.int() })),
  evaluators: z.array(z.object({ userId: id, status: z.enum(evaluatorStatuses), isIn: z.boolean() })),
  offers: z.array(z.object({ offerId: id, offerNo: z.string(), companyId: id, version: z.int() })),
  results: z.array(
    z.object({
      offerId: id,
      total: z.int(),
      low: z.int(),
      high: z.int(),
      rank: z.int(),
      means: z.array(z.object({ criterion: z.string(), mean: z.int() })),
    }),
  ),
  chosenOfferId: id,
  /** Why the offer was chosen; '' without. */
  note: z.string(),
})

/** Basis of an award as the buyer reads it. */
const buyerDecision = buyerDecisionBody.extend({
  at: moment,
  /** Fingerprint: SHA-256 in hex of salt and stored basis. */
  hash: z.string(),
  /** 128 random bits (hex) before the stored basis in the hashed text. */
  salt: z.string(),
  /** The stored basis as canonical JSON: with the salt, any SHA-256 tool can recompute the fingerprint. */
  body: z.string(),
  /** The stored basis has the fingerprint that the deal record has. */
  verified: z.boolean(),
  suppliers: z.array(z.object({ companyId: id, shortName: z.string() })),
  people: z.array(z.object({ userId: id, name: z.string() })),
})
export type BuyerDecision = z.output<typeof buyerDecision>

const page = {
  /** Entries before this one; absent = the newest. */
  before: count.optional(),
  pageSize: z.int().min(1).max(100).default(10),
}
const ofOrder = z.object({ orderId: id, ...page })

export const dealRecordCalls = {
  buyerDealRecord: call({
    path: '/fmall/order/buyer/record',
    summary: '一份采购订单的存证记录，新的在前，每次重新校验',
    access: company('my_orders'),
    reads: true,
    input: ofOrder,
    output: record,
    ours: true,
    perMinute: 60,
  }),
  buyerDecision: call({
    path: '/fmall/order/buyer/decision',
    summary: '一份采购订单的定标依据：评分标准、总分、名次与说明，仅买家企业可见；没有则为 null',
    access: company('my_orders'),
    reads: true,
    viewing: 'closed',
    input: z.object({ orderId: id }),
    output: buyerDecision.nullable(),
    ours: true,
  }),
  sellerDealRecord: call({
    path: '/fmall/order/saler/record',
    summary: '一份承接订单的存证记录，新的在前，每次重新校验',
    access: seller('order_manage'),
    reads: true,
    input: ofOrder,
    output: record,
    ours: true,
    perMinute: 60,
  }),
  disputeRecord: call({
    path: '/fmall/order/dispute/record',
    summary: '平台：争议中订单的存证记录，与双方所见相同',
    access: operator('trade'),
    reads: true,
    input: z.object({ disputeId: id, ...page }),
    output: record,
    failures: ['ownCompany'],
    ours: true,
    perMinute: 60,
  }),
}
