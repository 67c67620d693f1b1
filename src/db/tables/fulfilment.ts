import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { InvoiceStatus } from '../../domain/orders/invoice-states.ts'
import type { OrderFileKind, OrderInvoice } from '../../domain/orders/order-documents.ts'
import { companies, users } from './accounts.ts'
import { productBatches } from './catalogue.ts'
import { encryptedFields } from '../encryption/column-types.ts'
import { createdAt, fen, identity, moment } from './columns.ts'
import { files } from './operations.ts'
import { orderMilestones, orders } from './orders.ts'
import type { Side } from '../../domain/sides.ts'

/** Deliveries of suppliers with the buyer's verdict, one row each. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    seq: integer().notNull(),
    /** The milestone that was delivered; null = an order without stages. */
    milestoneId: integer().references(() => orderMilestones.id),
    note: text().notNull().default(''),
    carrier: text().notNull().default(''),
    trackingNo: text().notNull().default(''),
    fileIds: text().array().notNull().default([]),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** null = waiting for the buyer. */
    verdict: text().$type<'accepted' | 'changes'>(),
    /** Requested changes. */
    reason: text().notNull().default(''),
    answeredAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [unique('deliveries_seq').on(t.orderId, t.seq), index('deliveries_files').using('gin', t.fileIds)],
)

/** Batches of goods that a delivery contains; their papers are for the buyer of the order. */
export const deliveryBatches = pgTable(
  'delivery_batches',
  {
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id),
    batchId: integer()
      .notNull()
      .references(() => productBatches.id),
  },
  (t) => [primaryKey({ columns: [t.deliveryId, t.batchId] }), index('delivery_batches_batch').on(t.batchId)],
)

/** Documents added to an order by either side; visible to both. */
export const orderFiles = pgTable(
  'order_files',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    fileId: text()
      .notNull()
      .references(() => files.id),
    kind: text().$type<OrderFileKind>().notNull(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [unique('order_files_file').on(t.orderId, t.fileId), index('order_files_of').on(t.fileId)],
)

/** Invoices requested by buyers, with their status. */
export const invoices = pgTable(
  'invoices',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Invoice details at the time of the request. */
    details: encryptedFields<OrderInvoice>({
      bankAccount: 'invoices.details',
      phone: 'invoices.details.phone',
    }).notNull(),
    amount: fen().notNull(),
    status: text().$type<InvoiceStatus>().notNull().default('requested'),
    /** Invoice number as entered by the supplier; unique per supplier. */
    invoiceNo: text().notNull().default(''),
    /** The issued document, uploaded or generated. */
    fileId: text().references(() => files.id),
    /** Number of the red invoice that reverses it. */
    redNo: text().notNull().default(''),
    redFileId: text().references(() => files.id),
    reason: text().notNull().default(''),
    userId: integer()
      .notNull()
      .references(() => users.id),
    issuedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('invoices_order').on(t.orderId, t.id),
    index('invoices_file').on(t.fileId),
    index('invoices_number')
      .on(t.invoiceNo)
      .where(sql`${t.invoiceNo} <> ''`),
    index('invoices_red_file')
      .on(t.redFileId)
      .where(sql`${t.redFileId} is not null`),
    check('invoices_amount', sql`${t.amount} > 0`),
  ],
)

/** Reviews between the two sides of a completed order. */
export const reviews = pgTable(
  'reviews',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    side: text().$type<Side>().notNull(),
    /** Reviewing company, and reviewed company. */
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    ofCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** 1 to 5; keys in domain/orders/reviews. */
    scores: jsonb().$type<Record<string, number>>().notNull(),
    /** Mean of the scores in hundredths: 460 = 4.6. */
    mean: integer().notNull(),
    text: text().notNull().default(''),
    /** Reply of the reviewed side; one. */
    reply: text().notNull().default(''),
    repliedAt: moment(),
    /** Visible from then on: when both have reviewed, or 14 days after completion. */
    visibleAt: moment().notNull(),
    /** Hidden by the platform after a complaint. */
    hiddenAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('reviews_side').on(t.orderId, t.side),
    index('reviews_of').on(t.ofCompanyId, t.visibleAt.desc(), t.id.desc()),
    check('reviews_mean', sql`${t.mean} between 100 and 500`),
  ],
)
