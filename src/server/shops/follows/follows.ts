import { and, count, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { followsCalls } from '../../../contract/shops/follows.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { shopFollows, shops } from '../../../db/tables/shops.ts'
import { regionNames } from '../../catalogue/public.ts'
import type { Handler } from '../../handler.ts'
import { anywhere } from '../../search/anywhere.ts'
import { isOpen, presentShop, shopRowColumns } from '../shop-rows.ts'

/** New listings are counted up to here. */
const mostNew = 100

const newOf = (t: typeof services | typeof products) => sql`
  (select count(*) from (select 1 from ${t} where ${t.shopId} = ${shops.id} and ${t.status} = 'published'
    and ${t.publishedAt} > ${shopFollows.createdAt} limit ${mostNew}) as listed)`

/** Shops the caller follows, the last followed first; closed ones stay, so that they can be taken out. */
export const follows: Handler<typeof followsCalls.follows> = async ({ keyword, current, pageSize }, context) => {
  const { caller, db } = context
  const part = anywhere(keyword)
  const own = and(
    eq(shopFollows.userId, caller.userId),
    keyword === '' ? undefined : or(ilike(shops.name, part), ilike(companies.name, part)),
  )
  const [all] = await db
    .select({ total: count() })
    .from(shopFollows)
    .innerJoin(shops, eq(shops.id, shopFollows.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(own)
  const rows = await db
    .select({
      ...shopRowColumns,
      followedAt: shopFollows.createdAt,
      isOpen: sql<boolean>`${isOpen()}`,
      newCount: sql<number>`(${newOf(services)} + ${newOf(products)})::int`,
    })
    .from(shopFollows)
    .innerJoin(shops, eq(shops.id, shopFollows.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(own)
    .orderBy(desc(shopFollows.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const regionOf = await regionNames(db)
  const data = rows.map(({ followedAt, isOpen, newCount, ...row }) => ({
    ...presentShop(row, regionOf),
    followedAt: followedAt.toISOString(),
    ...{ isOpen, newCount },
  }))
  return { total: all?.total ?? 0, data }
}
