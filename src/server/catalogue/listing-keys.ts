import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { categoriesOf, districtPrefix, type Facet, type Filter } from './conditions.ts'
import type { CategoryNode } from './category-tree.ts'
import type { Listings } from './search.ts'

/** Facets that have keys, in the order of the database function `listing_keys`. */
const keyed = ['category', 'district', 'tags', 'type', 'brand'] as const satisfies readonly Facet[]

/**
 * What one index entry finds at once: `c113`, `d32`, or both as `c113 d32`. One set a condition; a listing must have
 * one key of every set.
 */
export type KeySets = readonly (readonly string[])[]

/** The keys of a filter. Two facets are one key, so what few have in common is found without reading what either has. */
export const keySetsOf = (filter: Filter, deepest: number | undefined, without?: Facet): KeySets =>
  pairsOf({ ...keysOf(filter, deepest), ...(isKeyed(without) ? { [without]: [] } : {}) })

/** Keys of a range of prices, which grow by half from one to the next. */
export function priceKeys({ priceFrom, priceTo }: Filter): KeySets {
  if ((priceFrom ?? priceTo) === undefined) return []
  const stepOf = (price: number) => Math.floor(Math.floor(Math.log(price + 1) * 20) / 8)
  // One more at both ends: the database may reckon a bound into the next one.
  const [first, last] = [Math.max(0, stepOf(priceFrom ?? 0) - 1), stepOf(priceTo ?? Number.MAX_SAFE_INTEGER) + 1]
  return [Array.from({ length: last - first + 1 }, (_, step) => `q${first + step}`)]
}

/** Facets of which the keys say all, so that nothing else need be asked of a row. */
export const saidByKeys = (filter: Filter, deepest: CategoryNode | undefined): readonly Facet[] => [
  ...(deepest !== undefined && deepest.level > 0 && categoriesOf(filter).every((id) => deepest.path.includes(id))
    ? (['category'] as const)
    : []),
  ...([2, 4].includes(districtPrefix(filter.districtCode ?? '').length) ? (['district'] as const) : []),
  ...(['tags', 'type', 'brand'] as const),
]

type Keyed = (typeof keyed)[number]
type Keys = Readonly<Record<Keyed, readonly string[]>>
const isKeyed = (facet: Facet | undefined): facet is Keyed => keyed.some((each) => each === facet)

function keysOf(filter: Filter, deepest: number | undefined): Keys {
  const district = filter.districtCode === undefined ? '' : districtPrefix(filter.districtCode)
  return {
    category: deepest === undefined ? [] : [`c${deepest}`],
    district: district === '' ? [] : [`d${district.slice(0, district.length < 4 ? 2 : 4)}`],
    tags: filter.tags.map((tag) => `t${tag}`),
    type: filter.priceType === undefined ? [] : [`y${filter.priceType}`],
    brand: filter.brandId === undefined ? [] : [`b${filter.brandId}`],
  }
}

function pairsOf(groups: Keys): KeySets {
  const sets = keyed.flatMap((facet) => (groups[facet].length === 0 ? [] : [groups[facet]]))
  if (sets.length < 2) return sets
  return sets.flatMap((one, place) =>
    sets.slice(place + 1).map((other) => one.flatMap((key) => other.map((each) => `${key} ${each}`))),
  )
}

/** Whether keys say all that a filter asks for, so that how often they occur is how many it finds. */
export const isAllKeys = (filter: Filter, without?: Facet): boolean =>
  filter.keyword === '' &&
  filter.shopId === undefined &&
  (without === 'price' || (filter.priceFrom ?? filter.priceTo) === undefined) &&
  (without === 'certified' || !filter.certified) &&
  (without === 'category' || categoriesOf(filter).length < 2) &&
  (without === 'district' ||
    filter.districtCode === undefined ||
    [2, 4].includes(districtPrefix(filter.districtCode).length))

/**
 * The condition of the index of keys; of `also` every row must have one too. One condition a set: of several
 * conditions the index leaps from each to the others' next row, within one it goes through all rows of the rarest key.
 */
export function keyCondition(t: Listings, sets: KeySets, also?: readonly SQL[]): SQL {
  const [brand, days] =
    'brandId' in t ? [sql`${t.brandId}`, sql`null::integer`] : [sql`null::integer`, sql`${t.minDays}`]
  const keys = sql`listing_keys(${t.categoryPath}, ${t.districtCode}, ${t.tags}, ${t.priceType}, ${brand},
    ${t.publishedAt}, ${t.price}, ${t.highPrice}, ${days})`
  const lists = [...(also === undefined ? [] : [also]), ...sets.map((set) => set.map((key) => sql`${key}`))]
  return sql.join(
    lists.map((list) => sql`${keys} && array[${sql.join([...list], sql`, `)}]::text[]`),
    sql` and `,
  )
}

/** How many rows there are, and which share of them has a frequent key, as the database last looked. */
export interface KeyStatistics {
  readonly rows: number
  readonly shares: ReadonlyMap<string, number>
  /** A key that is not among the shares is rarer than this. */
  readonly rarest: number
}

const known = keptUntilChange<KeyStatistics | undefined>([])

/** Undefined where the database has never counted, as the embedded one does not: such a table is small. */
export const keyStatistics = (t: Listings, context: Pick<Context, 'db' | 'pages'>) =>
  known(context, getTableName(t), async () => {
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
 * About how many listings have one key of every set. Two facets that are seldom found together are taken to be found
 * as often as by chance.
 */
export function expectedHits(sets: KeySets, { rows, shares, rarest }: KeyStatistics): number {
  const shareOf = (key: string): number => {
    const byChance = () => key.split(' ').reduce((product, one) => product * (shares.get(one) ?? rarest), 1)
    return shares.get(key) ?? Math.min(rarest, byChance())
  }
  const share = (set: readonly string[]) => set.reduce((sum, key) => sum + shareOf(key), 0)
  return Math.round(rows * Math.min(1, ...sets.map(share)))
}

/** What the keys of a facet begin with; a province's has two digits. */
const beginnings: Readonly<Record<Keyed, RegExp>> = {
  category: /^c(\d+)$/,
  district: /^d(\d\d)$/,
  tags: /^t(?!.* [yb]\d+$)(.+)$/,
  type: /^y(\d)$/,
  brand: /^b(\d+)$/,
}

/** Which values of a facet occur among what the rest of a filter finds, and about how often; rare ones may be missing. */
export function expectedValues(
  facet: Facet,
  filter: Filter,
  deepest: number | undefined,
  statistics: KeyStatistics,
): ReadonlyMap<string, number> {
  if (!isKeyed(facet)) return new Map()
  const keys = keysOf(filter, deepest)
  return new Map(
    [...statistics.shares.keys()].flatMap((key) => {
      const value = beginnings[facet].exec(key)?.[1]
      if (value === undefined) return []
      const hits = expectedHits(pairsOf({ ...keys, [facet]: [key] }), statistics)
      return hits === 0 ? [] : [[value, hits] as const]
    }),
  )
}

/** Rows of the shortest branch that has an index by time: a category's or a province's. */
export function narrowestBranch(sets: KeySets, statistics: KeyStatistics | undefined): number {
  if (statistics === undefined) return 0
  const branches = sets.flat().flatMap((key) => key.split(' ').filter((one) => /^(c|d\d\d$)/.test(one)))
  return Math.min(statistics.rows, ...branches.map((key) => expectedHits([[key]], statistics)))
}
