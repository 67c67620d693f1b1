import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DisputeOutcome } from '../../domain/orders/disputes.ts'
import type { Side } from '../../domain/sides.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity, moment } from './columns.ts'
import { orders } from './orders.ts'

/** Disputes of orders with their rulings. An order may have several, one after the other. */
export const disputes = pgTable(
  'disputes',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Side that opened it. */
    side: text().$type<Side>().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
    /** Both sides add evidence until then. */
    evidenceUntil: moment().notNull(),
    /** null = open. */
    outcome: text().$type<DisputeOutcome>(),
    /** Reason of the ruling; both sides read it. */
    ruling: text().notNull().default(''),
    /** Refund of the ruling, in fen. */
    refunded: fen().notNull().default(0),
    closedBy: integer().references(() => users.id),
    closedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('disputes_open')
      .on(t.orderId)
      .where(sql`${t.outcome} is null`),
    index('disputes_order').on(t.orderId, t.id),
    index('disputes_waiting')
      .on(t.createdAt, t.id)
      .where(sql`${t.outcome} is null`),
    check('disputes_closed', sql`(${t.outcome} is null) = (${t.closedAt} is null)`),
    check('disputes_refunded', sql`${t.refunded} >= 0`),
  ],
)

/** What a side adds to a dispute. Never changed or removed. */
export const disputeEvidence = pgTable(
  'dispute_evidence',
  {
    id: identity(),
    disputeId: integer()
      .notNull()
      .references(() => disputes.id),
    side: text().$type<Side>().notNull(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    fileIds: text().array().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [index('dispute_evidence_of').on(t.disputeId, t.id), index('dispute_evidence_files').using('gin', t.fileIds)],
)

/** Range of its conversation that a side releases to the platform; read once both sides have released. */
export const disputeReleases = pgTable(
  'dispute_releases',
  {
    disputeId: integer()
      .notNull()
      .references(() => disputes.id),
    side: text().$type<Side>().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    from: moment().notNull(),
    until: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.disputeId, t.side] }),
    check('dispute_releases_range', sql`${t.from} <= ${t.until}`),
  ],
)
