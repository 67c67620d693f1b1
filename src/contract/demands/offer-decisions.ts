import { z } from 'zod'
import { maxSelectedRows } from '../../domain/daily-lists.ts'
import { offerStatuses } from '../../domain/demands/offer-states.ts'
import { company, exporting } from '../access.ts'
import { call } from '../call.ts'
import { selectedIds } from '../daily-list.ts'
import { ownDemandFilter } from './demands.ts'
import { count, fen, id, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'
import { sides } from '../../domain/sides.ts'

/** Which side of an offer somebody is on. */
const side = z.enum(sides)

/** A question or an answer about one offer. */
const offerMessage = z.object({
  messageId: id,
  side,
  /** Name of the author's company; the buyer is masked for a supplier whose offer was not accepted. */
  by: z.string(),
  text: z.string(),
  createdAt: moment,
})
export type OfferMessage = z.output<typeof offerMessage>

/** Generated sheet; downloadable by the caller only. */
export const madeSheet = z.object({ url: z.string(), name: z.string() })

/** A step of a demand or of one of its offers. */
const demandStep = historyStep.extend({
  entity: z.enum(['demand', 'offer']),
  /** Offer that it is about; null = the demand itself. */
  offerId: id.nullable(),
  offerNo: z.string(),
  /** Supplier of the offer; '' for steps of the demand. */
  supplier: z.string(),
  /** Total in fen of the version created by a `submit`; null for other steps and if hidden from the reader. */
  total: fen.nullable(),
})
export type DemandStep = z.output<typeof demandStep>

/** Failures of all calls that award an offer. */
const awardFailures = [
  'demandDecided',
  'offerExpired',
  'offerSealed',
  'supplierNotCertified',
  'stepNotAllowed',
  'keyMissing',
  'keyReused',
  'notCertified',
  'certificationExpired',
  'approvalPending',
  'approverMissing',
  'requisitionDiffers',
  'costCentreGone',
  'costCentreNeeded',
  'projectGone',
  'budgetShort',
  'budgetEnded',
  'supplierBlocked',
] as const

const awarded = z.object({ orderId: id, orderNo: z.string() })

export const offerDecisionsCalls = {
  deal: call({
    path: '/mall/demand/offer/deal',
    summary: '选定一份报价：生成订单，其余报价结束，同一事务',
    access: company('my_requirement'),
    idempotent: true,
    input: z.object({ offerId: id }),
    output: awarded,
    logs: '选定报价',
    failures: awardFailures,
  }),
  demandOrderSubmit: call({
    path: '/fmall/order/demand/submit',
    summary: '按看到的报价提交订单：选定报价、生成订单，同一事务；总价或版本已变则拒绝',
    access: company('my_requirement'),
    idempotent: true,
    input: z.object({
      offerId: id,
      /** Total in fen shown to the user; a difference returns 409 with `{ total, version }`. */
      total: fen,
      /** Version shown to the user; without it only the total is compared. */
      version: count.min(1).optional(),
      /** Remark to the supplier. */
      remark: optionalText(500).default(''),
      /** Why this offer is chosen; kept with the basis of the decision, for the buyer only. */
      decisionNote: optionalText(500).default(''),
      /** Code of a cost centre of the company; '' = none. */
      costCentre: optionalText(20).default(''),
      /** One of the projects of the cost centre; '' = none. */
      projectCode: optionalText(20).default(''),
    }),
    output: awarded,
    logs: '提交需求订单',
    failures: [...awardFailures, 'conflict'],
  }),
  offerReject: call({
    path: '/mall/demand/offer/reject',
    summary: '婉拒一份报价，写明原因；供应商在截止前可再次报价',
    access: company('my_requirement'),
    input: z.object({ offerId: id, reason: text(200) }),
    output: z.object({ status: z.enum(offerStatuses) }),
    failures: ['stepNotAllowed', 'offerSealed'],
    logs: '婉拒报价',
    ours: true,
  }),
  offerMessages: call({
    path: '/mall/demand/offer/message/list',
    summary: '一份报价的问答，先说的在前；供需双方可见',
    access: company(),
    reads: true,
    viewing: 'closed',
    input: z.object({ offerId: id }),
    output: z.object({
      /** The side that the caller's company is on. */
      side,
      offerNo: z.string(),
      /** The other side's company; the buyer masked as in `by`. */
      other: z.string(),
      data: z.array(offerMessage),
    }),
    ours: true,
  }),
  offerMessageSave: call({
    path: '/mall/demand/offer/message/save',
    summary: '就一份报价提问或回答；对方会收到通知',
    access: company(),
    idempotent: true,
    input: z.object({ offerId: id, text: text(1000) }),
    output: offerMessage,
    failures: ['offerSealed', 'stepNotAllowed', 'questionsFull', 'keyMissing', 'keyReused'],
    perMinute: 30,
    ours: true,
  }),
  offersSheet: call({
    path: '/mall/demand/offer/export',
    summary: '导出比价表（Excel）；密封未开启的报价只计数',
    access: company('my_requirement'),
    input: z.object({ demandId: id }),
    output: madeSheet,
    failures: ['filesFull'],
    logs: '导出比价表',
    perMinute: 10,
    ours: true,
  }),
  demandsSheet: call({
    path: '/mall/demand/buyer-center/export',
    summary: '按条件导出本企业的需求（Excel），最近的 5,000 条',
    access: exporting(company('my_requirement')),
    input: z.object({
      ...ownDemandFilter,
      /** Only these of the filtered demands; demands of other companies are left out. */
      demandIds: selectedIds(maxSelectedRows).optional(),
    }),
    output: madeSheet,
    failures: ['filesFull'],
    logs: '导出需求',
    perMinute: 10,
    ours: true,
  }),
  demandHistory: call({
    path: '/mall/demand/history',
    summary: '需求与其报价的经过，先发生的在前：需求方看全部，供应商看公开的与自己的',
    access: company(),
    reads: true,
    input: z.object({ demandId: id, ...paging }),
    output: listOf(demandStep),
    ours: true,
  }),
}
