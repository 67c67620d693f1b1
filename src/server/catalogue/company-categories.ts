import { and, eq, gt, sql, arrayContains, desc, ilike, like, or, type SQL } from 'drizzle-orm'
import type { companyCategoriesCalls } from '../../contract/catalogue/company-categories.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { companyCategoryKey } from '../../domain/reference/dictionary-keys.ts'
import type { Handler, Context } from '../handler.ts'
import { cachedReads } from '../cached-reads.ts'
import { dictionaryTexts } from '../reference/dictionaries.ts'
import { isOpen, presentShop, shopRowColumns } from '../shops/shop-rows.ts'
import type { z } from 'zod'
import { services } from '../../db/tables/catalogue.ts'
import { maxShopsListed } from '../../domain/catalogue/list-query.ts'
import { shortProvince } from '../../domain/catalogue/region.ts'
import { likePattern } from '../search/like-pattern.ts'
import { districtNames } from '../platform/district-names.ts'
import { regionNames } from '../reference/region-names.ts'
import { listingRows } from './listings/listing-rows.ts'
import { serviceType } from './listings/listing-type.ts'

const cachedCompanyCounts = cachedReads<ReadonlyMap<string, number>>({ tags: ['shops', 'services'] })

export const companyCategories: Handler<typeof companyCategoriesCalls.companyCategories> = async (
  { keyword },
  context,
) => {
  const counts = await cachedCompanyCounts(context, 'all', async () => {
    const rows = await context.db
      .select({ code: sql<string>`unnest(${companies.serviceClasses})`, count: sql<number>`count(*)::int` })
      .from(shops)
      .innerJoin(companies, eq(companies.id, shops.companyId))
      .where(and(isOpen(), gt(shops.serviceCount, 0)))
      .groupBy(sql`1`)
    return new Map(rows.map(({ code, count }) => [code, count]))
  })
  const wanted = keyword.toLowerCase()
  return [...(await dictionaryTexts(context, companyCategoryKey))]
    .filter(([, text]) => text.toLowerCase().includes(wanted))
    .map(([dictCode, dictText]) => ({ dictCode, dictText, companyCount: counts.get(dictCode) ?? 0 }))
}

type Input = z.output<typeof companyCategoriesCalls.suppliersByCategory.input>
type Filter = Omit<Input, 'sort' | 'current' | 'pageSize'>
interface Option {
  readonly value: string
  readonly count: number
}
interface ShopCounts {
  readonly total: number
  readonly facets: ReadonlyMap<string, readonly Option[]>
}

const sortOrders: Record<Input['sort'], SQL[]> = {
  default: [sql`(${companies.certification} = 'approved') desc`, desc(shops.followCount), desc(shops.id)],
  services: [desc(shops.serviceCount), desc(shops.id)],
  follows: [desc(shops.followCount), desc(shops.id)],
  new: [desc(shops.id)],
}
/** Number of services shown in a shop's row. */
const maxServicesShown = 3

export const suppliersByCategory: Handler<typeof companyCategoriesCalls.suppliersByCategory> = async (
  input,
  context,
) => {
  const { db } = context
  const { sort, current, pageSize, ...filter } = input
  const conditions = conditionsOf(filter)
  const { total, facets } = await cachedShopCounts(context, JSON.stringify(filter), () =>
    countShops(conditions, context),
  )
  const [texts, places] = [await dictionaryTexts(context, companyCategoryKey), await districtNames(db)]
  const options = (facet: string, labelOf: (value: string) => string) =>
    (facets.get(facet) ?? []).map((each) => ({ ...each, label: labelOf(each.value) }))
  const menu = {
    classes: options('class', (value) => texts.get(value) ?? '').filter(({ label }) => label !== ''),
    tags: options('tag', (value) => value).slice(0, 12),
    districts: options('district', (value) => shortProvince(places.get(`${value}0000`) ?? value)),
  }
  const offset = (current - 1) * pageSize
  if (offset >= Math.min(total, maxShopsListed)) return { total, data: [], ...menu }
  const rows = await db
    .select({ ...shopRowColumns, serviceClasses: companies.serviceClasses })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(...Object.values(conditions)))
    .orderBy(...sortOrders[sort])
    .limit(pageSize)
    .offset(offset)
  const [regionOf, newest] = [await regionNames(db), await newestServicesOf(context, rows)]
  const data = rows.map(({ serviceClasses, ...row }) => ({
    ...presentShop(row, regionOf),
    classes: serviceClasses.flatMap((code) => texts.get(code) ?? []),
    services: newest.filter(({ shopId }) => shopId === row.shopId),
  }))
  return { total, data, ...menu }
}

/** The newest services of all shops of a page, in one query. */
function newestServicesOf({ db }: Pick<Context, 'db'>, rows: readonly { readonly shopId: number }[]) {
  const shopIds = sql.join(
    rows.map(({ shopId }) => sql`(${shopId}::int)`),
    sql`, `,
  )
  const newest = sql`
    select ${services.id} as id, ${services.publishedAt} as at from ${services}
    where ${services.shopId} = asked.id and ${services.status} = 'published'
    order by ${desc(services.publishedAt)}, ${desc(services.id)} limit ${maxServicesShown}`
  return listingRows(
    db,
    serviceType,
    sql`(select newest.id, row_number() over (order by newest.at desc, newest.id desc) as place
      from (values ${shopIds}) as asked (id), lateral (${newest}) as newest) as page`,
  )
}

function conditionsOf({ classCode, tags, districtCode, keyword, certified }: Filter) {
  const part = likePattern(keyword)
  const prefix = districtCode?.replace(/^(\d{2})0000$/, '$1').replace(/^(\d{4})00$/, '$1')
  return {
    base: and(
      isOpen(),
      gt(shops.serviceCount, 0),
      keyword === '' ? undefined : or(ilike(shops.name, part), ilike(companies.name, part), ilike(shops.brief, part)),
      certified ? eq(companies.certification, 'approved') : undefined,
    ),
    class: classCode === undefined ? undefined : arrayContains(companies.serviceClasses, [classCode]),
    tag: tags.length === 0 ? undefined : arrayContains(shops.tags, tags),
    district: prefix === undefined ? undefined : like(companies.districtCode, `${prefix}%`),
  }
}

const cachedShopCounts = cachedReads<ShopCounts>({ tags: ['shops', 'services'] })

/** The total and the counts of every facet, each but the tags ignoring its own choice, in one query. */
async function countShops(
  { base, ...facets }: ReturnType<typeof conditionsOf>,
  { db }: Pick<Context, 'db'>,
): Promise<ShopCounts> {
  const orTrue = (condition: SQL | undefined) => condition ?? sql`true`
  const rows = await db
    .select({ facet: sql<string>`facet`, value: sql<string>`value`, count: sql<number>`count::int` })
    .from(
      sql`(with base as materialized (
      select ${companies.serviceClasses} as classes, ${shops.tags} as tags, left(${companies.districtCode}, 2) as province,
        ${orTrue(facets.class)} as c, ${orTrue(facets.tag)} as t, ${orTrue(facets.district)} as d
      from ${shops} join ${companies} on ${companies.id} = ${shops.companyId} where ${orTrue(base)} limit ${maxShopsListed})
      select 'all' as facet, '' as value, count(*) as count from base where c and t and d
      union all select 'class', class, count(*) from base, unnest(classes) as class where t and d group by class
      union all select 'tag', tag, count(*) from base, unnest(tags) as tag where c and t and d group by tag
      union all select 'district', province, count(*) from base where c and t group by province) as counted`,
    )
    .orderBy(sql`count desc`, sql`value`)
  const byFacet = Map.groupBy(rows, ({ facet }) => facet)
  return { total: byFacet.get('all')?.[0]?.count ?? 0, facets: byFacet }
}
