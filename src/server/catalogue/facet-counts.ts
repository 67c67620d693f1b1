import { and, sql, type SQL } from 'drizzle-orm'
import type { CountedFacet } from '../../contract/catalogue/listing-fields.ts'
import { mostListed } from '../../domain/catalogue/list-query.ts'
import { bandValue, type PriceBand } from '../../domain/catalogue/price-bands.ts'
import type { Db } from '../../db/open.ts'
import { isCertified, type Facet } from './conditions.ts'
import type { ListingPlan } from './listing-plan.ts'
import type { Listings } from './search.ts'

export interface FacetCounts {
  readonly of: (facet: CountedFacet) => ReadonlyMap<string, number>
  /** Facets whose counts are of a part of the hits only. */
  readonly partial: ReadonlySet<CountedFacet>
}

const counted = [
  'category',
  'tags',
  'district',
  'type',
  'brand',
  'price',
  'certified',
] as const satisfies readonly Facet[]

/**
 * Every facet counted without its own choice, in one read. The hits are read once for all facets that are not chosen,
 * and once for each that is.
 */
export async function countFacets(
  t: Listings,
  plan: ListingPlan,
  bands: readonly PriceBand[],
  db: Db,
): Promise<FacetCounts> {
  const chosen = counted.filter((facet) => plan.conditions.facets[facet] !== undefined)
  const setOf = (facet: Facet) => sql.raw(chosen.some((each) => each === facet) ? `without_${facet}` : 'hits')
  const sets = [undefined, ...chosen].map((without) => {
    const name = sql.raw(without === undefined ? 'hits' : `without_${without}`)
    return sql`${name} as materialized (${hitsOf(t, plan, without)})`
  })
  const band = ({ from, to }: PriceBand) =>
    and(from === undefined ? undefined : sql`high >= ${from}`, to === undefined ? undefined : sql`low <= ${to}`)
  const brand = 'brandId' in t ? [sql`select 'brand', brand::text, count(*) from ${setOf('brand')} where brand is not null group by brand`] : [] // prettier-ignore
  const counts: SQL[] = [
    sql`select 'category' as facet, step::text as value, count(*) as count from ${setOf('category')}, unnest(path) as step group by step`,
    sql`select 'tags', tag, count(*) from ${setOf('tags')}, unnest(tags) as tag group by tag`,
    sql`select 'district', province, count(*) from ${setOf('district')} group by province`,
    sql`select 'type', type::text, count(*) from ${setOf('type')} group by type`,
    ...brand,
    sql`select 'certified', 'yes', count(*) from ${setOf('certified')} where certified`,
    ...bands.map(
      (each) => sql`select 'price', ${bandValue(each)}::text, count(*) from ${setOf('price')} where ${band(each)}`,
    ),
    ...[undefined, ...chosen].map(
      (set) => sql`select 'all', ${set ?? 'hits'}::text, count(*) from ${sql.raw(set === undefined ? 'hits' : `without_${set}`)}`, // prettier-ignore
    ),
  ]
  const rows = await db
    .select({ facet: sql<string>`facet`, value: sql<string>`value`, count: sql<number>`count::int` })
    .from(sql`(with ${sql.join(sets, sql`, `)} ${sql.join(counts, sql` union all `)}) as facets`)
  const found = Map.groupBy(rows, ({ facet }) => facet)
  const of = (facet: string) => new Map((found.get(facet) ?? []).map(({ value, count }) => [value, count]))
  const sizes = of('all')
  const isPartial = (facet: Facet) =>
    (sizes.get(chosen.some((each) => each === facet) ? facet : 'hits') ?? 0) > mostListed
  return { of, partial: new Set(counted.filter(isPartial)) }
}

/** What the facets of some hits are counted from, one more than are counted at most. Whoever reads along needs no more. */
function hitsOf(t: Listings, plan: ListingPlan, without: Facet | undefined): SQL {
  const brand = 'brandId' in t ? sql`${t.brandId}` : sql`null::integer`
  return sql`select ${t.categoryPath} as path, ${t.tags} as tags, left(${t.districtCode}, 2) as province,
    ${t.priceType} as type, ${brand} as brand, ${t.price} as low, coalesce(${t.highPrice}, ${t.price}) as high,
    ${isCertified(t)} as certified
    from ${t} where ${plan.some(mostListed, without)} limit ${mostListed + 1}`
}
