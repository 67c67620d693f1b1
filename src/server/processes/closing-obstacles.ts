import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { demands } from '../../db/tables/demands.ts'
import { orders, paymentLines } from '../../db/tables/orders.ts'
import { refunds } from '../../db/tables/payments.ts'
import { closingObstacleTexts, type ClosingObstacle } from '../../domain/accounts/closing.ts'
import { isAdministrator } from '../../domain/accounts/roles.ts'
import { grantedPermissions, permissionsOf } from '../session/permissions.ts'

/** A reason against closing an account. */
export interface ClosingReason {
  readonly kind: ClosingObstacle
  readonly text: string
  readonly count: number
}

const isRunning = sql`${orders.status} not in ('completed', 'declined', 'cancelled')`
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
    ofOrder(paymentLines.orderId, and(mine, sql`${orders.status} not in ('declined', 'cancelled')`)),
    sql`${paymentLines.status} in ('due', 'submitted', 'rejected', 'overdue', 'refund_pending')`,
  )
  const returning = and(ofOrder(refunds.orderId, mine), sql`${refunds.status} in ('requested', 'pending')`)
  const counts: Readonly<Record<ClosingObstacle, number>> = {
    staff: user.isOperator || user.isService ? 1 : 0,
    orders: await countRows(db, sql`${orders}`, and(mine, isRunning)),
    unpaid: (await countRows(db, sql`${paymentLines}`, owed)) + (await countRows(db, sql`${refunds}`, returning)),
    demands: await countRows(
      db,
      sql`${demands}`,
      and(eq(demands.userId, userId), isOpenDemand, sql`${demands.offerCount} > 0`),
    ),
    administrator:
      user.companyId !== null && (await isLastAdministrator(db, userId, user.companyId))
        ? await countBusiness(db, user.companyId)
        : 0,
  }
  const kinds = ['staff', 'orders', 'unpaid', 'demands', 'administrator'] as const
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
