import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { DealKind, DealSide } from '../../domain/orders/deal-record.ts'
import { createdAt, identity, moment } from './columns.ts'
import { orders } from './orders.ts'

/**
 * The deal record: every step of an order, its money and its papers. Append-only by triggers; `seq`, `previousHash` and
 * `hash` are set by the database under the lock of the order, so that each entry confirms the one before.
 */
export const dealEntries = pgTable(
  'deal_entries',
  {
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** 1, 2, 3 … without gaps within an order. */
    seq: integer().notNull().default(0),
    kind: text().$type<DealKind>().notNull(),
    event: text().notNull(),
    side: text().$type<DealSide>().notNull(),
    /** null = a job. */
    userId: integer(),
    /** null = the platform. */
    companyId: integer(),
    /** Canonical JSON. No personal data that can be erased: ids of people, not names, numbers or addresses. */
    body: text().notNull(),
    previousHash: text().notNull().default(''),
    /** SHA-256 in hex of `deal_entry_text`: all other columns, the previous hash included. */
    hash: text().notNull().default(''),
    createdAt: moment()
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.seq] }),
    // Their files are kept (delete-unused-files.ts).
    index('deal_entries_contracts')
      .on(t.orderId)
      .where(sql`${t.kind} = 'document' and ${t.event} = 'contract'`),
    // They are parts of the hashed text as they are.
    check('deal_entries_words', sql`${t.kind} || ${t.event} || ${t.side} ~ '^[A-Za-z0-9]+$'`),
  ],
)

/** Merkle roots over the last hashes of all records, one a day. Append-only. */
export const dealRoots = pgTable('deal_roots', {
  id: identity(),
  /** Day in Shanghai: 2026-11-27. */
  day: text().notNull().unique(),
  /** RFC 6962 tree hash in hex. */
  root: text().notNull(),
  /** Number of records. */
  count: integer().notNull(),
  /** Root of the day before; empty for the first. */
  previousRoot: text().notNull(),
  /** Tree hashes of each 1,024 leaves, so that a proof reads few leaves. */
  chunks: jsonb().$type<readonly string[]>().notNull(),
  /** Ed25519 in base64 over `dealRootText`; empty without a key. */
  signature: text().notNull(),
  /** Public key, SPKI in base64; empty without a key. */
  publicKey: text().notNull(),
  createdAt: createdAt(),
})

/**
 * Leaves of the roots: the last entry of a record at the time of a root. Only records that grew since the root before
 * have a row; a record keeps its position in all trees. Append-only.
 */
export const dealLeaves = pgTable(
  'deal_leaves',
  {
    position: integer().notNull(),
    rootId: integer()
      .notNull()
      .references(() => dealRoots.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Last entry of the record, and its hash. */
    seq: integer().notNull(),
    hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.position, t.rootId] }), index('deal_leaves_order').on(t.orderId, t.rootId)],
)
