import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { demands } from '../../../db/tables/demands.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'

/** Categories, with all above them, of what orders contain: of their listings, or of the demand they come from. */
export async function orderedCategories(db: Db, orderIds: readonly number[]): Promise<number[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .select({
      path: sql<number[] | null>`coalesce(${services.categoryPath}, ${products.categoryPath}, ${demands.categoryPath})`,
    })
    .from(orders)
    .innerJoin(orderLines, sql`${orderLines.orderId} = ${orders.id}`)
    .leftJoin(services, sql`${orderLines.kind} = 'service' and ${services.id} = ${orderLines.listingId}`)
    .leftJoin(products, sql`${orderLines.kind} = 'product' and ${products.id} = ${orderLines.listingId}`)
    .leftJoin(demands, sql`${demands.id} = ${orders.demandId}`)
    .where(inArray(orders.id, [...orderIds]))
  return [...new Set(rows.flatMap(({ path }) => path ?? []))]
}
