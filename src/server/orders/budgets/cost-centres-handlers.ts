import { and, eq, ne } from 'drizzle-orm'
import type { BudgetSettings, budgetsCalls } from '../../../contract/orders/budgets.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { costCentres } from '../../../db/tables/budgets.ts'
import { budgetLeft } from '../../../domain/orders/budgets/budgets.ts'
import { maxCostCentres, ruleMakerPermission } from '../../../domain/orders/requisitions/approval-rules.ts'
import type { Handler, Member } from '../../handler.ts'
import { lockCompany } from '../requisitions/approval-rules-handlers.ts'
import { chargedBudget, loadChargeableCentres } from './charged-budget.ts'
import { loadCostCentres } from './present-budgets.ts'

/** What a budget has left is for those who order or award; throws forbidden for others. */
function assertBuys({ permissions }: Member): void {
  if (!permissions.has('my_orders') && !permissions.has('my_requirement')) throw new CallFailed('forbidden')
}

export const costCentreList: Handler<typeof budgetsCalls.costCentres> = async (_, { caller, db }) => ({
  data: await loadChargeableCentres(db, caller),
  isRequired: caller.costCentreUse === 'required',
})

export const chargedBudgetState: Handler<typeof budgetsCalls.chargedBudget> = async (input, { caller, db }) => {
  assertBuys(caller)
  const budget = await chargedBudget(db, caller, input)
  return { budget: budget === null ? null : { name: budget.name, mode: budget.mode, left: budgetLeft(budget) } }
}

async function presentSettings(db: Db, { companyId, permissions }: Member): Promise<BudgetSettings> {
  const [company] = await db.select({ use: companies.costCentreUse }).from(companies).where(eq(companies.id, companyId))
  const all = await loadCostCentres(db, companyId)
  return {
    costCentres: all.map(({ code, name, isActive }) => ({ code, name, isActive })),
    isRequired: company?.use === 'required',
    mayChange: permissions.has(ruleMakerPermission),
  }
}

export const budgetSettings: Handler<typeof budgetsCalls.budgetSettings> = (_, { caller, db }) =>
  presentSettings(db, caller)

export const costCentreSave: Handler<typeof budgetsCalls.costCentreSave> = async ({ code, name }, context) => {
  const { caller, db, note } = context
  const { companyId } = caller
  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId)
    const count = await tx.$count(costCentres, eq(costCentres.companyId, companyId))
    if (count >= maxCostCentres) throw fieldFailed({ field: 'code', message: `最多 ${maxCostCentres} 个成本中心` })
    const [saved] = await tx
      .insert(costCentres)
      .values({ companyId, code, name })
      .onConflictDoNothing()
      .returning({ id: costCentres.id })
    if (saved === undefined) throw new CallFailed('costCentreTaken')
    await tx
      .update(companies)
      .set({ costCentreUse: 'optional' })
      .where(and(eq(companies.id, companyId), eq(companies.costCentreUse, 'none')))
    note(code)
    return presentSettings(tx, caller)
  })
}

/**
 * Throws costCentreLast where a company that requires a cost centre has no active one: nothing could be ordered any more.
 * The lock of the company serialises what decides it.
 */
async function assertOrderable(tx: Db, companyId: number): Promise<void> {
  const isRequired = and(eq(companies.id, companyId), eq(companies.costCentreUse, 'required'))
  const isActive = and(eq(costCentres.companyId, companyId), eq(costCentres.isActive, true))
  if ((await tx.$count(companies, isRequired)) > 0 && (await tx.$count(costCentres, isActive)) === 0)
    throw new CallFailed('costCentreLast')
}

export const costCentreUpdate: Handler<typeof budgetsCalls.costCentreUpdate> = async (input, context) => {
  const { caller, db, note } = context
  const { companyId } = caller
  const { code, name, isActive } = input
  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId)
    const [saved] = await tx
      .update(costCentres)
      .set({ name, isActive })
      .where(and(eq(costCentres.companyId, companyId), eq(costCentres.code, code)))
      .returning({ name: costCentres.name, isActive: costCentres.isActive })
    if (saved === undefined) throw new CallFailed('notFound')
    if (isActive === false) await assertOrderable(tx, companyId)
    note(`${code} ${saved.name}，${saved.isActive ? '启用' : '停用'}`)
    return presentSettings(tx, caller)
  })
}

export const costCentreRequire: Handler<typeof budgetsCalls.costCentreRequire> = async ({ isRequired }, context) => {
  const { caller, db, note } = context
  const { companyId } = caller
  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId)
    const [saved] = await tx
      .update(companies)
      .set({ costCentreUse: isRequired ? 'required' : 'optional' })
      .where(and(eq(companies.id, companyId), ne(companies.costCentreUse, 'none')))
      .returning({ id: companies.id })
    if (saved === undefined) throw new CallFailed('costCentreLast')
    await assertOrderable(tx, companyId)
    note(isRequired ? '必填' : '选填')
    return presentSettings(tx, caller)
  })
}
