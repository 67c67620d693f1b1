import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { GatewayMethod, PayDevice, PaymentMethod } from '../../domain/orders/payment-methods.ts'
import type { PaymentState, RefundStatus } from '../../domain/orders/payment-states.ts'
import type { LedgerAccount } from '../../domain/orders/ledger.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity, moment } from './columns.ts'
import { files } from './operations.ts'
import { orders, paymentLines } from './orders.ts'

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
  },
  (t) => [
    unique('payment_parts_line').on(t.paymentId, t.lineId),
    index('payment_parts_order').on(t.orderId),
    index('payment_parts_of').on(t.lineId),
    check('payment_parts_refunded', sql`${t.refunded} between 0 and ${t.received}`),
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
    amount: fen().notNull(),
    status: text().$type<RefundStatus>().notNull().default('requested'),
    reason: text().notNull(),
    /** Reason of a rejection, or the gateway's error. */
    answer: text().notNull().default(''),
    /** Voucher of a transfer back. */
    voucherId: text().references(() => files.id),
    /** Refund number of the gateway. */
    tradeNo: text(),
    attempts: integer().notNull().default(0),
    doneAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('refunds_order').on(t.orderId, t.id),
    index('refunds_voucher')
      .on(t.voucherId)
      .where(sql`${t.voucherId} is not null`),
    index('refunds_pending')
      .on(t.id)
      .where(sql`${t.status} = 'pending'`),
    check('refunds_amount', sql`${t.amount} > 0`),
  ],
)

/** Ledger movement with two or more entries that sum to zero. Append-only. */
export const ledgerMovements = pgTable(
  'ledger_movements',
  {
    id: identity(),
    kind: text().$type<'received' | 'settled' | 'reversed' | 'returned' | 'refunded'>().notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    partId: integer()
      .notNull()
      .references(() => paymentParts.id),
    refundId: integer().references(() => refunds.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('ledger_movements_once').on(t.kind, t.partId, t.refundId).nullsNotDistinct(),
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
