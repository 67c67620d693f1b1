import { z } from 'zod'
import {
  disputeOutcomes,
  disputeRulings,
  maxEvidenceFiles,
  maxEvidenceLength,
  minRulingLength,
} from '../../domain/orders/disputes.ts'
import { orderStatuses } from '../../domain/orders/order-states.ts'
import { paymentStatuses } from '../../domain/orders/payment-states.ts'
import { sides } from '../../domain/sides.ts'
import { company, operator, seller } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, fen, id, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'
import { storedChange } from './change-orders.ts'
import { delivery, milestone } from './documents.ts'

const buyer = company('my_orders')
const supplier = seller('order_manage')
const side = z.enum(sides)
const file = z.object({ fileId: z.string(), name: z.string(), size: z.int(), url: z.string() })
const range = z.object({ from: moment, until: moment })

/** A disputed order. Money in fen. */
const disputeRow = z.object({
  disputeId: id,
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  total: fen,
  paid: fen,
  reason: z.string(),
  disputedBy: z.string(),
  /** Number of pieces of evidence of both sides. */
  evidence: z.int(),
  evidenceUntil: moment,
  since: moment,
})
export type DisputeRow = z.output<typeof disputeRow>

/** A dispute as both sides and operators read it. */
const disputeFile = z.object({
  disputeId: id,
  /** Side that opened it. */
  side,
  reason: z.string(),
  createdAt: moment,
  evidenceUntil: moment,
  /** null = waiting for a ruling. */
  outcome: z.enum(disputeOutcomes).nullable(),
  /** Reason of the ruling. */
  ruling: z.string(),
  /** Refund of the ruling; fen. */
  refunded: fen,
  closedAt: moment.nullable(),
  /** Oldest first. */
  evidence: z.array(
    z.object({
      evidenceId: id,
      side,
      companyName: z.string(),
      text: z.string(),
      files: z.array(file),
      createdAt: moment,
    }),
  ),
  /** Released range of the conversation by side; null = nothing released. */
  released: z.object({ buyer: range.nullable(), seller: range.nullable() }),
  mayAdd: z.boolean(),
})
export type DisputeFile = z.output<typeof disputeFile>

const ownDisputes = z.object({
  /** Newest first. */
  data: z.array(disputeFile),
  /** The reader takes part in the conversation about the order, and may release a range of it. */
  mayRelease: z.boolean(),
})
export type OwnDisputes = z.output<typeof ownDisputes>

/** What an operator reads before a ruling. */
const operatorDispute = disputeFile.extend({
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  status: z.enum(orderStatuses),
  total: fen,
  paid: fen,
  deliveries: z.array(delivery),
  /** Stages; none = an order that is delivered as a whole. */
  milestones: z.array(milestone),
  /** Change orders, newest first. */
  changes: z.array(storedChange),
  payments: z.array(
    z.object({
      lineId: id,
      name: z.string(),
      amount: fen,
      paid: fen,
      /** Paid minus refunds, also those not answered or not sent yet. */
      refundable: fen,
      status: z.enum(paymentStatuses),
    }),
  ),
  history: z.array(historyStep),
  /** Messages that both sides released, oldest first; null before both did or without a common range. */
  excerpt: z.array(z.object({ id, side, by: z.string(), text: z.string(), at: moment })).nullable(),
})
export type OperatorDispute = z.output<typeof operatorDispute>

const ofOrder = z.object({ orderId: id })
const evidenceInput = z.object({
  disputeId: id,
  text: text(maxEvidenceLength),
  fileIds: z.array(z.string().min(1).max(40)).max(maxEvidenceFiles).default([]),
})
const releaseInput = z.object({ disputeId: id, from: dayInput, until: dayInput })

export const disputesCalls = {
  buyerDisputes: call({
    path: '/fmall/order/buyer/dispute/list',
    summary: '一份采购订单的争议：双方证据、裁定与经过',
    access: buyer,
    reads: true,
    input: ofOrder,
    output: ownDisputes,
    ours: true,
  }),
  sellerDisputes: call({
    path: '/fmall/order/saler/dispute/list',
    summary: '一份承接订单的争议：双方证据、裁定与经过',
    access: supplier,
    reads: true,
    input: ofOrder,
    output: ownDisputes,
    ours: true,
  }),
  buyerEvidenceSave: call({
    path: '/fmall/order/buyer/dispute/evidence/save',
    summary: '买家补充争议的证据：说明与文件，双方与平台可见',
    access: buyer,
    idempotent: true,
    input: evidenceInput,
    output: ownDisputes,
    failures: ['evidenceClosed', 'evidenceFull'],
    logs: '补充争议证据',
    ours: true,
  }),
  sellerEvidenceSave: call({
    path: '/fmall/order/saler/dispute/evidence/save',
    summary: '供应商补充争议的证据：说明与文件，双方与平台可见',
    access: supplier,
    idempotent: true,
    input: evidenceInput,
    output: ownDisputes,
    failures: ['evidenceClosed', 'evidenceFull'],
    logs: '补充争议证据',
    ours: true,
  }),
  buyerDisputeRelease: call({
    path: '/fmall/order/buyer/dispute/release',
    summary: '买家向平台公开一段沟通记录；供应商也公开后，平台看到双方都公开的部分',
    access: buyer,
    input: releaseInput,
    output: ownDisputes,
    failures: ['stepNotAllowed', 'disputeRuled'],
    logs: '公开沟通记录',
    ours: true,
  }),
  sellerDisputeRelease: call({
    path: '/fmall/order/saler/dispute/release',
    summary: '供应商向平台公开一段沟通记录；买家也公开后，平台看到双方都公开的部分',
    access: supplier,
    input: releaseInput,
    output: ownDisputes,
    failures: ['stepNotAllowed', 'disputeRuled'],
    logs: '公开沟通记录',
    ours: true,
  }),
  disputes: call({
    path: '/fmall/order/dispute/list-page',
    summary: '平台：争议中的订单，等得最久的在前',
    access: operator('trade'),
    reads: true,
    input: z.object({ ...paging }),
    output: listOf(disputeRow),
    ours: true,
  }),
  dispute: call({
    path: '/fmall/order/dispute/detail',
    summary: '平台：一起争议的订单、交付、付款、证据与双方公开的沟通记录',
    access: operator('trade'),
    reads: true,
    input: z.object({ disputeId: id }),
    output: operatorDispute,
    failures: ['ownCompany'],
    ours: true,
  }),
  disputeExtend: call({
    path: '/fmall/order/dispute/extend',
    summary: '平台延长一起争议的举证时间，双方会收到通知',
    access: operator('trade'),
    input: z.object({ disputeId: id, until: dayInput }),
    output: z.object({ evidenceUntil: moment }),
    failures: ['disputeRuled', 'ownCompany'],
    logs: '延长举证时间',
    ours: true,
  }),
  disputeVerdict: call({
    path: '/fmall/order/dispute/verdict',
    summary: '平台裁定争议：继续执行、视为完成，或取消并按付款节点退款',
    access: operator('trade'),
    input: z.object({
      disputeId: id,
      event: z.enum(disputeRulings),
      reason: optionalText(500)
        .default('')
        .refine((reason) => reason.length >= minRulingLength, `请写明裁定的理由，至少 ${minRulingLength} 个字`),
      /** With `cancel`: refund by payment line, in fen; default: everything that can be refunded. */
      refunds: z
        .array(z.object({ lineId: id, amount: fen }))
        .max(50)
        .optional(),
    }),
    output: z.object({ status: z.enum(orderStatuses) }),
    failures: ['disputeRuled', 'refundTooMuch', 'payoutUnderWay', 'ownCompany'],
    ours: true,
    logs: '裁定争议',
  }),
}
