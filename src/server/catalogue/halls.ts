import { and, arrayContains, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { hallsCalls } from '../../contract/catalogue/halls.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { listFilter, listState } from '../../domain/catalogue/list-query.ts'
import type { Context, Handler } from '../handler.ts'
import { adsIn } from '../reference/public.ts'
import { categoryNodes } from './category-tree.ts'
import { allOf, certifiedOnly, conditionsOf } from './conditions.ts'
import { productRows } from './product-rows.ts'
import { matching, type Listings } from './search.ts'
import { serviceRows } from './service-rows.ts'

type Db = Context['db']
/** So many of the newest are looked at, however many there are. */
const looked = 500

/** The newest of each condition, one behind the other: `group` tells which condition a place belongs to. */
function newestOfEach(t: Listings, conditions: readonly (SQL | undefined)[], most: number): SQL {
  const parts = conditions.map(
    (condition, group) => sql`
      (select ${t.id} as id, ${group}::int as part, row_number() over (order by ${t.publishedAt} desc, ${t.id} desc) as number
      from ${t} where ${and(eq(t.status, 'published'), condition)}
      order by ${t.publishedAt} desc, ${t.id} desc limit ${most})`,
  )
  return sql.join(parts, sql` union all `)
}

/** Ids of each condition, in one read for all of them. */
async function idsOfEach(db: Db, t: Listings, conditions: readonly (SQL | undefined)[], most: number) {
  if (conditions.length === 0) return new Map<number, number[]>()
  const rows = await db
    .select({ id: sql<number>`id`, part: sql<number>`part` })
    .from(sql`(${newestOfEach(t, conditions, most)}) as picked`)
    .orderBy(sql`part`, sql`number`)
  return new Map([...Map.groupBy(rows, ({ part }) => part)].map(([part, each]) => [part, each.map(({ id }) => id)]))
}

/** The rows of some ids, each once. */
const pageOf = (ids: readonly number[]) => sql`
  (select id, min(place) as place from unnest(array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::int[]) with ordinality as asked (id, place) group by id) as page`

export const stageServices: Handler<typeof hallsCalls.stageServices> = async ({ perStage }, context) => {
  const { db } = context
  const stages = [...(await categoryNodes(context)).values()].filter(
    ({ kind, level }) => kind === 'service' && level === 1,
  )
  const conditions = stages.map(({ id }) =>
    and(arrayContains(services.categoryPath, [id]), certifiedOnly(db, services)),
  )
  const ids = await idsOfEach(db, services, conditions, perStage)
  const rows = ids.size === 0 ? [] : await serviceRows(db, pageOf([...ids.values()].flat()))
  return stages.flatMap(({ id }, place) => {
    const own = ids.get(place) ?? []
    return own.length === 0 ? [] : [{ categoryId: id, services: rows.filter((row) => own.includes(row.serviceId)) }]
  })
}

export const popularProducts: Handler<typeof hallsCalls.popularProducts> = ({ most }, { db }) =>
  productRows(
    db,
    sql`(select id, row_number() over (order by views desc, id desc) as place from (
      select ${products.id} as id, ${products.viewCount} as views from ${products} where ${products.status} = 'published'
      order by ${desc(products.publishedAt)}, ${desc(products.id)} limit ${looked}) as newest
      order by views desc, id desc limit ${most}) as page`,
  )

/** A theme's address is a goods list; what it begins with is read by the same conditions as that list. */
export const goodsThemes: Handler<typeof hallsCalls.goodsThemes> = async ({ perTheme }, context) => {
  const { db } = context
  const themes = await adsIn(context, 'supermarket', context.config.area)
  const conditions = await Promise.all(
    themes.map(async ({ href }) => {
      const filter = listFilter(listState(new URL(href, 'http://own.invalid').searchParams))
      return allOf(conditionsOf(db, products, filter, await matching(products, filter.keyword, context)))
    }),
  )
  const ids = await idsOfEach(db, products, conditions, perTheme)
  const rows = ids.size === 0 ? [] : await productRows(db, pageOf([...ids.values()].flat()))
  return themes.flatMap(({ adId, title, text, picture, href }, place) => {
    const own = ids.get(place) ?? []
    if (own.length === 0) return []
    return [{ themeId: adId, title, text, picture, href, products: rows.filter((row) => own.includes(row.productId)) }]
  })
}
