import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { BudgetEntry, BudgetRow, budgetsCalls } from '../../../contract/orders/budgets.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { budgetEntries } from '../../../db/tables/budget-entries.ts'
import { budgets, costCentres } from '../../../db/tables/budgets.ts'
import { orders } from '../../../db/tables/orders.ts'
import { requisitions } from '../../../db/tables/requisitions.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { links } from '../../../domain/links.ts'
import { budgetsOverlap, reachedLevel, usedSum } from '../../../domain/orders/budgets/budgets.ts'
import type { Handler, Member } from '../../handler.ts'
import { lockCompany } from '../requisitions/approval-rules-handlers.ts'
import { readableRequisitions } from '../requisitions/present-requisitions.ts'
import { budgetCondition, presentBudget, selectBudgets, type BudgetRecord } from './present-budgets.ts'

export const budgetList: Handler<typeof budgetsCalls.budgets> = async (input, { caller, db }) => {
  const where = budgetCondition(caller.companyId, input)
  const rows = await selectBudgets(db)
    .where(where)
    .orderBy(asc(budgets.costCentre), asc(budgets.projectCode), desc(budgets.startsOn), asc(budgets.id))
    .limit(input.pageSize)
    .offset((input.current - 1) * input.pageSize)
  return {
    total: await db.$count(budgets, where),
    data: rows.map(({ budget, centreName }) => presentBudget(budget, centreName)),
  }
}

/** A budget of the company; throws notFound for others. */
async function loadBudget(db: Db, { companyId }: Member, budgetId: number): Promise<BudgetRow> {
  const [found] = await selectBudgets(db).where(and(eq(budgets.id, budgetId), eq(budgets.companyId, companyId)))
  if (found === undefined) throw new CallFailed('notFound')
  return presentBudget(found.budget, found.centreName)
}

export const budgetDetail: Handler<typeof budgetsCalls.budget> = ({ budgetId }, { caller, db }) =>
  loadBudget(db, caller, budgetId)

/** Entries with their sources and people; to be filtered, ordered and limited. */
export const selectEntries = (db: Db) =>
  db
    .select({
      entry: budgetEntries,
      orderNo: orders.orderNo,
      requisitionNo: requisitions.requisitionNo,
      realName: users.realName,
      loginName: users.loginName,
    })
    .from(budgetEntries)
    .leftJoin(orders, eq(orders.id, budgetEntries.orderId))
    .leftJoin(requisitions, and(eq(budgetEntries.source, 'requisition'), eq(requisitions.id, budgetEntries.sourceId)))
    .leftJoin(users, eq(users.id, budgetEntries.userId))

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

/** An entry without its page, which depends on the reader. */
export function presentEntry(row: EntryRow): Omit<BudgetEntry, 'path'> {
  const { id, source, event, held, committed, spent, createdAt } = row.entry
  return {
    entryId: id,
    source,
    event,
    number: row.orderNo ?? row.requisitionNo ?? '',
    held,
    committed,
    spent,
    by: row.loginName === null ? '' : personName({ realName: row.realName, loginName: row.loginName }),
    at: createdAt.toISOString(),
  }
}

export const budgetEntryList: Handler<typeof budgetsCalls.budgetEntries> = async (input, { caller, db }) => {
  const { budgetId, current, pageSize } = input
  await loadBudget(db, caller, budgetId)
  const where = eq(budgetEntries.budgetId, budgetId)
  const rows = await selectEntries(db)
    .where(where)
    .orderBy(desc(budgetEntries.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const asked = rows.flatMap(({ entry }) => (entry.orderId === null ? [entry.sourceId] : []))
  const readable = await readableRequisitions(db, caller, asked)
  const pageOf = ({ orderId, sourceId }: EntryRow['entry']): string => {
    if (orderId !== null) return caller.permissions.has('my_orders') ? links.buyerOrder(orderId) : ''
    return readable.has(sourceId) ? links.buyerRequisition(sourceId) : ''
  }
  const data = rows.map((row) => ({ ...presentEntry(row), path: pageOf(row.entry) }))
  return { total: await db.$count(budgetEntries, where), data }
}

/** Runs in the transaction of its idempotency key. The lock of the company serialises budgets that could overlap. */
export const budgetSave: Handler<typeof budgetsCalls.budgetSave> = async (input, { caller, db, note }) => {
  const { companyId, userId } = caller
  await lockCompany(db, companyId)
  const active = await db.$count(
    costCentres,
    and(eq(costCentres.companyId, companyId), eq(costCentres.code, input.costCentre), eq(costCentres.isActive, true)),
  )
  if (active === 0) throw new CallFailed('costCentreGone')
  const open = await db
    .select()
    .from(budgets)
    .where(and(eq(budgets.companyId, companyId), eq(budgets.costCentre, input.costCentre), isNull(budgets.closedAt)))
  const other = open.find((each) => budgetsOverlap(each, input))
  if (other !== undefined) throw new CallFailed('budgetOverlaps', { name: other.name })
  const [saved] = await db
    .insert(budgets)
    .values({ ...input, companyId, userId })
    .returning({ id: budgets.id })
  if (saved === undefined) throw new Error('No budget')
  note(input.name)
  return loadBudget(db, caller, saved.id)
}

/** Locks a budget to change it; throws notFound, budgetClosed, conflict for an outdated version. */
async function lockBudget(
  tx: Db,
  { companyId }: Member,
  { budgetId, version }: { readonly budgetId: number; readonly version: number },
): Promise<BudgetRecord> {
  const [budget] = await tx
    .select()
    .from(budgets)
    .where(and(eq(budgets.id, budgetId), eq(budgets.companyId, companyId)))
    .for('no key update')
  if (budget === undefined) throw new CallFailed('notFound')
  if (budget.closedAt !== null) throw new CallFailed('budgetClosed')
  if (budget.version !== version) throw new CallFailed('conflict')
  return budget
}

/** Runs in the transaction of its idempotency key. */
export const budgetUpdate: Handler<typeof budgetsCalls.budgetUpdate> = async (input, { caller, db, note }) => {
  const budget = await lockBudget(db, caller, input)
  const { name, amount, mode } = input
  // A ceiling below what is used stays possible only where it merely warns and is exceeded already.
  const used = usedSum(budget)
  if (amount < used && (mode === 'stop' || amount < budget.amount)) throw new CallFailed('budgetBelowUse', { used })
  const warnedAt = Math.min(budget.warnedAt, reachedLevel({ ...budget, amount }))
  await db
    .update(budgets)
    .set({ name, amount, mode, warnedAt, version: budget.version + 1 })
    .where(eq(budgets.id, budget.id))
  note(name)
  return loadBudget(db, caller, budget.id)
}

/** Runs in the transaction of its idempotency key. */
export const budgetClose: Handler<typeof budgetsCalls.budgetClose> = async (input, { caller, db, note }) => {
  const budget = await lockBudget(db, caller, input)
  await db
    .update(budgets)
    .set({ closedAt: new Date(), version: budget.version + 1 })
    .where(eq(budgets.id, budget.id))
  note(budget.name)
  return loadBudget(db, caller, budget.id)
}
