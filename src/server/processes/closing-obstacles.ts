import { and, eq, inArray, ne, notInArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { demands } from '../../db/tables/demands.ts'
import { orders, paymentLines } from '../../db/tables/orders.ts'
import { refundRequests, refunds } from '../../db/tables/payments.ts'
import { closingObstacleTexts, type ClosingObstacle } from '../../domain/accounts/closing.ts'
import { endedStatuses } from '../../domain/orders/order-states.ts'
import { pendingRefundStatuses } from '../../domain/orders/payment-states.ts'
import { openRequestStatuses } from '../../domain/orders/refund-requests.ts'
import { isAdministrator } from '../../domain/accounts/roles.ts'
import { countHeldPayments } from '../orders/payouts/held-money.ts'
import { grantedPermissions, permissionsOf } from '../session/permissions.ts'

/** A reason against closing an account. */
export interface ClosingReason {
  readonly kind: ClosingObstacle
  readonly text: string
  readonly count: number
}

const isRunning = notInArray(orders.status, ['completed', ...endedStatuses])
const isOpenDemand = sql`${demands.status} in ('open', 'evaluating') and ${demands.deletedAt} is null`

async function countRows(db: Db, table: SQL, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(table)
    .where(where)
  return row?.count ?? 0
}

/** Reasons against closing an account now; none = it may be closed. */
export async function getClosingReasons(db: Db, userId: number): Promise<ClosingReason[]> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (user === undefined) return []
  const mine = eq(orders.buyerUserId, userId)
  const ofOrder = (column: AnyPgColumn, which: SQL | undefined) =>
    sql`${column} in (select ${orders.id} from ${orders} where ${which})`
  // An ended order may still owe money either way.
  const owed = and(
    ofOrder(paymentLines.orderId, and(mine, notInArray(orders.status, [...endedStatuses]))),
    sql`${paymentLines.status} in ('due', 'submitted', 'rejected', 'overdue', 'refund_pending')`,
  )
  const returning = and(ofOrder(refunds.orderId, mine), inArray(refunds.status, [...pendingRefundStatuses]))
  const asked = and(ofOrder(refundRequests.orderId, mine), inArray(refundRequests.status, [...openRequestStatuses]))
  const { companyId } = user
  /** Company that would be left without an administrator; null = none. */
  const lastOf = companyId !== null && (await isLastAdministrator(db, userId, companyId)) ? companyId : null
  const counts: Readonly<Record<ClosingObstacle, number>> = {
    staff: user.isOperator || user.isService ? 1 : 0,
    orders: await countRows(db, sql`${orders}`, and(mine, isRunning)),
    unpaid:
      (await countRows(db, sql`${paymentLines}`, owed)) +
      (await countRows(db, sql`${refunds}`, returning)) +
      (await countRows(db, sql`${refundRequests}`, asked)),
    demands: await countRows(
      db,
      sql`${demands}`,
      and(eq(demands.userId, userId), isOpenDemand, sql`${demands.offerCount} > 0`),
    ),
    payouts: lastOf === null ? 0 : await countHeldPayments(db, lastOf),
    administrator: lastOf === null ? 0 : await countBusiness(db, lastOf),
  }
  const kinds = ['staff', 'orders', 'unpaid', 'payouts', 'demands', 'administrator'] as const
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({ kind, count: counts[kind], text: closingObstacleTexts[kind](counts[kind]) }))
}

async function isLastAdministrator(db: Db, userId: number, companyId: number): Promise<boolean> {
  const active = and(eq(users.companyId, companyId), eq(users.locked, false))
  const people = await db
    .select({ id: users.id, isOwner: users.isOwner, granted: grantedPermissions })
    .from(users)
    .where(and(active, ne(users.id, userId)))
  return !people.some((person) => isAdministrator(permissionsOf(person)))
}

/** What a company without an administrator could no longer answer: orders, demands and listings on sale. */
async function countBusiness(db: Db, companyId: number): Promise<number> {
  const either = sql`(${orders.buyerCompanyId} = ${companyId} or ${orders.sellerCompanyId} = ${companyId})`
  const counts = [
    await countRows(db, sql`${orders}`, and(either, isRunning)),
    await countRows(db, sql`${demands}`, and(eq(demands.companyId, companyId), isOpenDemand)),
    await countRows(db, sql`${services}`, and(eq(services.companyId, companyId), eq(services.status, 'published'))),
    await countRows(db, sql`${products}`, and(eq(products.companyId, companyId), eq(products.status, 'published'))),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}
