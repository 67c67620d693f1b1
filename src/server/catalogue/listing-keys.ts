import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { categoriesOf, districtPrefix, type Facet, type Filter } from './conditions.ts'
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

/** The condition of the index of keys. */
export function keyCondition(t: Listings, sets: KeySets): SQL {
  const brand = 'brandId' in t ? sql`${t.brandId}` : sql`null::integer`
  const keys = sql`listing_keys(${t.categoryPath}, ${t.districtCode}, ${t.tags}, ${t.priceType}, ${brand})`
  const list = (each: readonly string[]) =>
    sql`array[${sql.join(
      each.map((key) => sql`${key}`),
      sql`, `,
    )}]::text[]`
  const single = sets.flatMap((set) => (set.length === 1 ? set : []))
  return sql.join(
    [
      ...(single.length === 0 ? [] : [sql`${keys} @> ${list(single)}`]),
      ...sets.filter((set) => set.length > 1).map((set) => sql`${keys} && ${list(set)}`),
    ],
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
    const index = `${getTableName(t)}_keys`
    const rows = await context.db
      .select({ rows: sql<number>`rows`, key: sql<string>`key`, share: sql<number>`share` })
      .from(
        sql`(select c.reltuples as rows, key, share::float8 as share from pg_class c
          join pg_stats s on s.schemaname = 'public' and s.tablename = c.relname,
          unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as common (key, share)
          where c.relname = ${index} and key is not null) as statistics`,
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
