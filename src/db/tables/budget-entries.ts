import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { BudgetEvent, BudgetSource } from '../../domain/orders/budgets/budgets.ts'
import { users } from './accounts.ts'
import { budgets } from './budgets.ts'
import { createdAt, fen, identity } from './columns.ts'
import { orders } from './orders.ts'

/**
 * Movements of budgets, append-only (trigger `budget_entries_kept`): what each event adds to or takes from the balances;
 * fen. An event of a source is booked once an order.
 */
export const budgetEntries = pgTable(
  'budget_entries',
  {
    id: identity(),
    budgetId: integer()
      .notNull()
      .references(() => budgets.id),
    source: text().$type<BudgetSource>().notNull(),
    /** Id of the requisition, order, change order, payment or refund. */
    sourceId: integer().notNull(),
    event: text().$type<BudgetEvent>().notNull(),
    /** The order whose money moves; null = a requisition. */
    orderId: integer().references(() => orders.id),
    held: fen().notNull(),
    committed: fen().notNull(),
    spent: fen().notNull(),
    /** null = a job or the supplier. */
    userId: integer().references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('budget_entries_once').on(t.budgetId, t.source, t.sourceId, t.event, t.orderId).nullsNotDistinct(),
    index('budget_entries_budget').on(t.budgetId, t.id.desc()),
    index('budget_entries_order').on(t.orderId),
    check('budget_entries_moved', sql`${t.held} <> 0 or ${t.committed} <> 0 or ${t.spent} <> 0`),
  ],
)
