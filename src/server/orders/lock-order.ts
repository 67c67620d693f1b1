import { and, eq, type SQL } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { orders } from '../../db/tables/orders.ts'
import { holdDemand } from '../demands/public.ts'
import { companyOf, type Side } from './present-order.ts'

export type Order = typeof orders.$inferSelect
interface Wish {
  /** It may come to its end: its demand, which then comes back, is locked first. */
  readonly mayEnd?: boolean
}

/**
 * One order of a company on one side, locked until the transaction ends; anybody else's is not found. Whoever changes
 * an order, its payments or its papers begins with this. Locks are taken in one order everywhere: demand, group,
 * order, payment, payment line, specification, each by id. `mayEnd` locks its demand first, which comes back with the
 * end of an order.
 */
export const lockOrder = (tx: Db, side: Side, companyId: number, orderId: number, wish: Wish = {}): Promise<Order> =>
  lock(tx, and(eq(orders.id, orderId), eq(companyOf(side), companyId)), wish)

/** As `lockOrder`, for the platform and its clock: of whatever company. */
export const lockAnyOrder = (tx: Db, orderId: number, wish: Wish = {}): Promise<Order> =>
  lock(tx, eq(orders.id, orderId), wish)

async function lock(tx: Db, which: SQL | undefined, { mayEnd = false }: Wish): Promise<Order> {
  if (mayEnd) {
    const [{ demandId } = { demandId: null }] = await tx.select({ demandId: orders.demandId }).from(orders).where(which)
    if (demandId !== null) await holdDemand(tx, demandId)
  }
  const [order] = await tx.select().from(orders).where(which).for('update')
  if (order === undefined) throw new CallFailed('notFound')
  return order
}
