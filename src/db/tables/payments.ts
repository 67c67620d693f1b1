import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { GatewayMethod, PayDevice, PaymentMethod } from '../../domain/orders/payment-methods.ts'
import type { PaymentState, RefundStatus } from '../../domain/orders/payment-states.ts'
import type { PayoutStatus } from '../../domain/orders/payouts.ts'
import type { RefundRequestStatus } from '../../domain/orders/refund-requests.ts'
import type { Side } from '../../domain/sides.ts'
import type { LedgerAccount, LedgerMovementKind } from '../../domain/orders/ledger.ts'
import { encryptedText } from '../encryption/column-types.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity, moment } from './columns.ts'
import { files } from './operations.ts'
import { orderLines, orders, paymentLines } from './orders.ts'

/** A payment attempt for some lines: a transfer with its voucher, or a gateway payment. */
export const payments = pgTable(
  'payments',
  {
    id: identity(),
    paymentNo: text().notNull().unique(),
    /** Company and person that pay. */
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    method: text().$type<PaymentMethod>().notNull(),
    /** Device it was started on: gateways bind a number to one kind of page. null = a transfer. */
    device: text().$type<PayDevice>(),
    status: text().$type<PaymentState>().notNull().default('open'),
    /** Requested amount; fen. */
    amount: fen().notNull(),
    /** Received amount according to payee or gateway; null = not yet. */
    received: fen(),
    /** Remark code of a transfer, for matching by the payee. */
    remarkCode: text().notNull(),
    /** Voucher of the transfer. */
    voucherId: text().references(() => files.id),
    /** When the transfer was made, as stated by the payer. */
    transferredAt: moment(),
    /** Trade number of the gateway. */
    tradeNo: text(),
    /** Reason of a rejection or reversal by the payee. */
    reason: text().notNull().default(''),
    expiresAt: moment().notNull(),
    confirmedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('payments_trade')
      .on(t.method, t.tradeNo)
      .where(sql`${t.tradeNo} is not null`),
    index('payments_confirmed').using('brin', t.confirmedAt),
    index('payments_company').on(t.companyId, t.id),
    index('payments_voucher')
      .on(t.voucherId)
      .where(sql`${t.voucherId} is not null`),
    index('payments_open')
      .on(t.expiresAt)
      .where(sql`${t.status} = 'open'`),
    check('payments_amount', sql`${t.amount} > 0`),
  ],
)

/** Allocation of a payment to lines. */
export const paymentParts = pgTable(
  'payment_parts',
  {
    id: identity(),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    lineId: integer()
      .notNull()
      .references(() => paymentLines.id),
    /** Requested amount; fen. */
    amount: fen().notNull(),
    /** Received for this line; fen. */
    received: fen().notNull().default(0),
    /** Refunded part of it; fen. */
    refunded: fen().notNull().default(0),
    /** The seller's share that the platform holds, of an online payment; fen. */
    held: fen().notNull().default(0),
    /** Paid out to the seller, less what the seller transferred back to the buyer; fen. */
    paidOut: fen().notNull().default(0),
  },
  (t) => [
    unique('payment_parts_line').on(t.paymentId, t.lineId),
    index('payment_parts_order').on(t.orderId),
    index('payment_parts_of').on(t.lineId),
    index('payment_parts_held')
      .on(t.orderId, t.id)
      .where(sql`${t.held} > 0`),
    check('payment_parts_refunded', sql`${t.refunded} between 0 and ${t.received}`),
    // Nothing is paid out twice, nor paid out and refunded.
    check(
      'payment_parts_once',
      sql`${t.held} >= 0 and ${t.paidOut} >= 0 and ${t.refunded} + ${t.held} + ${t.paidOut} <= ${t.received}`,
    ),
  ],
)

/** Callbacks of gateways: booked, repeated, or refused with the reason. */
export const gatewayCallbacks = pgTable(
  'gateway_callbacks',
  {
    id: identity(),
    method: text().$type<GatewayMethod>().notNull(),
    outcome: text().$type<'booked' | 'repeated' | 'refused'>().notNull(),
    /** Empty if it could not be parsed. */
    paymentNo: text().notNull().default(''),
    tradeNo: text().notNull().default(''),
    /** SHA-256 of the body. */
    bodyHash: text().notNull(),
    reason: text().notNull().default(''),
    address: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('gateway_callbacks_recent').on(t.createdAt), index('gateway_callbacks_payment').on(t.paymentNo)],
)

/** Requests of refunds by payment line, and refunds that a supplier gives without one. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Side that made it. */
    side: text().$type<Side>().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text().$type<RefundRequestStatus>().notNull().default('requested'),
    reason: text().notNull(),
    fileIds: text().array().notNull().default([]),
    /** Reason of the refusal, or of the agreed amount. */
    answer: text().notNull().default(''),
    /** The supplier answers until then; afterwards the buyer may turn to the platform. */
    answerUntil: moment().notNull(),
    answeredAt: moment(),
    /** Why the buyer turned to the platform. */
    escalation: text().notNull().default(''),
    escalatedAt: moment(),
    /** Reason of the platform's ruling. */
    ruling: text().notNull().default(''),
    ruledBy: integer().references(() => users.id),
    /** Last reminder, so that none is sent twice. */
    reminded: text().$type<'soon' | 'due'>(),
    createdAt: createdAt(),
  },
  (t) => [
    index('refund_requests_order').on(t.orderId, t.id),
    index('refund_requests_open')
      .on(t.answerUntil)
      .where(sql`${t.status} in ('requested', 'escalated')`),
    index('refund_requests_files').using('gin', t.fileIds),
  ],
)

/** Amounts of a request by payment line; fen. */
export const refundRequestLines = pgTable(
  'refund_request_lines',
  {
    requestId: integer()
      .notNull()
      .references(() => refundRequests.id),
    lineId: integer()
      .notNull()
      .references(() => paymentLines.id),
    asked: fen().notNull(),
    /** null = not agreed to yet. */
    agreed: fen(),
  },
  (t) => [
    primaryKey({ columns: [t.requestId, t.lineId] }),
    index('refund_request_lines_line').on(t.lineId),
    check('refund_request_lines_asked', sql`${t.asked} > 0`),
    check('refund_request_lines_agreed', sql`${t.agreed} between 0 and ${t.asked}`),
  ],
)

/** Items of an order of goods that a request is about. */
export const refundRequestItems = pgTable(
  'refund_request_items',
  {
    requestId: integer()
      .notNull()
      .references(() => refundRequests.id),
    orderLineId: integer()
      .notNull()
      .references(() => orderLines.id),
    quantity: integer().notNull(),
    /** fen */
    amount: fen().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.requestId, t.orderLineId] }),
    index('refund_request_items_line').on(t.orderLineId),
    check('refund_request_items_some', sql`${t.quantity} > 0 and ${t.amount} > 0`),
  ],
)

/** Refunds to buyers, by the original payment method. */
export const refunds = pgTable(
  'refunds',
  {
    id: identity(),
    refundNo: text().notNull().unique(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Refunded part of a payment. */
    partId: integer()
      .notNull()
      .references(() => paymentParts.id),
    /** The request it carries out; null = the end of an order, or a surplus. */
    requestId: integer().references(() => refundRequests.id),
    /** How it goes back: as it was paid, or by a transfer of the supplier who was paid out. */
    method: text().$type<PaymentMethod>().notNull(),
    amount: fen().notNull(),
    status: text().$type<RefundStatus>().notNull().default('pending'),
    reason: text().notNull(),
    /** Why the buyer did not receive it, or the gateway's error. */
    answer: text().notNull().default(''),
    /** Voucher of a transfer back. */
    voucherId: text().references(() => files.id),
    /** Refund number of the gateway. */
    tradeNo: text(),
    attempts: integer().notNull().default(0),
    /** Since when it waits to be sent: agreed to, or last said not to have arrived. */
    pendingSince: moment().notNull().defaultNow(),
    /** When the supplier transferred it back. */
    sentAt: moment(),
    /** Last reminder, so that none is sent twice. */
    reminded: text().$type<'transfer' | 'overdue' | 'receipt'>(),
    doneAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('refunds_order').on(t.orderId, t.id),
    index('refunds_voucher')
      .on(t.voucherId)
      .where(sql`${t.voucherId} is not null`),
    index('refunds_request').on(t.requestId),
    index('refunds_pending')
      .on(t.id)
      .where(sql`${t.status} in ('pending', 'sent')`),
    check('refunds_amount', sql`${t.amount} > 0`),
  ],
)

/**
 * Payouts of online money to a supplier, each one bank transfer of the platform. Two operators approve it; the trigger
 * `payouts_kept` keeps what they approved.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: identity(),
    payoutNo: text().notNull().unique(),
    /** The supplier. */
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    status: text().$type<PayoutStatus>().notNull().default('due'),
    /** Sum of its lines, and of their fees; fen. The supplier receives the difference. */
    amount: fen().notNull(),
    fee: fen().notNull(),
    /** Transfers attempted, this one included. */
    attempt: integer().notNull().default(1),
    /** Account of the supplier when the first operator approved it; '' = not yet. */
    accountName: text().notNull().default(''),
    bankName: text().notNull().default(''),
    accountNo: encryptedText('payouts.account_no'),
    firstBy: integer().references(() => users.id),
    firstAt: moment(),
    secondBy: integer().references(() => users.id),
    secondAt: moment(),
    /** Number of the transfer at the bank, its day (Shanghai, YYYY-MM-DD) and receipt. */
    bankReference: text().notNull().default(''),
    paidOn: text(),
    receiptId: text().references(() => files.id),
    /** Numbers and receipts of transfers that the bank returned, in their sequence. */
    bouncedReferences: text().array().notNull().default([]),
    bouncedReceiptIds: text().array().notNull().default([]),
    /** Why it was held or failed; the supplier reads it. */
    reason: text().notNull().default(''),
    /** When the supplier was told that an account is missing. */
    accountAskedAt: moment(),
    /** When it was paid or became void. */
    closedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('payouts_company').on(t.companyId, t.id),
    index('payouts_status').on(t.status, t.id),
    // A receipt and a number of the bank are of one transfer.
    uniqueIndex('payouts_receipt')
      .on(t.receiptId)
      .where(sql`${t.receiptId} is not null`),
    uniqueIndex('payouts_reference')
      .on(t.bankReference)
      .where(sql`${t.bankReference} <> ''`),
    index('payouts_bounced_receipts').using('gin', t.bouncedReceiptIds),
    check('payouts_amount', sql`${t.amount} >= 0 and ${t.fee} between 0 and ${t.amount}`),
    check('payouts_two_operators', sql`${t.secondBy} is null or ${t.firstBy} <> ${t.secondBy}`),
    check(
      'payouts_approved',
      sql`${t.status} not in ('approved', 'paid') or (${t.firstBy} is not null and ${t.secondBy} is not null and ${t.accountNo} is not null)`,
    ),
    check('payouts_paid', sql`${t.status} <> 'paid' or (${t.bankReference} <> '' and ${t.paidOn} is not null)`),
  ],
)

/** Payments of orders that a payout pays out; fen. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    id: identity(),
    payoutId: integer()
      .notNull()
      .references(() => payouts.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    partId: integer()
      .notNull()
      .references(() => paymentParts.id),
    amount: fen().notNull(),
    /** Fee of the platform, part of the amount. */
    fee: fen().notNull(),
    /** The payout is neither paid nor void. */
    isOpen: boolean().notNull().default(true),
  },
  (t) => [
    unique('payout_lines_part').on(t.payoutId, t.partId),
    // A payment is in one payout at a time.
    uniqueIndex('payout_lines_open')
      .on(t.partId)
      .where(sql`${t.isOpen}`),
    index('payout_lines_order').on(t.orderId),
    check('payout_lines_amount', sql`${t.amount} > 0 and ${t.fee} between 0 and ${t.amount}`),
  ],
)

/** Ledger movement with two or more entries that sum to zero. Append-only. */
export const ledgerMovements = pgTable(
  'ledger_movements',
  {
    id: identity(),
    kind: text().$type<LedgerMovementKind>().notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    partId: integer()
      .notNull()
      .references(() => paymentParts.id),
    refundId: integer().references(() => refunds.id),
    payoutId: integer().references(() => payouts.id),
    /** Transfer of the payout, from 1; null = no payout. */
    attempt: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('ledger_movements_once').on(t.kind, t.partId, t.refundId, t.payoutId, t.attempt).nullsNotDistinct(),
    index('ledger_movements_order').on(t.orderId, t.id),
  ],
)

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: identity(),
    movementId: integer()
      .notNull()
      .references(() => ledgerMovements.id),
    account: text().$type<LedgerAccount>().notNull(),
    /** fen, positive = into the account */
    amount: fen().notNull(),
  },
  (t) => [
    unique('ledger_entries_account').on(t.movementId, t.account),
    index('ledger_entries_of').on(t.account, t.id),
    check('ledger_entries_amount', sql`${t.amount} <> 0`),
  ],
)
