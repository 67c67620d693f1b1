import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../../handler.ts'
import { cachedReads } from '../../cached-reads.ts'
import { filterCategories, districtPrefix, type Bind, type Facet, type Filter } from './conditions.ts'
import type { CategoryNode } from '../../reference/categories.ts'
import type { Listings } from './listings.ts'

/** Facets that have keys, in the order of the database function `listing_keys`. */
const keyedFacets = ['category', 'district', 'tags', 'type', 'brand'] as const satisfies readonly Facet[]

/**
 * Index keys of facet values: `c113`, `d32`, or a pair `c113 d32`. One set for each condition; a listing must have at
 * least one key of every set.
 */
export type KeySets = readonly (readonly string[])[]

/** The keys of a filter. Two facets form one pair key, so a rare combination is found without reading either facet. */
export const keySetsOfFilter = (filter: Filter, deepest: number | undefined, without?: Facet): KeySets =>
  keyPairs({ ...facetKeys(filter, deepest), ...(isKeyedFacet(without) ? { [without]: [] } : {}) })

/** Keys of a price range; each price bucket is half as large again as the one before. */
export function priceKeys({ priceFrom, priceTo }: Filter): KeySets {
  if ((priceFrom ?? priceTo) === undefined) return []
  const stepOf = (price: number) => Math.floor(Math.floor(Math.log(price + 1) * 20) / 8)
  // One bucket more at both ends, since the database may round a bound into the next one.
  const [first, last] = [Math.max(0, stepOf(priceFrom ?? 0) - 1), stepOf(priceTo ?? Number.MAX_SAFE_INTEGER) + 1]
  return [Array.from({ length: last - first + 1 }, (_, step) => `q${first + step}`)]
}

/** Facets that the keys cover completely, so that no other condition is needed. */
export const facetsCoveredByKeys = (filter: Filter, deepest: CategoryNode | undefined): readonly Facet[] => [
  ...(deepest !== undefined && deepest.level > 0 && filterCategories(filter).every((id) => deepest.path.includes(id))
    ? (['category'] as const)
    : []),
  ...([2, 4].includes(districtPrefix(filter.districtCode ?? '').length) ? (['district'] as const) : []),
  ...(['tags', 'type', 'brand'] as const),
]

type KeyedFacet = (typeof keyedFacets)[number]
type FacetKeys = Readonly<Record<KeyedFacet, readonly string[]>>
const isKeyedFacet = (facet: Facet | undefined): facet is KeyedFacet => keyedFacets.some((each) => each === facet)

function facetKeys(filter: Filter, deepest: number | undefined): FacetKeys {
  const district = filter.districtCode === undefined ? '' : districtPrefix(filter.districtCode)
  return {
    category: deepest === undefined ? [] : [`c${deepest}`],
    district: district === '' ? [] : [`d${district.slice(0, district.length < 4 ? 2 : 4)}`],
    tags: filter.tags.map((tag) => `t${tag}`),
    type: filter.priceType === undefined ? [] : [`y${filter.priceType}`],
    brand: filter.brandId === undefined ? [] : [`b${filter.brandId}`],
  }
}

/** One condition of a filter: a listing has one of the keys. Every chosen tag is a condition of its own. */
interface KeyedChoice {
  readonly facet: KeyedFacet
  readonly keys: readonly string[]
}

function keyedChoices(groups: FacetKeys): KeyedChoice[] {
  return keyedFacets.flatMap((facet): KeyedChoice[] => {
    if (facet === 'tags') return groups.tags.map((key) => ({ facet, keys: [key] }))
    return groups[facet].length === 0 ? [] : [{ facet, keys: groups[facet] }]
  })
}

/** Pairs are stored of different facets only, so tags alone stay single keys. */
function keyPairs(groups: FacetKeys): KeySets {
  const choices = keyedChoices(groups)
  if (new Set(choices.map(({ facet }) => facet)).size < 2) return choices.map(({ keys }) => keys)
  return choices.flatMap((one, place) =>
    choices
      .slice(place + 1)
      .filter(({ facet }) => facet !== one.facet)
      .map((other) => one.keys.flatMap((key) => other.keys.map((each) => `${key} ${each}`))),
  )
}

/** Whether keys cover the whole filter, so that key statistics estimate its hits. */
export const isCoveredByKeys = (filter: Filter, without?: Facet): boolean =>
  filter.keyword === '' &&
  filter.shopId === undefined &&
  (without === 'price' || (filter.priceFrom ?? filter.priceTo) === undefined) &&
  (without === 'certified' || !filter.certified) &&
  (without === 'category' || filterCategories(filter).length < 2) &&
  (without === 'district' ||
    filter.districtCode === undefined ||
    [2, 4].includes(districtPrefix(filter.districtCode).length))

/**
 * The condition for the key index: one of the keys of every set, bound as `<name>0`, `<name>1` …, and one of
 * `additionalKeys`. One condition for each set: GIN skips ahead between several conditions, within a single one it
 * reads all rows of the rarest key.
 */
export function keyCondition(
  t: Listings,
  sets: { readonly name: string; readonly count: number },
  bind: Bind,
  additionalKeys?: readonly SQL[],
): SQL {
  const [brand, days] =
    'brandId' in t ? [sql`${t.brandId}`, sql`null::integer`] : [sql`null::integer`, sql`${t.minDays}`]
  const keys = sql`listing_keys(${t.categoryPath}, ${t.districtCode}, ${t.tags}, ${t.priceType}, ${brand},
    ${t.publishedAt}, ${t.price}, ${t.highPrice}, ${days})`
  const arrays = [
    ...(additionalKeys === undefined ? [] : [sql`array[${sql.join([...additionalKeys], sql`, `)}]::text[]`]),
    ...Array.from({ length: sets.count }, (_, place) => bind(`${sets.name}${place}`, 'text[]')),
  ]
  return sql.join(
    arrays.map((array) => sql`${keys} && ${array}`),
    sql` and `,
  )
}

/** Number of rows and the share of rows with each frequent key, from the last ANALYZE. */
export interface KeyStatistics {
  readonly rows: number
  readonly shares: ReadonlyMap<string, number>
  /** A key that is not among the shares is rarer than this. */
  readonly rarest: number
}

const cachedKeyStatistics = cachedReads<KeyStatistics | undefined>({ tags: [] })

/** Undefined without statistics (embedded database, or never analysed): such a table is small. */
export const keyStatistics = (t: Listings, context: Pick<Context, 'db' | 'pages'>) =>
  cachedKeyStatistics(context, getTableName(t), async () => {
    const index = `${getTableName(t)}_found`
    const rows = await context.db
      .select({ rows: sql<number>`rows`, key: sql<string>`key`, share: sql<number>`share` })
      .from(
        sql`(select c.reltuples as rows, key, share::float8 as share from pg_class c
          join pg_stats s on s.schemaname = 'public' and s.tablename = c.relname,
          unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as common (key, share)
          where c.relname = ${index} and s.attname = 'listing_keys' and key is not null) as statistics`,
      )
    const [first] = rows
    if (first === undefined || first.rows <= 0) return undefined
    const shares = new Map(rows.map(({ key, share }) => [key, share]))
    return { rows: first.rows, shares, rarest: Math.min(...shares.values()) }
  })

/**
 * Estimated number of listings with one key of every set. Pairs without statistics are assumed to be statistically
 * independent.
 */
export function expectedHits(sets: KeySets, { rows, shares, rarest }: KeyStatistics): number {
  const shareOf = (key: string): number => {
    const byChance = () => key.split(' ').reduce((product, one) => product * (shares.get(one) ?? rarest), 1)
    return shares.get(key) ?? Math.min(rarest, byChance())
  }
  const share = (set: readonly string[]) => set.reduce((sum, key) => sum + shareOf(key), 0)
  return Math.round(rows * Math.min(1, ...sets.map(share)))
}

/** Patterns of the keys of each facet; a province has two digits. */
const keyPatterns: Readonly<Record<KeyedFacet, RegExp>> = {
  category: /^c(\d+)$/,
  district: /^d(\d\d)$/,
  tags: /^t(?!.* [yb]\d+$)(.+)$/,
  type: /^y(\d)$/,
  brand: /^b(\d+)$/,
}

/** Estimated counts of a facet's values under the rest of a filter; rare values may be missing. */
export function expectedValues(
  facet: Facet,
  filter: Filter,
  deepest: number | undefined,
  statistics: KeyStatistics,
): ReadonlyMap<string, number> {
  if (!isKeyedFacet(facet)) return new Map()
  const keys = facetKeys(filter, deepest)
  return new Map(
    [...statistics.shares.keys()].flatMap((key) => {
      const value = keyPatterns[facet].exec(key)?.[1]
      if (value === undefined) return []
      // Tags are required all of them: a further one narrows what the chosen ones leave.
      const among = facet === 'tags' ? [...new Set([...keys.tags, key])] : [key]
      const hits = expectedHits(keyPairs({ ...keys, [facet]: among }), statistics)
      return hits === 0 ? [] : [[value, hits] as const]
    }),
  )
}
