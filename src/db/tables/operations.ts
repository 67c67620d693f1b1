import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/** First answer to an idempotency-key, kept so that a repetition gets it again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: identity(),
    userId: integer().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** Written in the transaction that did the work. */
    answer: jsonb(),
    createdAt: createdAt(),
  },
  (t) => [unique('idempotency_keys_key').on(t.userId, t.path, t.key), index('idempotency_keys_age').on(t.createdAt)],
)

/** Who moved what from which state to which, when and why. Written with every state change. */
export const stateChanges = pgTable(
  'state_changes',
  {
    id: identity(),
    entity: text()
      .$type<'demand' | 'offer' | 'order' | 'payment' | 'certification' | 'service' | 'product'>()
      .notNull(),
    entityId: integer().notNull(),
    event: text().notNull(),
    fromStatus: text().notNull(),
    toStatus: text().notNull(),
    /** null = the system. */
    userId: integer(),
    companyId: integer(),
    reason: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('state_changes_entity').on(t.entity, t.entityId, t.id)],
)

/** What the product knows of this installation: seed version, id of the platform's service account. */
export const facts = pgTable('facts', { key: text().primaryKey(), value: jsonb().notNull() })
