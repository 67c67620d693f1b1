import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { GatewayMethod, PayDevice, PaymentMethod } from '../../domain/orders/payment-methods.ts'
import type { PaymentState, RefundStatus } from '../../domain/orders/payment-states.ts'
import type { LedgerAccount } from '../../domain/orders/ledger.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity, moment } from './columns.ts'
import { files } from './operations.ts'
import { orders, paymentLines } from './orders.ts'

/** One attempt to pay some lines: a transfer with its voucher, or a payment at a gateway. */
export const payments = pgTable(
  'payments',
  {
    id: identity(),
    paymentNo: text().notNull().unique(),
    /** The buyer's company and the person who pays for it. */
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    method: text().$type<PaymentMethod>().notNull(),
    /** On what it was begun: a gateway takes a number for one kind of page only. null = a transfer, which has none. */
    device: text().$type<PayDevice>(),
    status: text().$type<PaymentState>().notNull().default('open'),
    /** What was asked for; fen. */
    amount: fen().notNull(),
    /** What came in, as the payee or the gateway says; null = not yet. */
    received: fen(),
    /** Words that a transfer carries, so that its payee finds it. */
    remarkCode: text().notNull(),
    /** The transfer's receipt. */
    voucherId: text().references(() => files.id),
    /** When the payer says that it was transferred. */
    transferredAt: moment(),
    /** The gateway's own number of the payment. */
    tradeNo: text(),
    /** Why the payee did not accept it, or took the receipt back. */
    reason: text().notNull().default(''),
    expiresAt: moment().notNull(),
    confirmedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('payments_trade')
      .on(t.method, t.tradeNo)
      .where(sql`${t.tradeNo} is not null`),
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

/** How much of a payment is for which line. */
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
    /** Asked for; fen. */
    amount: fen().notNull(),
    /** Came in for this line; fen. */
    received: fen().notNull().default(0),
    /** Of it, what went back; fen. */
    refunded: fen().notNull().default(0),
  },
  (t) => [
    unique('payment_parts_line').on(t.paymentId, t.lineId),
    index('payment_parts_order').on(t.orderId),
    index('payment_parts_of').on(t.lineId),
    check('payment_parts_refunded', sql`${t.refunded} between 0 and ${t.received}`),
  ],
)

/** What came to the door of a gateway: booked, repeated, or refused with the reason. */
export const gatewayCallbacks = pgTable(
  'gateway_callbacks',
  {
    id: identity(),
    method: text().$type<GatewayMethod>().notNull(),
    outcome: text().$type<'booked' | 'repeated' | 'refused'>().notNull(),
    /** As far as it could be read. */
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

/** Money that goes back to the buyer, by the way it came. */
export const refunds = pgTable(
  'refunds',
  {
    id: identity(),
    refundNo: text().notNull().unique(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** The part of a payment that goes back. */
    partId: integer()
      .notNull()
      .references(() => paymentParts.id),
    amount: fen().notNull(),
    status: text().$type<RefundStatus>().notNull().default('requested'),
    reason: text().notNull(),
    /** Why it was refused, or what the gateway answered when it failed. */
    answer: text().notNull().default(''),
    /** Of a transfer back. */
    voucherId: text().references(() => files.id),
    /** The gateway's own number of the refund. */
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

/** One movement of money with two entries or more that sum to zero. Written once, changed never. */
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
