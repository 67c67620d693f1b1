import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { InvoiceStatus } from '../../domain/orders/invoice-states.ts'
import type { OrderFileKind, OrderInvoice } from '../../domain/orders/order-papers.ts'
import { companies, users } from './accounts.ts'
import { encryptedBankAccount } from '../encryption/column-types.ts'
import { createdAt, fen, identity, moment } from './columns.ts'
import { files } from './operations.ts'
import { orders } from './orders.ts'

/** What a supplier handed over, one row each time; what the buyer said of it. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    seq: integer().notNull(),
    note: text().notNull().default(''),
    carrier: text().notNull().default(''),
    trackingNo: text().notNull().default(''),
    fileIds: text().array().notNull().default([]),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** null = waits for the buyer. */
    verdict: text().$type<'accepted' | 'changes'>(),
    /** What is to be changed. */
    reason: text().notNull().default(''),
    answeredAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [unique('deliveries_seq').on(t.orderId, t.seq), index('deliveries_files').using('gin', t.fileIds)],
)

/** Papers that either side laid to an order; both read them. */
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

/** An invoice that a buyer asked for, and what became of it. */
export const invoices = pgTable(
  'invoices',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** To whom, as it stood when it was asked for. */
    details: encryptedBankAccount<OrderInvoice>('invoices.details').notNull(),
    amount: fen().notNull(),
    status: text().$type<InvoiceStatus>().notNull().default('requested'),
    /** Number on the invoice; unique for its supplier as far as the supplier says. */
    invoiceNo: text().notNull().default(''),
    /** The issued paper, uploaded or generated here. */
    fileId: text().references(() => files.id),
    /** Number of the red one that reverses it. */
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
    index('invoices_red_file')
      .on(t.redFileId)
      .where(sql`${t.redFileId} is not null`),
    check('invoices_amount', sql`${t.amount} > 0`),
  ],
)

/** What one side wrote of the other after an order was completed. */
export const reviews = pgTable(
  'reviews',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    side: text().$type<'buyer' | 'seller'>().notNull(),
    /** Who wrote, and of whom. */
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    ofCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** 1 to 5; what each means is told by domain/orders/reviews. */
    scores: jsonb().$type<Record<string, number>>().notNull(),
    /** Mean of the scores in hundredths: 460 = 4.6. */
    mean: integer().notNull(),
    text: text().notNull().default(''),
    /** One answer of the reviewed side. */
    reply: text().notNull().default(''),
    repliedAt: moment(),
    /** Shown from then on: when both have written, or 14 days after the completion. */
    visibleAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('reviews_side').on(t.orderId, t.side),
    index('reviews_of').on(t.ofCompanyId, t.visibleAt.desc(), t.id.desc()),
    check('reviews_mean', sql`${t.mean} between 100 and 500`),
  ],
)
