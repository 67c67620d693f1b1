import { eq, sql } from 'drizzle-orm'
import type { shopsCalls } from '../../contract/shops/shops.ts'
import { CallFailed } from '../../contract/failures.ts'
import { companies } from '../../db/tables/accounts.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import { categoryNodes } from '../catalogue/public.ts'
import type { Handler } from '../handler.ts'
import { isShop } from './shop-info.ts'

/** What a shop has on sale by category of the second level, in one read. */
export const shopCounters: Handler<typeof shopsCalls.shopCounters> = async (which, context) => {
  const { db } = context
  const [shop] = await db
    .select({ id: shops.id })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(isShop(which))
  if (shop === undefined) throw new CallFailed('notFound')
  const of = (t: typeof services | typeof products) => sql`
    select unnest(${t.categoryPath}) as category from ${t} where ${eq(t.shopId, shop.id)} and ${t.status} = 'published'`
  const rows = await db
    .select({ category: sql<number>`category`, count: sql<number>`count(*)::int` })
    .from(sql`(${of(services)} union all ${of(products)}) as listed`)
    .groupBy(sql`category`)
  const nodes = await categoryNodes(context)
  const counters = rows.flatMap(({ category, count }) => {
    const node = nodes.get(category)
    return node?.level === 2 ? [{ kind: node.kind, categoryId: node.id, categoryName: node.name, count }] : []
  })
  const kindOf = (kind: 'service' | 'product') =>
    counters.filter((counter) => counter.kind === kind).toSorted((a, b) => b.count - a.count)
  return { services: kindOf('service'), products: kindOf('product') }
}
