import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { ExceptionKind, ExceptionStatus, Severity } from '../../domain/orders/matching/exceptions.ts'
import type { InvoiceFieldName, InvoiceSource, ReadFields } from '../../domain/orders/matching/invoice-fields.ts'
import type { Side } from '../../domain/sides.ts'
import { companies } from './accounts.ts'
import { createdAt, fen, identity } from './columns.ts'
import { invoices } from './fulfilment.ts'
import { orders, paymentLines } from './orders.ts'

/** What was read in an uploaded invoice, before a person confirmed it, so that no file is read twice; deleted with its file. */
export const invoiceReadings = pgTable('invoice_readings', {
  fileId: text().primaryKey(),
  /** null = nothing of use was found. */
  source: text().$type<InvoiceSource>(),
  fields: jsonb().$type<ReadFields>().notNull(),
  createdAt: createdAt(),
})

/** Fields of issued invoices as the supplier confirmed them. Amounts in fen. */
export const invoiceFields = pgTable(
  'invoice_fields',
  {
    invoiceId: integer()
      .primaryKey()
      .references(() => invoices.id),
    issuedOn: date({ mode: 'string' }).notNull(),
    buyerName: text().notNull(),
    buyerTaxNo: text().notNull(),
    sellerName: text().notNull(),
    sellerTaxNo: text().notNull(),
    /** Without tax. */
    amount: fen().notNull(),
    tax: fen().notNull(),
    total: fen().notNull(),
    /** Basis points; null = several rates. */
    taxRate: integer(),
    source: text().$type<InvoiceSource>().notNull(),
    /** Fields that were changed after the file was read. */
    edited: text().array().$type<InvoiceFieldName[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [check('invoice_fields_total', sql`${t.total} > 0`)],
)

/** Parts of issued invoices that their supplier allocated to payments; those of other invoices are computed. Fen. */
export const invoiceAllocations = pgTable(
  'invoice_allocations',
  {
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id),
    lineId: integer()
      .notNull()
      .references(() => paymentLines.id),
    amount: fen().notNull(),
  },
  (t) => [primaryKey({ columns: [t.invoiceId, t.lineId] }), check('invoice_allocations_amount', sql`${t.amount} > 0`)],
)

/** Orders whose facts changed since their last match; filled by triggers, emptied by `refreshMatches`. */
export const matchChanges = pgTable(
  'match_changes',
  {
    id: identity(),
    orderId: integer().notNull(),
  },
  (t) => [index('match_changes_order').on(t.orderId)],
)

/** Result of the last match of an order: what lists show. Sums in fen. */
export const orderMatches = pgTable(
  'order_matches',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id),
    buyerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    sellerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    accepted: fen().notNull(),
    paid: fen().notNull(),
    /** Confirmed receipts with a voucher or a trade number. */
    vouched: fen().notNull(),
    invoiced: fen().notNull(),
    /** Open and explained exceptions, and those of them that need action. */
    exceptions: integer().notNull(),
    urgent: integer().notNull(),
  },
  (t) => [
    index('order_matches_buyer').on(t.buyerCompanyId, t.orderId.desc()),
    index('order_matches_seller').on(t.sellerCompanyId, t.orderId.desc()),
  ],
)

/** Exceptions of matches with their states; none is deleted. */
export const matchExceptions = pgTable(
  'match_exceptions',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Identifies it within its order. */
    key: text().notNull(),
    kind: text().$type<ExceptionKind>().notNull(),
    severity: text().$type<Severity>().notNull(),
    /** null = it concerns the order. */
    lineId: integer().references(() => paymentLines.id),
    /** By how much the sides differ, fen; 0 = not an amount. */
    amount: fen().notNull(),
    detail: text().notNull(),
    status: text().$type<ExceptionStatus>().notNull().default('open'),
    explanation: text().notNull().default(''),
    explainedSide: text().$type<Side>(),
    /** Reason of the operator who dismissed it. */
    dismissal: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('match_exceptions_key').on(t.orderId, t.key),
    index('match_exceptions_active')
      .on(t.kind, t.orderId)
      .where(sql`${t.status} in ('open', 'explained')`),
    index('match_exceptions_status').on(t.status, t.id.desc()),
    check('match_exceptions_explained', sql`${t.status} <> 'explained' or ${t.explainedSide} is not null`),
    check('match_exceptions_dismissed', sql`${t.status} <> 'dismissed' or ${t.dismissal} <> ''`),
  ],
)
