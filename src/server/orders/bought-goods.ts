import { and, count, desc, eq, ilike, notInArray, or } from 'drizzle-orm'
import type { ordersCalls } from '../../contract/orders/orders.ts'
import { companies } from '../../db/tables/accounts.ts'
import { orderLines, orders } from '../../db/tables/orders.ts'
import type { Handler } from '../handler.ts'
import { anywhere } from '../search/anywhere.ts'

/**
 * Goods of the company's orders, not the services ordered with them; what was declined or cancelled was not bought.
 */
export const boughtGoods: Handler<typeof ordersCalls.boughtGoods> = async ({ keyword, current, pageSize }, context) => {
  const { caller, db } = context
  const part = anywhere(keyword)
  const bought = and(
    eq(orders.buyerCompanyId, caller.companyId),
    eq(orders.source, 'cart'),
    eq(orderLines.kind, 'product'),
    notInArray(orders.status, ['declined', 'cancelled']),
    keyword === ''
      ? undefined
      : or(ilike(orderLines.name, part), ilike(companies.name, part), ilike(orders.orderNo, part)),
  )
  const [all] = await db
    .select({ total: count() })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(companies, eq(companies.id, orders.sellerCompanyId))
    .where(bought)
  const { name, unit, quantity, unitPrice, amount } = orderLines
  const rows = await db
    .select({
      ...{ lineId: orderLines.id, orderId: orders.id, orderNo: orders.orderNo, status: orders.status },
      ...{ name, unit, quantity, unitPrice, amount },
      ...{ otherOrgId: companies.id, otherName: companies.name, createdAt: orders.createdAt },
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(companies, eq(companies.id, orders.sellerCompanyId))
    .where(bought)
    .orderBy(desc(orders.id), desc(orderLines.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: all?.total ?? 0,
    data: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
  }
}
