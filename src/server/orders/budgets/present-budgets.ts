import { and, eq, gt, isNotNull, isNull, gte, lte, lt, or, type SQL } from 'drizzle-orm'
import type { BudgetFilter, BudgetRow, BudgetState } from '../../../contract/orders/budgets.ts'
import type { Db } from '../../../db/open.ts'
import { budgets, costCentres } from '../../../db/tables/budgets.ts'
import { today } from '../../../domain/time.ts'

export type BudgetRecord = typeof budgets.$inferSelect

export const presentBudgetState = ({ id, name, mode, amount, held, committed, spent }: BudgetRecord): BudgetState => ({
  budgetId: id,
  name,
  mode,
  amount,
  held,
  committed,
  spent,
})

export const presentBudget = (budget: BudgetRecord, centreName: string): BudgetRow => {
  const { costCentre, projectCode, startsOn, endsOn, version, closedAt } = budget
  return {
    ...presentBudgetState(budget),
    costCentre,
    centreName,
    projectCode,
    startsOn,
    endsOn,
    version,
    closedAt: closedAt?.toISOString() ?? null,
  }
}

/** All cost centres of a company, by code. */
export const loadCostCentres = (db: Db, companyId: number) =>
  db.select().from(costCentres).where(eq(costCentres.companyId, companyId)).orderBy(costCentres.code)

const periodCondition = {
  current: () => and(isNull(budgets.closedAt), lte(budgets.startsOn, today()), gte(budgets.endsOn, today())),
  past: () => or(isNotNull(budgets.closedAt), lt(budgets.endsOn, today())),
  coming: () => and(isNull(budgets.closedAt), gt(budgets.startsOn, today())),
}

/** Budgets of a company that a list or sheet shows. */
export const budgetCondition = (companyId: number, { costCentre, period }: BudgetFilter): SQL | undefined =>
  and(
    eq(budgets.companyId, companyId),
    costCentre === undefined || costCentre === '' ? undefined : eq(budgets.costCentre, costCentre),
    periodCondition[period](),
  )

/** Budgets with the names of their centres; to be filtered, ordered and limited. */
export const selectBudgets = (db: Db) =>
  db
    .select({ budget: budgets, centreName: costCentres.name })
    .from(budgets)
    .innerJoin(costCentres, and(eq(costCentres.companyId, budgets.companyId), eq(costCentres.code, budgets.costCentre)))
