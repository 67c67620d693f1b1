import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paidShare } from '../../../domain/orders/payment-states.ts'
import type { Handler } from '../../handler.ts'
import { linesOf } from '../present-order.ts'

const buyers = alias(companies, 'buyers')
const sellers = alias(companies, 'sellers')
const disputed = eq(orders.status, 'disputed')

/** The step by which an order came into its dispute: the last one that leads there. */
const disputeStep = sql<number>`(select max(${stateChanges.id}) from ${stateChanges}
  where ${stateChanges.entity} = 'order' and ${stateChanges.entityId} = ${orders.id}
  and ${stateChanges.event} = 'dispute')`

export const disputes: Handler<typeof fulfilmentCalls.disputes> = async ({ current, pageSize }, { db }) => {
  const [counted] = await db.select({ total: count() }).from(orders).where(disputed)
  const rows = await db
    .select({ order: orders, buyerName: buyers.name, sellerName: sellers.name, stepId: disputeStep })
    .from(orders)
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .where(disputed)
    .orderBy(asc(disputeStep), asc(orders.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const steps = await stepsOf(
    db,
    rows.map(({ stepId }) => stepId),
  )
  const lines = await linesOf(
    db,
    rows.map(({ order }) => order.id),
  )
  const data = rows.map(({ order, buyerName, sellerName, stepId }) => {
    const step = steps.get(stepId)
    return {
      ...{ orderId: order.id, orderNo: order.orderNo, title: order.title, buyerName, sellerName, total: order.total },
      paid: paidShare(lines.filter(({ orderId }) => orderId === order.id)).paid,
      reason: step?.reason ?? '',
      disputedBy: step?.companyId === order.sellerCompanyId ? sellerName : buyerName,
      since: (step?.createdAt ?? order.createdAt).toISOString(),
    }
  })
  return { total: counted?.total ?? 0, data }
}

async function stepsOf(db: Db, ids: readonly (number | null)[]) {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const rows = await db
    .select()
    .from(stateChanges)
    .where(and(eq(stateChanges.entity, 'order'), inArray(stateChanges.id, known)))
  return new Map(rows.map((row) => [row.id, row]))
}
