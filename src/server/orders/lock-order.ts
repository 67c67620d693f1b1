import { and, eq, type SQL } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { orders } from '../../db/tables/orders.ts'
import { sideCompanyId } from './present-order.ts'
import { lockDemand } from '../demands/deciding/revive-demand.ts'
import type { Side } from '../../domain/sides.ts'

export type Order = typeof orders.$inferSelect
interface LockOptions {
  /** The step may end the order: its demand, which is reopened then, is locked first. */
  readonly mayEnd?: boolean
}

/**
 * Locks an order of a company on one side until the transaction ends; throws notFound for other orders. Every change
 * to an order, its payments or its documents starts here. Lock order everywhere: requisition, agreement, cart,
 * company of a shop, demand, programme, group, order, payment, payment line, specification, payout, budget, each by id. Milestones have no lock of their own: they change under that of their order.
 */
export const lockOrder = (
  tx: Db,
  side: Side,
  companyId: number,
  orderId: number,
  options: LockOptions = {},
): Promise<Order> => lockWhere(tx, and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)), options)

/** As `lockOrder`, for operators and jobs: an order of any company. */
export const lockOrderOfAnyCompany = (tx: Db, orderId: number, options: LockOptions = {}): Promise<Order> =>
  lockWhere(tx, eq(orders.id, orderId), options)

async function lockWhere(tx: Db, where: SQL | undefined, { mayEnd = false }: LockOptions): Promise<Order> {
  if (mayEnd) {
    const [{ demandId } = { demandId: null }] = await tx.select({ demandId: orders.demandId }).from(orders).where(where)
    if (demandId !== null) await lockDemand(tx, demandId)
  }
  const [order] = await tx.select().from(orders).where(where).for('update')
  if (order === undefined) throw new CallFailed('notFound')
  return order
}
