import { and, desc, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { matchingCalls } from '../../../contract/demands/matching.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { services } from '../../../db/tables/catalogue.ts'
import { shops } from '../../../db/tables/shops.ts'
import { categoryNodes, regionNames } from '../../catalogue/public.ts'
import type { Handler } from '../../handler.ts'
import { completedOrdersOf } from '../../orders/public.ts'
import { isOpen, presentShop, shopRowColumns } from '../../shops/public.ts'
import { visibleDemand } from '../visible-demand.ts'

/** So many of the newest services of each level are looked at, however many there are. */
const looked = 500
/** Places in a category's path that an index of services leads to: its root is the first, the stages are second. */
const [stagePlace, lastPlace] = [2, 4]

export const demandSuppliers: Handler<typeof matchingCalls.demandSuppliers> = async ({ demandId, most }, context) => {
  const { db, caller } = context
  const { demand } = await visibleDemand(db, demandId, caller)
  const path = demand.categoryPath
  if (path.length < stagePlace) return []
  const completedOrders = completedOrdersOf(shops.companyId)
  const rows = await db
    .select({ ...shopRowColumns, depth: sql<number>`near.depth`, fitting: sql<number>`near.fitting`, completedOrders })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .innerJoin(nearShops(path), eq(sql`near.shop_id`, shops.id))
    // Only who is certified may offer; nobody offers to themselves.
    .where(and(isOpen(), eq(companies.certification, 'approved'), ne(shops.companyId, demand.companyId)))
    .orderBy(desc(sql`near.depth`), desc(completedOrders), desc(sql`near.fitting`), desc(shops.followCount), shops.id)
    .limit(most)
  const [nodes, regionOf] = [await categoryNodes(context), await regionNames(db)]
  return rows.map(({ depth, fitting, completedOrders: completed, ...row }) => ({
    ...presentShop(row, regionOf),
    categoryName: nodes.get(path[depth - 1] ?? 0)?.name ?? '',
    ...{ fitting, completedOrders: completed },
  }))
}

/** Shops with how far down the path they go along, and with how many services. */
function nearShops(path: readonly number[]): SQL {
  const places = path.map((_id, index) => index + 1).filter((place) => place >= stagePlace && place <= lastPlace)
  const at = (place: number) => sql`${services.categoryPath}[${sql.raw(String(place))}]`
  const deeper = path
    .slice(lastPlace)
    .map((id, index) => sql`when ${at(lastPlace + 1 + index)} = ${id} then ${lastPlace + 1 + index}::int`)
  const newest = places.map((place) => {
    const depth =
      place === lastPlace && deeper.length > 0
        ? sql`case ${sql.join(deeper.toReversed(), sql` `)} else ${place}::int end`
        : sql`${place}::int`
    return sql`(select ${services.shopId} as shop_id, ${services.id} as id, ${depth} as depth from ${services}
      where ${services.status} = 'published' and ${at(place)} = ${path[place - 1] ?? 0}
      order by ${services.publishedAt} desc, ${services.id} desc limit ${looked})`
  })
  return sql`(select shop_id, max(depth) as depth, count(distinct id)::int as fitting
    from (${sql.join(newest, sql` union all `)}) as found group by shop_id) as near`
}
