import { questionKey } from '../../search/question-key.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { maxListed, type ListSort } from '../../../domain/catalogue/list-query.ts'
import type { Context } from '../../handler.ts'
import { categoryNodes, type CategoryNode } from '../../reference/categories.ts'
import { bucketsPerRead, type Order, type RangeForm } from './bucket-scan.ts'
import { filterCategories, filterValues, formOfFilter, type Facet, type Filter, type FilterForm, type MatchForm } from './conditions.ts' // prettier-ignore
import * as keys from './keys.ts'
import { matchForm, matchKeyword, minCertainHits, type Match, type Rank } from './keyword-match.ts'
import { isComplete, type KeysForm, type Reading, type TimeIndex } from './reading.ts'
import { listingTables } from './listings.ts'

/** Cost of a row found by key (random access), relative to a row read in index order. */
const scatteredRowCost = 10
/** A price range below this share of all rows counts as rare. */
const rareRangeShare = 0.1

/** A rank of a keyword and how its hits are read, bound as `<name>Tokens` and `<name>Title`. */
export interface RankForm {
  readonly name: string
  readonly place: number
  readonly match: MatchForm
  /** Buckets per read; undefined where all hits are collected. */
  readonly size: number | undefined
}

/** How one page is read: what its statement depends on. */
export type PageReading =
  | { readonly way: 'best'; readonly ranks: readonly RankForm[]; readonly keys: KeysForm; readonly isDeep: boolean; readonly isScored: boolean; readonly size: number | undefined } // prettier-ignore
  | { readonly way: 'buckets'; readonly order: Order; readonly keys: KeysForm; readonly size: number; readonly range: RangeForm | undefined; readonly reaching: KeysForm | undefined } // prettier-ignore
  | { readonly way: 'collect'; readonly hits: Reading }
  | { readonly way: 'along'; readonly index: TimeIndex }

/** Number of hits that are compared before the rest follows by time, for a page size. */
export const comparedHits = (pageSize: number) => Math.floor(maxCompared / pageSize) * pageSize
/** Maximum number of hits ranked by match; later hits follow by publication time. */
const maxCompared = 200

const scanOrders = {
  default: 'newest',
  new: 'newest',
  priceUp: 'cheapest',
  priceDown: 'dearest',
  duration: 'shortest',
} as const

export interface PageRequest {
  readonly sort: ListSort
  readonly current: number
  readonly pageSize: number
}

/**
 * How to read the hits of a filter: decisions from statistics, without SQL. A statement is built from forms and
 * readings alone and therefore once for all requests that decide alike; `values` are what it binds.
 */
export interface ListingPlan {
  readonly form: FilterForm
  readonly values: Readonly<Record<string, unknown>>
  /** Match of the keyword; undefined without one. */
  readonly match: Match | undefined
  /** Reading of up to `wanted` hits, unordered. */
  readonly unordered: (wanted: number, without?: Facet) => Reading
  /** Reading of a page. Undefined where it depends on the total, and that is not given. */
  readonly page: (request: PageRequest, total: number | undefined) => PageReading | undefined
  /** Key sets for sampling weeks; undefined where so many hits that sampling helps are not expected. */
  readonly sampled: KeysForm | undefined
  /** Whether there are certainly more hits than a list counts; values then come from statistics. */
  readonly exceedsMax: (without?: Facet) => boolean
  /** Values of a facet with estimated counts from database statistics. */
  readonly valuesOf: (facet: Facet) => ReadonlyMap<string, number>
}

/** Chooses how to read a filter whose keyword has words only, from the key statistics of the database. */
export async function planFilter(
  kind: ListingKind,
  filter: Filter,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<ListingPlan> {
  const t = listingTables[kind]
  const [nodes, match, statistics] = await Promise.all([
    categoryNodes(context),
    filter.keyword === '' ? undefined : matchKeyword(t, filter.keyword, context, filter.exact),
    keys.keyStatistics(t, context),
  ])
  const form = formOfFilter(kind, filter, match && matchForm(match))
  const deepest = deepestCategory(filter, nodes)
  // The root category has no key, since every listing would have it.
  const category = deepest === undefined ? filterCategories(filter)[0] : deepest.level === 0 ? undefined : deepest.id
  const covered = keys.facetsCoveredByKeys(filter, deepest)
  const values: Record<string, unknown> = {
    ...filterValues(filter),
    deepest: deepest?.id,
    lowerKeyword: match?.text ?? '',
    writtenWords: match?.written ?? [],
    questionKey: match === undefined ? '' : questionKey(match.text),
    ...matchValues(match),
  }
  const bindSets = (name: string, sets: keys.KeySets): KeysForm => {
    for (const [place, set] of sets.entries()) values[`${name}${place}`] = set
    return { name, count: sets.length, covered: sets.length > 0 ? covered : [] }
  }
  const priceSets = keys.priceKeys(filter)
  const isRareRange =
    statistics !== undefined &&
    priceSets.length > 0 &&
    keys.expectedHits(priceSets, statistics) < rareRangeShare * statistics.rows
  const facetSets = (without?: Facet) => keys.keySetsOfFilter(filter, category, without)
  const scanSets = (without?: Facet) => [
    ...facetSets(without),
    ...(isRareRange && without !== 'price' ? priceSets : []),
  ]
  const hitsOf = (sets: keys.KeySets) =>
    sets.length === 0 || statistics === undefined ? undefined : keys.expectedHits(sets, statistics)
  /** Buckets per read; undefined where all hits are collected. */
  const sizeOf = (sets: keys.KeySets, wanted: number, part: Pick<Rank, 'most'> | undefined = match) =>
    statistics === undefined || form.isOneShop || (part !== undefined && part.most === undefined)
      ? undefined
      : bucketsPerRead(sets, part?.most ?? Infinity, { statistics, wanted })
  const timeIndexOf = (without?: Facet) => timeIndex(filter, { deepest, statistics, without })
  const unordered = (wanted: number, without?: Facet): Reading => {
    if (form.isOneShop) return { by: 'shop' }
    if (match !== undefined || (isRareRange && without !== 'price')) {
      const sets = scanSets(without)
      const size = sizeOf(sets, wanted)
      const bound = bindSets(`scan${without ?? ''}`, sets)
      return size === undefined ? { by: 'keys', keys: bound } : { by: 'buckets', keys: bound, size }
    }
    const sets = facetSets(without)
    const hits = hitsOf(sets)
    const { index, rows } = timeIndexOf(without)
    const passed = hits === undefined ? 0 : Math.min(rows, (wanted * rows) / Math.max(1, hits))
    // Ordered by time, or the database may choose the price index, where hits may be far apart.
    return hits !== undefined && scatteredRowCost * Math.min(hits, wanted) < passed
      ? { by: 'keys', keys: bindSets(`keys${without ?? ''}`, sets) }
      : { by: 'time', index, wanted }
  }
  const isStepped = match !== undefined || isRareRange
  const best = ({ current, pageSize }: PageRequest, { ranks, score }: Match): PageReading => {
    const sets = scanSets()
    const compared = comparedHits(pageSize)
    const isDeep = (current - 1) * pageSize >= compared
    return {
      way: 'best',
      ranks: ranks.map((rank, number) => ({
        name: `rank${number}`,
        place: rank.place,
        match: matchForm(rank),
        size: sizeOf(sets, compared, rank),
      })),
      keys: bindSets('scan', sets),
      isDeep,
      isScored: score !== undefined,
      size: isDeep ? sizeOf(sets, current * pageSize) : undefined,
    }
  }
  const inBuckets = (order: Order, size: number): PageReading => {
    const isRange = priceSets.length > 0 && (order === 'cheapest' || order === 'dearest')
    const reaching = isRange && filter.priceFrom !== undefined && (filter.priceType ?? 1) === 1
    return {
      way: 'buckets',
      order,
      keys: bindSets('scan', scanSets()),
      size,
      range: isRange ? { hasFrom: form.hasPriceFrom, hasTo: form.hasPriceTo } : undefined,
      reaching: reaching
        ? bindSets('reaching', keys.keySetsOfFilter({ ...filter, priceType: 1 }, category))
        : undefined,
    }
  }
  return {
    form,
    values,
    match,
    unordered,
    page: (request, total) => {
      const { sort, current, pageSize } = request
      if (match !== undefined && sort === 'default') return best(request, match)
      const order = scanOrders[sort]
      if (form.isOneShop) return { way: 'collect', hits: { by: 'shop' } }
      const byPrice = order === 'cheapest' || order === 'dearest'
      if (isStepped || (statistics !== undefined && priceSets.length > 0 && byPrice)) {
        const hits = unordered(maxListed)
        if (isComplete(hits)) return { way: 'collect', hits }
        if (total === undefined) return undefined
        // Below the maximum all hits are collected, as for the total: few hits may be far apart in an order.
        if (total < maxListed) return { way: 'collect', hits }
        const size = sizeOf(scanSets(), current * pageSize)
        return size === undefined
          ? { way: 'collect', hits: { by: 'keys', keys: bindSets('scan', scanSets()) } }
          : inBuckets(order, size)
      }
      const sets = facetSets()
      const hits = hitsOf(sets)
      const time = timeIndexOf()
      const { index, rows } = order === 'newest' ? time : { index: 'all' as const, rows: statistics?.rows ?? 0 }
      const passed = (current * pageSize * rows) / Math.max(1, hits ?? 1)
      return hits !== undefined && scatteredRowCost * hits < passed
        ? { way: 'collect', hits: { by: 'keys', keys: bindSets('keys', sets) } }
        : { way: 'along', index }
    },
    sampled: match !== undefined && sizeOf(scanSets(), maxListed) !== undefined ? bindSets('scan', scanSets()) : undefined, // prettier-ignore
    exceedsMax: (without) =>
      keys.isCoveredByKeys(filter, without) && (hitsOf(facetSets(without)) ?? 0) >= minCertainHits,
    valuesOf: (facet) =>
      statistics === undefined ? new Map() : keys.expectedValues(facet, filter, category, statistics),
  }
}

/** Values of a match and its ranks, as their conditions bind them. */
function matchValues(match: Match | undefined): Record<string, unknown> {
  if (match === undefined) return {}
  const values: Record<string, unknown> = {
    matchTokens: match.tokens,
    matchTitle: match.title,
    scoreQueries: match.score?.queries,
    scoreWeights: match.score?.weights,
  }
  for (const [number, { tokens, title }] of match.ranks.entries()) {
    values[`rank${number}Tokens`] = tokens
    values[`rank${number}Title`] = title
  }
  return values
}

/** The deepest category of a filter. */
const deepestCategory = (filter: Filter, nodes: ReadonlyMap<number, CategoryNode>): CategoryNode | undefined =>
  filterCategories(filter)
    .flatMap((id) => nodes.get(id) ?? [])
    .toSorted((one, other) => other.level - one.level)[0]

interface TimeIndexInput {
  readonly deepest: CategoryNode | undefined
  readonly statistics: keys.KeyStatistics | undefined
  readonly without: Facet | undefined
}

/** The index by time with the fewest rows to pass: of the deepest category, of the province, or of all listings. */
function timeIndex(
  filter: Filter,
  { deepest, statistics, without }: TimeIndexInput,
): { readonly index: TimeIndex; readonly rows: number } {
  const rowsOf = (key: string) => (statistics === undefined ? 0 : keys.expectedHits([[key]], statistics))
  const all = { index: 'all' as const, rows: statistics?.rows ?? 0 }
  const level = deepest === undefined ? undefined : levelIndexes[deepest.level]
  const isBranch =
    deepest !== undefined && filterCategories(filter).every((id) => deepest.path.includes(id)) && without !== 'category'
  const branch = isBranch && level !== undefined ? { index: level, rows: rowsOf(`c${deepest.id}`) } : undefined
  const province =
    filter.districtCode === undefined || without === 'district'
      ? undefined
      : { index: 'province' as const, rows: rowsOf(`d${filter.districtCode.slice(0, 2)}`) }
  const candidates = [branch, province].filter((each) => each !== undefined)
  return candidates.toSorted((one, other) => one.rows - other.rows)[0] ?? all
}

/** Indexes by time of the category levels; the root and levels below have none. */
const levelIndexes: Readonly<Record<number, TimeIndex>> = { 1: 'level_1', 2: 'level_2', 3: 'level_3' }
