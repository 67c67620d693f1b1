import { and, sql, type SQL } from 'drizzle-orm'
import type { CountedFacet } from '../../contract/catalogue/listing-fields.ts'
import { mostListed } from '../../domain/catalogue/list-query.ts'
import { bandValue, type PriceBand } from '../../domain/catalogue/price-bands.ts'
import type { Db } from '../../db/open.ts'
import { isCertified, type Facet } from './conditions.ts'
import type { ListingPlan } from './listing-plan.ts'
import type { Listings } from './search.ts'

/** Of more than are counted so many tell which values occur. */
const mostLooked = 500

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
 * and once for each that is. Where there are surely more than are counted nothing is read: the statistics of the
 * database know which values occur.
 */
export async function countFacets(
  t: Listings,
  plan: ListingPlan,
  bands: readonly PriceBand[],
  { db, total }: { readonly db: Db; readonly total: number },
): Promise<FacetCounts> {
  // What more than are counted are found with a facet's choice, are found without it.
  const most = total >= mostListed ? mostLooked : mostListed
  const chosen = counted.filter((facet) => plan.conditions.facets[facet] !== undefined)
  const choiceOf = (facet: Facet) => chosen.find((each) => each === facet)
  const isRead = (facet: Facet) => !plan.isMore(choiceOf(facet))
  const setOf = (facet: Facet) => sql.raw(nameOf(choiceOf(facet)))
  const sets = [undefined, ...chosen].filter((without) => !plan.isMore(without))
  const band = ({ from, to }: PriceBand) =>
    and(from === undefined ? undefined : sql`high >= ${from}`, to === undefined ? undefined : sql`low <= ${to}`)
  const reads: Readonly<Record<(typeof counted)[number], readonly SQL[]>> = {
    category: [sql`select 'category' as facet, step::text as value, count(*) as count from ${setOf('category')}, unnest(path) as step group by step`],
    tags: [sql`select 'tags' as facet, tag as value, count(*) as count from ${setOf('tags')}, unnest(tags) as tag group by tag`],
    district: [sql`select 'district' as facet, province as value, count(*) as count from ${setOf('district')} group by province`],
    type: [sql`select 'type' as facet, type::text as value, count(*) as count from ${setOf('type')} group by type`],
    brand: 'brandId' in t ? [sql`select 'brand' as facet, brand::text as value, count(*) as count from ${setOf('brand')} where brand is not null group by brand`] : [],
    price: bands.map((each) => sql`select 'price' as facet, ${bandValue(each)}::text as value, count(*) as count from ${setOf('price')} where ${band(each)}`),
    certified: [sql`select 'certified' as facet, 'yes' as value, count(*) as count from ${setOf('certified')} where certified`],
  } // prettier-ignore
  const counts = [
    ...counted.filter(isRead).flatMap((facet) => reads[facet]),
    ...sets.map((set) => sql`select 'all' as facet, ${set ?? 'hits'}::text as value, count(*) as count from ${sql.raw(nameOf(set))}`), // prettier-ignore
  ]
  const named = sets.map((set) => sql`${sql.raw(nameOf(set))} as materialized (${hitsOf(t, plan, most, set)})`)
  const rows =
    sets.length === 0
      ? []
      : await db
          .select({ facet: sql<string>`facet`, value: sql<string>`value`, count: sql<number>`count::int` })
          .from(sql`(with ${sql.join(named, sql`, `)} ${sql.join(counts, sql` union all `)}) as facets`)
  const found = Map.groupBy(rows, ({ facet }) => facet)
  const read = (facet: string) => new Map((found.get(facet) ?? []).map(({ value, count }) => [value, count]))
  const sizes = read('all')
  const isPartial = (facet: Facet) => !isRead(facet) || (sizes.get(choiceOf(facet) ?? 'hits') ?? 0) > most
  return {
    of: (facet) => (isRead(facet) ? read(facet) : plan.valuesOf(facet)),
    partial: new Set(counted.filter(isPartial)),
  }
}

const nameOf = (without: Facet | undefined) => (without === undefined ? 'hits' : `without_${without}`)

/** What the facets of some hits are counted from, one more than are counted at most. Whoever reads along needs no more. */
function hitsOf(t: Listings, plan: ListingPlan, most: number, without: Facet | undefined): SQL {
  const brand = 'brandId' in t ? sql`${t.brandId}` : sql`null::integer`
  const columns = sql`${t.categoryPath} as path, ${t.tags} as tags, left(${t.districtCode}, 2) as province,
    ${t.priceType} as type, ${brand} as brand, ${t.price} as low, coalesce(${t.highPrice}, ${t.price}) as high,
    ${isCertified(t)} as certified`
  return sql`${plan.some(columns, most, without)} limit ${most + 1}`
}
