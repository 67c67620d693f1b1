import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'

import type { BudgetMode } from '../../domain/orders/budgets/budgets.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity, moment } from './columns.ts'

/** Cost centres of a company. One that is not used any more is switched off, since orders and rules name its code. */
export const costCentres = pgTable(
  'cost_centres',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    code: text().notNull(),
    name: text().notNull(),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [unique('cost_centres_code').on(t.companyId, t.code)],
)

/**
 * Money that a cost centre may spend in a period, of one project or of all. The balances are moved by the entries alone
 * (trigger `budget_entries_booked`); owner, centre, project and period never change (trigger `budgets_kept`).
 */
export const budgets = pgTable(
  'budgets',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** Code of the cost centre. */
    costCentre: text().notNull(),
    /** '' = of the centre without regard to projects. */
    projectCode: text().notNull().default(''),
    name: text().notNull(),
    /** First and last day in Shanghai; what is ordered in between is charged to it. */
    startsOn: date({ mode: 'string' }).notNull(),
    endsOn: date({ mode: 'string' }).notNull(),
    /** Ceiling; fen. */
    amount: fen().notNull(),
    mode: text().$type<BudgetMode>().notNull(),
    /** Requested or proposed, and not ordered yet; fen. */
    held: fen().notNull().default(0),
    /** Ordered and not paid yet; fen. */
    committed: fen().notNull().default(0),
    /** Paid and not refunded; fen. */
    spent: fen().notNull().default(0),
    /** Highest share in per cent of which people were told; 0 = none. */
    warnedAt: integer().notNull().default(0),
    /** Edit version: an outdated form is refused. */
    version: integer().notNull().default(1),
    /** Nothing further is charged to it; what was, goes on. */
    closedAt: moment(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('budgets_centre').on(t.companyId, t.costCentre, t.startsOn),
    check('budgets_period', sql`${t.startsOn} <= ${t.endsOn}`),
    check('budgets_balances', sql`${t.held} >= 0 and ${t.committed} >= 0 and ${t.spent} >= 0`),
    check('budgets_stop', sql`${t.mode} <> 'stop' or ${t.held} + ${t.committed} + ${t.spent} <= ${t.amount}`),
  ],
)
