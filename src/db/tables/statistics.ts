import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { companies } from './accounts.ts'
import { fen, identity, moment } from './columns.ts'

/** Orders whose statistics are outdated; filled by triggers, emptied by `refreshStatistics`. */
export const statisticsChanges = pgTable(
  'statistics_changes',
  {
    id: identity(),
    orderId: integer().notNull(),
  },
  (t) => [index('statistics_changes_order').on(t.orderId)],
)

/**
 * What statistics count of an order, in one narrow row; written by `refreshStatistics` only. No foreign key leads
 * to orders or payment lines, which are never deleted: its check would lock lines before orders, while payments lock
 * orders before lines, and each could wait for the other.
 */
export const orderStatistics = pgTable(
  'order_statistics',
  {
    orderId: integer().primaryKey(),
    buyerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    sellerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    /** Category of the line with the highest amount, else of the demand; null = unknown. */
    categoryId: integer(),
    /** Code of the buyer's cost centre, and of its project; null = none. */
    costCentre: text(),
    projectCode: text(),
    /** First day of the month of order, Shanghai. */
    month: date({ mode: 'string' }).notNull(),
    /** Neither declined nor cancelled. */
    isLive: boolean().notNull(),
    /** What is paid and what is still to be paid, after changes and refunds; of an ended order what stays paid; fen. */
    amount: fen().notNull(),
    /** Received minus refunds; fen. */
    paid: fen().notNull(),
    /** Hours until the supplier confirmed, rounded up; null = not confirmed. */
    answerHours: integer(),
    /** End of the promised day; null = none, or the order ended undelivered. */
    promisedUntil: moment(),
    deliveredAt: moment(),
    /** Confirmed receipts of payments with a due date, less refunds; fen. */
    received: fen().notNull(),
    /** Sum of these receipts times their days after the due date; an early one counts zero days. */
    receivedDays: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    index('order_statistics_buyer').on(t.buyerCompanyId, t.month),
    index('order_statistics_seller').on(t.sellerCompanyId, t.month),
  ],
)

/** Payments that are still to be made; written with `order_statistics`, and referencing as little. Fen. */
export const duePayments = pgTable(
  'due_payments',
  {
    lineId: integer().primaryKey(),
    orderId: integer().notNull(),
    buyerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    sellerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    /** null = falls due with an acceptance. */
    dueAt: moment(),
    amount: fen().notNull(),
    /** The buyer has submitted a transfer, which the supplier has not confirmed yet. */
    isSubmitted: boolean().notNull(),
  },
  (t) => [
    index('due_payments_order').on(t.orderId),
    index('due_payments_buyer').on(t.buyerCompanyId, t.dueAt, t.lineId),
    index('due_payments_seller').on(t.sellerCompanyId, t.dueAt, t.lineId),
    check('due_payments_amount', sql`${t.amount} > 0`),
  ],
)

/** Views of the listings of a supplier by day; written in batches with the counters of the listings. */
export const shopViews = pgTable(
  'shop_views',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** Day in Shanghai. */
    day: date({ mode: 'string' }).notNull(),
    kind: text().$type<ListingKind>().notNull(),
    views: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.kind] })],
)
