import { z } from 'zod'
import { paymentMethods } from '../../domain/orders/payment-methods.ts'
import { heldStates, minPayoutReason, payoutBlockers, payoutStatuses } from '../../domain/orders/payouts.ts'
import { operator, seller } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, fen, id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'
import { generatedFile } from './documents.ts'

const finance = operator('trade')
const supplier = seller('order_manage')

/** A payment in a payout. Money in fen. */
const payoutLine = z.object({
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  /** Payment line of the order. */
  lineId: id,
  lineName: z.string(),
  /** How the buyer paid it. */
  method: z.enum(paymentMethods),
  /** When the buyer paid it. */
  paidAt: moment.nullable(),
  amount: fen,
  fee: fen,
})

/** A payout as its supplier sees it. Money in fen. */
const supplierPayout = z.object({
  payoutId: id,
  payoutNo: z.string(),
  status: z.enum(payoutStatuses),
  amount: fen,
  /** Fee of the platform, part of the amount. */
  fee: fen,
  /** What is transferred. */
  net: fen,
  /** Why it is held or failed; else empty. */
  reason: z.string(),
  /** No payee account yet: the payout waits for it. */
  accountMissing: z.boolean(),
  /** End of the account that it goes to; empty before the first approval. */
  accountTail: z.string(),
  /** Of a paid one: number of the bank, day (Shanghai) and receipt. */
  bankReference: z.string(),
  paidOn: z.string().nullable(),
  receiptUrl: z.string().nullable(),
  createdAt: moment,
  lines: z.array(payoutLine),
})
export type SupplierPayout = z.output<typeof supplierPayout>

const payoutRow = z.object({
  payoutId: id,
  payoutNo: z.string(),
  companyId: id,
  companyName: z.string(),
  status: z.enum(payoutStatuses),
  amount: fen,
  fee: fen,
  net: fen,
  /** Orders in it. */
  orders: z.int(),
  attempt: z.int(),
  accountMissing: z.boolean(),
  reason: z.string(),
  /** The reading operator approved it first: another one confirms. */
  isOwnApproval: z.boolean(),
  createdAt: moment,
})
export type PayoutRow = z.output<typeof payoutRow>

const account = z.object({ accountName: z.string(), bankName: z.string(), accountNo: z.string() })

/** A payout with everything an operator decides by. */
const payoutDetail = payoutRow.extend({
  lines: z.array(
    payoutLine.extend({
      buyerName: z.string(),
      /** Open now: a dispute or a refund; null = none. */
      blocker: z.enum(payoutBlockers).nullable(),
      /** What is held now, if it differs from the amount of an unpaid line; else null. */
      heldNow: fen.nullable(),
    }),
  ),
  /** Account that was approved; before the first approval the supplier's present one; null = none. */
  account: account.nullable(),
  /** Present account of the supplier, where it is no longer the approved one; else null. */
  accountNow: account.nullable(),
  firstBy: z.string().nullable(),
  firstAt: moment.nullable(),
  secondBy: z.string().nullable(),
  secondAt: moment.nullable(),
  bankReference: z.string(),
  paidOn: z.string().nullable(),
  receiptUrl: z.string().nullable(),
  /** Transfers that the bank returned, in their sequence. */
  bounced: z.object({ bankReferences: z.array(z.string()), receiptUrls: z.array(z.string()) }),
  /**
   * Of a paid one: transfers back that its supplier agreed to and has not registered. If the bank returns the payout, they
   * go back as they were paid.
   */
  reroutes: z.array(z.object({ refundId: id, refundNo: z.string(), orderNo: z.string(), amount: fen })),
  history: z.array(historyStep),
})
export type PayoutDetail = z.output<typeof payoutDetail>

const part = z.string().max(200)
/** An account as an operator saw it. */
const shownAccount = z.object({ accountName: part, bankName: part, accountNo: part })
const ofPayout = z.object({ payoutId: id })
const reason = optionalText(200)
  .default('')
  .refine((given) => given.length >= minPayoutReason, `请写明原因，至少 ${minPayoutReason} 个字`)

/** Held money of a payment that is in no payout yet. */
const heldMoney = z.object({
  partId: id,
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  lineName: z.string(),
  amount: fen,
  state: z.enum(heldStates),
  paidAt: moment.nullable(),
  /** When it falls due; null = the work is not accepted yet. */
  dueAt: moment.nullable(),
})
export type HeldMoneyRow = z.output<typeof heldMoney>

export const payoutsCalls = {
  payouts: call({
    path: '/fmall/payout/list-page',
    summary: '平台：在线收款的打款单，按状态，等得最久的在前',
    access: finance,
    reads: true,
    input: z.object({ status: z.enum(payoutStatuses).optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(payoutRow).extend({
      counts: z.partialRecord(z.enum(payoutStatuses), z.int()),
      /** Net sums by state; fen. */
      sums: z.partialRecord(z.enum(payoutStatuses), fen),
      /** Held by the platform and in no payout yet; fen. */
      held: fen,
      /** PAYOUT_DAYS. */
      days: z.int(),
    }),
    ours: true,
  }),
  payout: call({
    path: '/fmall/payout/detail',
    summary: '平台：一张打款单，含款项、收款账户与审批记录',
    access: finance,
    reads: true,
    // Bank account of a company.
    viewing: 'closed',
    input: ofPayout,
    output: payoutDetail,
    failures: ['ownCompany'],
    ours: true,
  }),
  payoutApprove: call({
    path: '/fmall/payout/approve',
    summary: '平台：初审或复审通过一张打款单，须由两位运营人员先后完成；金额或收款账户与所见不符即拒绝',
    access: finance,
    idempotent: true,
    input: ofPayout.extend({
      /** As shown; fen. */
      amount: fen,
      /** Account as shown; null = none was shown. */
      account: shownAccount.nullable(),
    }),
    output: payoutDetail,
    failures: [
      'payoutMoved',
      'payoutAccountMissing',
      'payoutAccountChanged',
      'secondOperatorNeeded',
      'ownCompany',
      'reauthNeeded',
    ],
    logs: '审批打款',
    ours: true,
  }),
  payoutReturn: call({
    path: '/fmall/payout/return',
    summary: '平台：将初审通过的打款单退回初审，写明原因',
    access: finance,
    idempotent: true,
    input: ofPayout.extend({ reason }),
    output: payoutDetail,
    failures: ['payoutMoved', 'ownCompany'],
    logs: '退回打款初审',
    ours: true,
  }),
  payoutPaid: call({
    path: '/fmall/payout/paid',
    summary: '平台：登记打款单已由银行付出，附回单、流水号与日期',
    access: finance,
    idempotent: true,
    input: ofPayout.extend({
      /** Bank receipt, an upload for the purpose `attachment`. */
      receiptId: z.string().max(40).default(''),
      bankReference: text(60),
      /** Day of the transfer in Shanghai. */
      paidOn: dayInput,
    }),
    output: payoutDetail,
    failures: ['payoutMoved', 'payoutReferenceUsed', 'payoutReceiptUsed', 'ownCompany'],
    logs: '登记已打款',
    ours: true,
  }),
  payoutFailed: call({
    path: '/fmall/payout/failed',
    summary: '平台：登记打款失败，写明银行的原因；供应商可见',
    access: finance,
    idempotent: true,
    input: ofPayout.extend({ reason }),
    output: payoutDetail,
    failures: ['payoutMoved', 'ownCompany'],
    logs: '登记打款失败',
    ours: true,
  }),
  payoutBounce: call({
    path: '/fmall/payout/bounce',
    summary:
      '平台：登记已打款的打款单被银行退汇，货款恢复暂存，可重新打款；供应商可见原因；待转账的退款改为原路退回，与所见不符即拒绝',
    access: finance,
    idempotent: true,
    input: ofPayout.extend({
      reason,
      /** Ids of `reroutes` as shown; the operator confirms them. */
      rerouted: z.array(id).max(1_000).default([]),
    }),
    output: payoutDetail,
    failures: ['payoutMoved', 'payoutBounceRefused', 'payoutBounceSent', 'payoutBounceRefunded', 'ownCompany'],
    logs: '登记银行退汇',
    ours: true,
  }),
  payoutRetry: call({
    path: '/fmall/payout/retry',
    summary: '平台：失败的打款单重新进入初审',
    access: finance,
    idempotent: true,
    input: ofPayout,
    output: payoutDetail,
    failures: ['payoutMoved', 'ownCompany'],
    logs: '重新打款',
    ours: true,
  }),
  payoutsSheet: call({
    path: '/fmall/payout/sheet',
    summary: '平台：导出复审通过、待打款的打款单，供网银批量付款',
    access: finance,
    viewing: 'closed',
    input: z.object({}),
    output: generatedFile.extend({ rows: z.int() }),
    failures: ['filesFull'],
    logs: '导出待打款',
    ours: true,
    perMinute: 10,
  }),
  sellerHeldMoney: call({
    path: '/fmall/payout/saler/held-page',
    summary: '供应商：买家在线付款、平台暂存的货款，先到期的在前；附各状态合计',
    access: supplier,
    reads: true,
    input: z.object({ ...paging }),
    output: listOf(heldMoney).extend({
      /** Sums in fen: held and not accepted, due or about to be, blocked; then what payouts have. */
      sums: z.object({
        unfinished: fen,
        waiting: fen,
        blocked: fen,
        /** In review or on its way. */
        underWay: fen,
        failed: fen,
        /** Transferred, less fees. */
        paid: fen,
      }),
      /** PAYOUT_DAYS. */
      days: z.int(),
      /** PAYOUT_FEE, basis points. */
      feeRate: z.int(),
      accountMissing: z.boolean(),
    }),
    ours: true,
  }),
  sellerPayouts: call({
    path: '/fmall/payout/saler/list-page',
    summary: '供应商：平台给本企业的打款单，最新的在前',
    access: supplier,
    reads: true,
    input: z.object({ status: z.enum(payoutStatuses).optional(), ...paging }),
    output: listOf(supplierPayout).extend({ counts: z.partialRecord(z.enum(payoutStatuses), z.int()) }),
    ours: true,
  }),
}
