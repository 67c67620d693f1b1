import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { budgetEntries } from '../../../db/tables/budget-entries.ts'
import { budgets } from '../../../db/tables/budgets.ts'
import { changeOrders } from '../../../db/tables/change-orders.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import {
  budgetLeft,
  hasRoom,
  noUse,
  orderUse,
  reachedLevel,
  differenceOf,
  usedSum,
  type BudgetEvent,
  type BudgetSource,
  type BudgetUse,
} from '../../../domain/orders/budgets/budgets.ts'
import { approverPermission } from '../../../domain/orders/requisitions/approval-rules.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Context } from '../../handler.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import type { Order } from '../lock-order.ts'
import { loadSettledLines } from '../refunds/settled-lines.ts'

type NewEntry = typeof budgetEntries.$inferInsert
type BudgetRow = typeof budgets.$inferSelect
type NewsContext = Pick<Context, 'after' | 'jobs' | 'push'>

/** What moved a budget. */
interface Booking {
  readonly source: BudgetSource
  readonly sourceId: number
  readonly event: BudgetEvent
  /** null = a job or the supplier. */
  readonly userId: number | null
}

/**
 * Books entries under the locks of their budgets, by id: the last locks of a transaction. Their keys stay free, since
 * orders and requisitions that refer to a budget share it. The entries move the balances by a trigger. Throws
 * budgetEnded for something new on a closed budget, budgetShort for a rise that a budget does not have room for.
 */
async function book(
  tx: Db,
  context: NewsContext,
  entries: readonly NewEntry[],
  /** The budget that something new is charged to. */
  chargedId: number | null = null,
): Promise<void> {
  const moving = entries.filter(({ held, committed, spent }) => held !== 0 || committed !== 0 || spent !== 0)
  if (moving.length === 0) return
  const ids = [...new Set(moving.map(({ budgetId }) => budgetId))]
  const locked = await tx
    .select()
    .from(budgets)
    .where(inArray(budgets.id, ids))
    .orderBy(asc(budgets.id))
    .for('no key update')
  // Closed between the choice of the budget and its lock.
  if (locked.some(({ id, closedAt }) => id === chargedId && closedAt !== null)) throw new CallFailed('budgetEnded')
  const rises = new Map<number, number>()
  for (const entry of moving) rises.set(entry.budgetId, (rises.get(entry.budgetId) ?? 0) + usedSum(entry))
  for (const budget of locked)
    if (!hasRoom(budget, rises.get(budget.id) ?? 0))
      throw new CallFailed('budgetShort', { name: budget.name, left: budgetLeft(budget) })
  await tx.insert(budgetEntries).values(moving)
  const after = locked.map((budget) => ({ ...budget, committed: budget.committed + (rises.get(budget.id) ?? 0) }))
  for (const budget of after) if ((rises.get(budget.id) ?? 0) > 0) await tellLevel(tx, context, budget)
}

/** Tells those who manage purchases once that a share of a budget is used. */
async function tellLevel(tx: Db, context: NewsContext, budget: BudgetRow): Promise<void> {
  const level = reachedLevel(budget)
  if (level <= budget.warnedAt) return
  await tx.update(budgets).set({ warnedAt: level }).where(eq(budgets.id, budget.id))
  const people = await recipientsWithPermission(tx, [budget.companyId], approverPermission)
  await notify(tx, context, 'budget.reached', people.get(budget.companyId) ?? [], {
    title: `预算“${budget.name}”已用 ${level}%`,
    text: `额度 ¥${yuan(budget.amount)}，已占用、下单与支付 ¥${yuan(usedSum(budget))}。`,
    path: links.buyerBudget(budget.id),
  })
}

/** A requisition holds its amount until it ends; `isNew`: it asks for a purchase, not for the change of an order. */
export async function holdBudget(
  tx: Db,
  context: NewsContext,
  {
    budgetId,
    requisitionId,
    amount,
    isNew,
    userId,
  }: {
    readonly budgetId: number
    readonly requisitionId: number
    /** fen */
    readonly amount: number
    readonly isNew: boolean
    readonly userId: number
  },
): Promise<void> {
  const booking: Booking = { source: 'requisition', sourceId: requisitionId, event: 'hold', userId }
  await book(tx, context, [{ ...booking, ...noUse, budgetId, held: amount }], isNew ? budgetId : null)
}

/** Entries that give back what a requisition holds. */
async function releases(tx: Db, requisitionId: number | undefined, userId: number | null): Promise<NewEntry[]> {
  if (requisitionId === undefined) return []
  const rows = await tx
    .select({ budgetId: budgetEntries.budgetId, held: sql<number>`sum(${budgetEntries.held})::float8` })
    .from(budgetEntries)
    .where(and(eq(budgetEntries.source, 'requisition'), eq(budgetEntries.sourceId, requisitionId)))
    .groupBy(budgetEntries.budgetId)
  const booking: Booking = { source: 'requisition', sourceId: requisitionId, event: 'release', userId }
  return rows.map(({ budgetId, held }) => ({ ...booking, ...noUse, budgetId, held: -held }))
}

/** Gives back what a requisition holds that ends without a purchase. */
export async function releaseBudget(
  tx: Db,
  context: NewsContext,
  requisitionId: number,
  userId: number | null,
): Promise<void> {
  await book(tx, context, await releases(tx, requisitionId, userId))
}

/** Commits placed orders to their budget, taking over what their requisition holds. */
export async function commitOrders(
  tx: Db,
  context: NewsContext,
  {
    budgetId,
    placed,
    userId,
    requisitionId,
  }: {
    readonly budgetId: number | null
    readonly placed: readonly { readonly orderId: number; readonly total: number }[]
    readonly userId: number
    readonly requisitionId?: number | undefined
  },
): Promise<void> {
  const commits = placed.flatMap(({ orderId, total }): NewEntry[] => {
    const booking: Booking = { source: 'order', sourceId: orderId, event: 'commit', userId }
    return budgetId === null ? [] : [{ ...booking, ...noUse, budgetId, orderId, committed: total }]
  })
  await book(tx, context, [...(await releases(tx, requisitionId, userId)), ...commits], budgetId)
}

/**
 * Books what an order uses of its budget as its rows are now; nothing, and no statement, for an order without one. It is
 * called last in the transaction of each event, under the lock of the order. `added` is by how much a change order has
 * raised its total, fen; `requisitionId` the approved requisition whose hold it takes over.
 */
export async function settleBudget(
  tx: Db,
  context: NewsContext,
  { id: orderId, budgetId }: Pick<Order, 'id' | 'budgetId'>,
  booking: Booking,
  { added = 0, requisitionId }: { readonly added?: number; readonly requisitionId?: number | undefined } = {},
): Promise<void> {
  if (budgetId === null) return
  const [order] = await tx
    .select({ status: orders.status, total: orders.total })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order === undefined) throw new Error(`No order ${orderId}`)
  const { id, status, amount, paid } = paymentLines
  const rows = await tx.select({ id, status, amount, paid }).from(paymentLines).where(eq(paymentLines.orderId, orderId))
  const settled = await loadSettledLines(tx, rows)
  const lines = rows.map((line) => ({ ...line, isSettled: settled.has(line.id) }))
  const [proposed] = await tx
    .select({ terms: changeOrders.termsAfter })
    .from(changeOrders)
    .where(and(eq(changeOrders.orderId, orderId), eq(changeOrders.status, 'proposed'), eq(changeOrders.side, 'buyer')))
  const booked = await loadOrderUse(tx, budgetId, orderId)
  const use = orderUse({ ...order, lines, proposedTotal: proposed?.terms.total ?? null }, booked, added)
  const moved: NewEntry = { ...booking, ...differenceOf(booked, use), budgetId, orderId }
  await book(tx, context, [...(await releases(tx, requisitionId, booking.userId)), moved])
}

/** What is booked of an order. */
async function loadOrderUse(tx: Db, budgetId: number, orderId: number): Promise<BudgetUse> {
  const sum = (column: typeof budgetEntries.held | typeof budgetEntries.committed | typeof budgetEntries.spent) =>
    sql<number>`coalesce(sum(${column}), 0)::float8`
  const { held, committed, spent } = budgetEntries
  const [use] = await tx
    .select({ held: sum(held), committed: sum(committed), spent: sum(spent) })
    .from(budgetEntries)
    .where(and(eq(budgetEntries.budgetId, budgetId), eq(budgetEntries.orderId, orderId)))
  return use ?? noUse
}

/** As `settleBudget`, for the locked orders of one payment: budgets are locked by id. */
export async function settleBudgets(
  tx: Db,
  context: NewsContext,
  of: readonly Pick<Order, 'id' | 'budgetId'>[],
  booking: Booking,
): Promise<void> {
  for (const order of of.toSorted((a, b) => (a.budgetId ?? 0) - (b.budgetId ?? 0) || a.id - b.id))
    await settleBudget(tx, context, order, booking)
}
