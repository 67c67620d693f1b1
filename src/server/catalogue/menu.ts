import { and, sql, type SQL } from 'drizzle-orm'
import type { FacetLevel, ListingMenu } from '../../contract/catalogue/listing-fields.ts'
import { askValue, bandValue, type PriceBand } from '../../domain/catalogue/price-bands.ts'
import { shortProvince } from '../../domain/catalogue/region.ts'
import type { Context } from '../handler.ts'
import { categoryNodes, type CategoryNode } from './category-tree.ts'
import { certifiedOnly, conditionsOf, type Conditions, type Filter } from './conditions.ts'
import { memory } from './memory.ts'
import { mostListed } from './ordered-page.ts'
import { placeNames } from './places.ts'
import { matching, type Listings } from './search.ts'

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>
const known = memory<Counts>()
const most = 12

/** The menu of a list: every facet counted without its own choice, in one read. */
export async function listingMenuOf(
  t: Listings,
  kind: CategoryNode['kind'],
  bands: readonly PriceBand[],
  filter: Filter,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<ListingMenu> {
  const counts = await known(context, `${kind} ${JSON.stringify(filter)}`, async () => {
    const conditions = conditionsOf(context.db, t, filter, await matching(t, filter.keyword, context))
    return countFacets(t, conditions, bands, context)
  })
  const [nodes, places] = [await categoryNodes(context), await placeNames(context.db)]
  const of = (facet: string) => [...(counts.get(facet) ?? [])].map(([value, count]) => ({ value, count }))
  const byCount = (facet: string) => of(facet).toSorted((a, b) => b.count - a.count)
  const one = (facet: string) => counts.get(facet)?.get('') ?? 0
  return {
    total: one('all'),
    capped: one('base') > mostListed,
    levels: levelsOf(
      [...nodes.values()].filter((node) => node.kind === kind),
      counts.get('category'),
      filter,
    ),
    tags: byCount('tag')
      .slice(0, most)
      .map((row) => ({ ...row, label: row.value })),
    districts: byCount('district').map((row) => ({
      ...row,
      label: shortProvince(places.get(`${row.value}0000`) ?? row.value),
    })),
    prices: [
      ...bands.map((band) => ({
        value: bandValue(band),
        label: band.label,
        count: counts.get('price')?.get(bandValue(band)) ?? 0,
      })),
      { value: askValue, label: '面议', count: counts.get('price')?.get(askValue) ?? 0 },
    ].filter(({ count }) => count > 0),
    certifiedCount: one('certified'),
    fixedCount: one('fixed'),
  }
}

/** The first level, and below every chosen category its children; what leads nowhere is left out unless chosen. */
function levelsOf(
  nodes: readonly CategoryNode[],
  counts: ReadonlyMap<string, number> | undefined,
  filter: Filter,
): FacetLevel[] {
  const asked = [filter.fieldLevel3Id, filter.fieldLevel2Id, filter.id].filter((each) => each !== undefined)
  const deepest = nodes.filter((node) => asked.includes(node.id)).toSorted((a, b) => b.level - a.level)[0]
  const chosen = new Set(deepest?.path)
  const parents = nodes.filter((node) => node.level === 0 || chosen.has(node.id))
  return parents
    .map((parent): FacetLevel => {
      const children = nodes.filter((node) => node.parentId === parent.id)
      const options = children.map((node) => ({
        ...{ categoryId: node.id, categoryName: node.name, mark: node.mark },
        count: counts?.get(String(node.id)) ?? 0,
      }))
      return {
        level: parent.level + 1,
        chosenId: children.find((node) => chosen.has(node.id))?.id ?? null,
        options: options.filter(({ categoryId, count }) => count > 0 || chosen.has(categoryId)),
      }
    })
    .filter(({ options }) => options.length > 0)
    .toSorted((a, b) => a.level - b.level)
}

/** Counts by facet and value. `base` is everything that was looked at, 10,001 listings at most. */
async function countFacets(
  t: Listings,
  conditions: Conditions,
  bands: readonly PriceBand[],
  { db }: Pick<Context, 'db'>,
): Promise<Counts> {
  const holds = (condition: SQL | undefined) => sql`coalesce((${condition ?? sql`true`}), false)`
  const base = sql`
    select ${t.categoryPath} as path, ${t.tags} as tags, left(${t.districtCode}, 2) as province, ${t.priceType} as type,
      ${t.price} as low, coalesce(${t.highPrice}, ${t.price}) as high,
      ${holds(conditions.category)} as c, ${holds(conditions.tags)} as t, ${holds(conditions.district)} as d,
      ${holds(conditions.price)} as p, ${holds(conditions.certified)} as z,
      ${holds(certifiedOnly(db, t))} as certified
    from ${t} where ${conditions.base} limit ${mostListed + 1}`
  const band = ({ from, to }: PriceBand) =>
    and(from === undefined ? undefined : sql`high >= ${from}`, to === undefined ? undefined : sql`low <= ${to}`)
  const priced = bands.map(
    (each) =>
      sql`select 'price', ${bandValue(each)}::text, count(*) from base where c and t and d and z and low is not null and ${band(each) ?? sql`true`}`,
  )
  const facets = sql`(with base as materialized (${base})
    select 'base' as facet, '' as value, count(*) as count from base
    union all select 'all', '', count(*) from base where c and t and d and p and z
    union all select 'certified', '', count(*) from base where c and t and d and p and certified
    union all select 'fixed', '', count(*) from base where c and t and d and z and type = 0
    union all select 'category', step::text, count(*) from base, unnest(path) as step where t and d and p and z group by step
    union all select 'tag', tag, count(*) from base, unnest(tags) as tag where c and d and p and z group by tag
    union all select 'district', province, count(*) from base where c and t and p and z group by province
    union all select 'price', ${askValue}::text, count(*) from base where c and t and d and z and low is null
    union all ${sql.join(priced, sql` union all `)}) as facets`
  const rows = await db
    .select({ facet: sql<string>`facet`, value: sql<string>`value`, count: sql<number>`count::int` })
    .from(facets)
  return new Map(
    [...Map.groupBy(rows, (row) => row.facet)].map(([facet, each]) => [
      facet,
      new Map(each.map((row) => [row.value, row.count])),
    ]),
  )
}
