import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SignMethod } from '../../domain/accounts/session.ts'
import type { ChangeOrderStatus } from '../../domain/orders/change-order-states.ts'
import type { OrderTerms } from '../../domain/orders/change-terms.ts'
import type { Side } from '../../domain/sides.ts'
import { users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'
import { orders } from './orders.ts'

/**
 * Change orders of running service orders. What was proposed never changes: the trigger `change_orders_promised` keeps
 * all but status, signatures and answer.
 */
export const changeOrders = pgTable(
  'change_orders',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Number within the order, from 1. */
    number: integer().notNull(),
    /** `orders.terms_version` that it changes; of an applied one, the number of its supplement. */
    baseVersion: integer().notNull(),
    /** Proposing side. */
    side: text().$type<Side>().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
    /** What changes in the scope of work; '' = nothing. */
    scope: text().notNull(),
    termsBefore: jsonb().$type<OrderTerms>().notNull(),
    termsAfter: jsonb().$type<OrderTerms>().notNull(),
    /** SHA-256 of the canonical text, hex. */
    fingerprint: text().notNull(),
    expiresAt: moment().notNull(),
    status: text().$type<ChangeOrderStatus>().notNull().default('proposed'),
    /** Why it was declined. */
    answer: text().notNull().default(''),
    buyerUserId: integer().references(() => users.id),
    buyerSignedAt: moment(),
    buyerMethod: text().$type<SignMethod>(),
    sellerUserId: integer().references(() => users.id),
    sellerSignedAt: moment(),
    sellerMethod: text().$type<SignMethod>(),
    /** When it was applied, declined, withdrawn, expired or became void. */
    closedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('change_orders_number').on(t.orderId, t.number),
    uniqueIndex('change_orders_open')
      .on(t.orderId)
      .where(sql`${t.status} = 'proposed'`),
    // A version of the terms is changed once.
    uniqueIndex('change_orders_applied')
      .on(t.orderId, t.baseVersion)
      .where(sql`${t.status} = 'applied'`),
    index('change_orders_due')
      .on(t.expiresAt)
      .where(sql`${t.status} = 'proposed'`),
    check('change_orders_closed', sql`(${t.status} = 'proposed') = (${t.closedAt} is null)`),
    check(
      'change_orders_signed',
      sql`${t.status} <> 'applied' or (${t.buyerSignedAt} is not null and ${t.sellerSignedAt} is not null)`,
    ),
  ],
)
