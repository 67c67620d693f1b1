import { and, eq, gte, isNull, lte } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { budgets, costCentres } from '../../../db/tables/budgets.ts'
import { budgetFor } from '../../../domain/orders/budgets/budgets.ts'
import { today } from '../../../domain/time.ts'
import type { Member } from '../../handler.ts'

/** Where a purchase is charged, as the buyer states it; '' = not stated. */
export interface Charge {
  readonly costCentre: string
  readonly projectCode: string
}

type BudgetRow = typeof budgets.$inferSelect

/** Joins open budgets with the present day in their period to their cost centre. */
const isOpenBudgetOf = (companyId: number) =>
  and(
    eq(budgets.companyId, companyId),
    eq(budgets.costCentre, costCentres.code),
    isNull(budgets.closedAt),
    lte(budgets.startsOn, today()),
    gte(budgets.endsOn, today()),
  )

/**
 * The budget to which a purchase of today is charged; null = none. A company without cost centres pays no statement for
 * it. Throws costCentreNeeded, costCentreGone for a centre that is not active, projectGone for a project without a budget.
 */
export async function chargedBudget(
  db: Db,
  { companyId, costCentreUse }: Pick<Member, 'companyId' | 'costCentreUse'>,
  { costCentre, projectCode }: Charge,
): Promise<BudgetRow | null> {
  if (costCentre === '') {
    if (costCentreUse === 'required') throw new CallFailed('costCentreNeeded')
    if (projectCode !== '') throw new CallFailed('projectGone')
    return null
  }
  if (costCentreUse === 'none') throw new CallFailed('costCentreGone')
  const rows = await db
    .select({ budget: budgets })
    .from(costCentres)
    .leftJoin(budgets, isOpenBudgetOf(companyId))
    .where(and(eq(costCentres.companyId, companyId), eq(costCentres.code, costCentre), eq(costCentres.isActive, true)))
    .orderBy(budgets.id)
  if (rows.length === 0) throw new CallFailed('costCentreGone')
  const open = rows.flatMap(({ budget }) => budget ?? [])
  if (projectCode !== '' && !open.some((each) => each.projectCode === projectCode)) throw new CallFailed('projectGone')
  return budgetFor(open, { costCentre, projectCode, day: today() }) ?? null
}

/** Active cost centres with the projects that have a budget of today; no statement for a company without centres. */
export async function loadChargeableCentres(
  db: Db,
  { companyId, costCentreUse }: Pick<Member, 'companyId' | 'costCentreUse'>,
): Promise<{ code: string; name: string; projects: string[] }[]> {
  if (costCentreUse === 'none') return []
  const { code, name } = costCentres
  const rows = await db
    .select({ code, name, project: budgets.projectCode })
    .from(costCentres)
    .leftJoin(budgets, isOpenBudgetOf(companyId))
    .where(and(eq(costCentres.companyId, companyId), eq(costCentres.isActive, true)))
    .orderBy(code, budgets.projectCode)
  return [...Map.groupBy(rows, (row) => row.code)].map(([each, of]) => ({
    code: each,
    name: of[0]?.name ?? '',
    projects: of.flatMap(({ project }) => (project === null || project === '' ? [] : [project])),
  }))
}
