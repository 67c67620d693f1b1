import { z } from 'zod'
import { signMethods } from '../../domain/accounts/session.ts'
import { maxDeliverablesLength, maxMilestones } from '../../domain/demands/offer-terms.ts'
import {
  changeActions,
  changeExpiryDays,
  changeOrderStatuses,
  maxChangeReasonLength,
  maxScopeLength,
} from '../../domain/orders/change-order-states.ts'
import { milestoneStatuses } from '../../domain/orders/milestone-states.ts'
import { orderSources, orderStatuses } from '../../domain/orders/order-states.ts'
import { paymentStatuses } from '../../domain/orders/payment-states.ts'
import { sides } from '../../domain/sides.ts'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { count, day, dayInput, fen, id, moment, optionalText, text } from '../fields.ts'

const buyer = company('my_orders')
const supplier = seller('order_manage')

/** A payment of the schedule with its stage; days in Shanghai. */
const termRow = z.object({
  /** Number of the payment within the order. */
  seq: z.int(),
  /** Number of the milestone; null = a payment without a stage. */
  stage: z.int().nullable(),
  name: z.string(),
  deliverables: z.string(),
  /** Planned day of a stage, else the due date; null = not fixed. */
  on: day.nullable(),
  amount: fen,
  isSkipped: z.boolean(),
})
const terms = z.object({ total: fen, promisedOn: day.nullable(), rows: z.array(termRow) })

const signature = z.object({
  side: z.enum(sides),
  /** Who signed, by name. */
  name: z.string(),
  method: z.enum(signMethods),
  at: moment,
})

/** A change order as everybody reads it who may see its order. */
export const storedChange = z.object({
  changeId: id,
  /** Number within the order, from 1. */
  number: z.int(),
  /** Version of the terms that it changes; of an applied one, the number of its supplement. */
  baseVersion: z.int(),
  /** Proposing side. */
  side: z.enum(sides),
  status: z.enum(changeOrderStatuses),
  reason: z.string(),
  scope: z.string(),
  before: terms,
  after: terms,
  /** SHA-256, hex: what both sides sign. */
  fingerprint: z.string(),
  expiresAt: moment,
  /** Why it was declined. */
  answer: z.string(),
  signatures: z.array(signature),
  createdAt: moment,
  closedAt: moment.nullable(),
})
export type StoredChange = z.output<typeof storedChange>

const changeOrder = storedChange.extend({
  /** Steps available to the reading side. */
  steps: z.array(z.enum(changeActions)),
  /** Of an open one: what signing would pay back as of now, fen. */
  refund: fen,
  /** Of an open one: why it cannot be applied as the order is now, in words; null = it can. */
  obstacle: z.string().nullable(),
})
export type ChangeOrder = z.output<typeof changeOrder>

/** What a change order is proposed on: input of `planChange`. */
const base = z.object({
  status: z.enum(orderStatuses),
  source: z.enum(orderSources),
  version: z.int(),
  promisedOn: day.nullable(),
  rows: z.array(
    termRow.extend({
      paid: fen,
      inFlight: fen,
      hasRefund: z.boolean(),
      payment: z.enum(paymentStatuses),
      milestone: z.enum(milestoneStatuses).nullable(),
    }),
  ),
})

const ofOrder = z.object({
  /** Newest first. */
  data: z.array(changeOrder),
  base,
  orderNo: z.string(),
})
export type ChangeOrders = z.output<typeof ofOrder>

const proposal = z.object({
  orderId: id,
  /** `base.version` as it was shown. */
  baseVersion: count,
  reason: text(maxChangeReasonLength),
  /** What changes in the scope of work. */
  scope: optionalText(maxScopeLength).default(''),
  /** Promised delivery day after the change; the shown one where it stays. */
  promisedOn: dayInput.nullable(),
  /** Total after the change as it was shown. */
  total: fen,
  /** Changed and added rows; the others stay. */
  rows: z
    .array(
      z.object({
        /** null = added. */
        seq: z.int().positive().nullable(),
        name: text(30),
        deliverables: optionalText(maxDeliverablesLength).default(''),
        on: dayInput.nullable(),
        amount: fen,
        /** Ends the stage of the row: amount 0, what was paid is refunded. */
        skip: z.boolean().default(false),
      }),
    )
    .max(maxMilestones * 2),
  expiresInDays: z
    .int()
    .min(changeExpiryDays.min, `最短 ${changeExpiryDays.min} 天`)
    .max(changeExpiryDays.max, `最长 ${changeExpiryDays.max} 天`)
    .default(changeExpiryDays.usual),
})
/** The fingerprint that was shown to the signer. */
const signing = z.object({ changeId: id, fingerprint: z.string().length(64) })
const declining = z.object({ changeId: id, reason: text(maxChangeReasonLength) })
const planFailures = [
  'changeGoods',
  'changeDisputed',
  'changeNotRunning',
  'changeBaseGone',
  'changeNothing',
  'changeAccepted',
  'changeBelowPaid',
  'changePaidLine',
  'changePaymentOpen',
  'changeRefundOpen',
  'changeTotalWrong',
  'changeDateWrong',
  'changeTooMany',
  'changeRowWrong',
  'changeAllSkipped',
] as const
const supplementFile = z.object({ url: z.string(), name: z.string() })

export const changeOrdersCalls = {
  buyerChangeOrders: call({
    path: '/fmall/order/buyer/change/list',
    summary: '一份采购订单的变更单，以及可以变更的约定',
    access: buyer,
    reads: true,
    input: z.object({ orderId: id }),
    output: ofOrder,
    ours: true,
  }),
  sellerChangeOrders: call({
    path: '/fmall/order/saler/change/list',
    summary: '一份承接订单的变更单，以及可以变更的约定',
    access: supplier,
    reads: true,
    input: z.object({ orderId: id }),
    output: ofOrder,
    ours: true,
  }),
  buyerChangePropose: call({
    path: '/fmall/order/buyer/change/save',
    summary: '买家提出并签署变更单，须先确认本人（reauthenticate）；对方签署后生效',
    access: buyer,
    idempotent: true,
    input: proposal,
    output: ofOrder,
    failures: [
      'reauthNeeded',
      'changeOpen',
      'approvalPending',
      'approverMissing',
      'requisitionDiffers',
      'budgetShort',
      ...planFailures,
    ],
    logs: '提出变更单',
    ours: true,
  }),
  sellerChangePropose: call({
    path: '/fmall/order/saler/change/save',
    summary: '供应商提出并签署变更单，须先确认本人（reauthenticate）；对方签署后生效',
    access: supplier,
    idempotent: true,
    input: proposal,
    output: ofOrder,
    failures: ['reauthNeeded', 'changeOpen', ...planFailures],
    logs: '提出变更单',
    ours: true,
  }),
  buyerChangeSign: call({
    path: '/fmall/order/buyer/change/sign',
    summary: '买家签署供应商提出的变更单，立即生效；须先确认本人（reauthenticate），并给出所见的校验码',
    access: buyer,
    idempotent: true,
    input: signing,
    output: ofOrder,
    failures: [
      'reauthNeeded',
      'changeFingerprint',
      'changeExpired',
      'stepNotAllowed',
      'approvalPending',
      'approverMissing',
      'requisitionDiffers',
      'budgetShort',
      ...planFailures,
    ],
    logs: '签署变更单',
    ours: true,
  }),
  sellerChangeSign: call({
    path: '/fmall/order/saler/change/sign',
    summary: '供应商签署买家提出的变更单，立即生效；须先确认本人（reauthenticate），并给出所见的校验码',
    access: supplier,
    idempotent: true,
    input: signing,
    output: ofOrder,
    failures: ['reauthNeeded', 'changeFingerprint', 'changeExpired', 'stepNotAllowed', ...planFailures],
    logs: '签署变更单',
    ours: true,
  }),
  buyerChangeDecline: call({
    path: '/fmall/order/buyer/change/decline',
    summary: '买家写明原因，拒绝供应商提出的变更单',
    access: buyer,
    input: declining,
    output: ofOrder,
    failures: ['stepNotAllowed'],
    logs: '拒绝变更单',
    ours: true,
  }),
  sellerChangeDecline: call({
    path: '/fmall/order/saler/change/decline',
    summary: '供应商写明原因，拒绝买家提出的变更单',
    access: supplier,
    input: declining,
    output: ofOrder,
    failures: ['stepNotAllowed'],
    logs: '拒绝变更单',
    ours: true,
  }),
  buyerChangeWithdraw: call({
    path: '/fmall/order/buyer/change/withdraw',
    summary: '买家撤回自己提出、对方尚未签署的变更单',
    access: buyer,
    input: z.object({ changeId: id }),
    output: ofOrder,
    failures: ['stepNotAllowed'],
    logs: '撤回变更单',
    ours: true,
  }),
  sellerChangeWithdraw: call({
    path: '/fmall/order/saler/change/withdraw',
    summary: '供应商撤回自己提出、对方尚未签署的变更单',
    access: supplier,
    input: z.object({ changeId: id }),
    output: ofOrder,
    failures: ['stepNotAllowed'],
    logs: '撤回变更单',
    ours: true,
  }),
  buyerSupplement: call({
    path: '/fmall/order/buyer/change/supplement',
    summary: '已生效变更单的补充协议 PDF',
    access: buyer,
    /** `supplement`: its number, from 1. */
    input: z.object({ orderId: id, supplement: z.int().positive() }),
    output: supplementFile,
    failures: ['filesFull'],
    ours: true,
    perMinute: 10,
  }),
  sellerSupplement: call({
    path: '/fmall/order/saler/change/supplement',
    summary: '已生效变更单的补充协议 PDF',
    access: supplier,
    input: z.object({ orderId: id, supplement: z.int().positive() }),
    output: supplementFile,
    failures: ['filesFull'],
    ours: true,
    perMinute: 10,
  }),
}
