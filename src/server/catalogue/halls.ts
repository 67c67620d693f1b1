import { and, arrayContains, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { hallsCalls } from '../../contract/catalogue/halls.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { listFilter, listState } from '../../domain/catalogue/list-query.ts'
import type { Context, Handler } from '../handler.ts'
import { categoryNodes } from '../reference/categories.ts'
import { isCertifiedCompany, conditionsOf } from './query/conditions.ts'
import type { Listings } from './query/listings.ts'
import { keywordCondition } from './query/keyword-match.ts'
import { adsIn } from '../reference/ads.ts'
import { listingRows } from './listings/listing-rows.ts'
import { productType, serviceType } from './listings/listing-type.ts'

type Db = Context['db']
/** Maximum number of newest products considered. */
const maxCandidates = 500

/** The newest listings of each condition; `part` is the index of the condition. */
function newestOfEach(t: Listings, conditions: readonly (SQL | undefined)[], limit: number): SQL {
  const parts = conditions.map(
    (condition, group) => sql`
      (select ${t.id} as id, ${group}::int as part, row_number() over (order by ${t.publishedAt} desc, ${t.id} desc) as number
      from ${t} where ${and(eq(t.status, 'published'), condition)}
      order by ${t.publishedAt} desc, ${t.id} desc limit ${limit})`,
  )
  return sql.join(parts, sql` union all `)
}

/** Ids of each condition, in one query for all. */
async function idsOfEach(db: Db, t: Listings, conditions: readonly (SQL | undefined)[], limit: number) {
  if (conditions.length === 0) return new Map<number, number[]>()
  const rows = await db
    .select({ id: sql<number>`id`, part: sql<number>`part` })
    .from(sql`(${newestOfEach(t, conditions, limit)}) as picked`)
    .orderBy(sql`part`, sql`number`)
  return new Map([...Map.groupBy(rows, ({ part }) => part)].map(([part, each]) => [part, each.map(({ id }) => id)]))
}

/** The rows of some ids, each once. */
const asPage = (ids: readonly number[]) => sql`
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
    and(arrayContains(services.categoryPath, [id]), isCertifiedCompany(db, services)),
  )
  const ids = await idsOfEach(db, services, conditions, perStage)
  const rows = ids.size === 0 ? [] : await listingRows(db, serviceType, asPage([...ids.values()].flat()))
  return stages.flatMap(({ id }, place) => {
    const own = ids.get(place) ?? []
    return own.length === 0 ? [] : [{ categoryId: id, services: rows.filter((row) => own.includes(row.serviceId)) }]
  })
}

export const popularProducts: Handler<typeof hallsCalls.popularProducts> = ({ most }, { db }) =>
  listingRows(
    db,
    productType,
    sql`(select id, row_number() over (order by views desc, id desc) as place from (
      select ${products.id} as id, ${products.viewCount} as views from ${products} where ${products.status} = 'published'
      order by ${desc(products.publishedAt)}, ${desc(products.id)} limit ${maxCandidates}) as newest
      order by views desc, id desc limit ${most}) as page`,
  )

/** A theme links to a goods list; its first products are selected by the same conditions as that list. */
export const goodsThemes: Handler<typeof hallsCalls.goodsThemes> = async ({ perTheme }, context) => {
  const { db } = context
  const themes = await adsIn(context, 'supermarket', context.config.area)
  const conditions = await Promise.all(
    themes.map(async ({ href }) => {
      const filter = listFilter(listState(new URL(href, 'http://own.invalid').searchParams))
      return conditionsOf('product', filter, await keywordCondition(products, filter.keyword, context))
    }),
  )
  const ids = await idsOfEach(db, products, conditions, perTheme)
  const rows = ids.size === 0 ? [] : await listingRows(db, productType, asPage([...ids.values()].flat()))
  return themes.flatMap(({ adId, title, text, picture, href }, place) => {
    const own = ids.get(place) ?? []
    if (own.length === 0) return []
    return [{ themeId: adId, title, text, picture, href, products: rows.filter((row) => own.includes(row.productId)) }]
  })
}
