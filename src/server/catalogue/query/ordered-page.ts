import { and, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { services } from '../../../db/tables/catalogue.ts'
import type { Db } from '../../../db/open.ts'
import type { Context } from '../../handler.ts'
import { cachedReads } from '../../cached-reads.ts'
import type { ListingPlan } from './plan.ts'
import type { Listings } from './listings.ts'
import { minCertainHits, type Match } from './keyword-match.ts'
import { maxListed } from '../../../domain/catalogue/list-query.ts'
import { companies } from '../../../db/tables/accounts.ts'
import type { BucketScan } from './bucket-scan.ts'

/** Maximum number of hits ranked by match; later hits follow by publication time. */
const maxCompared = 400

interface BestMatchPage {
  readonly keyword: string
  readonly pageSize: number
  readonly offset: number
}

/**
 * Ids of one page of keyword hits, best match first. Ranks are read in order, newest first, until `maxCompared` hits
 * are collected, so a mention in the text never displaces a match in the title. Pages after the ranked hits are sorted
 * by publication time and exclude the ranked ones.
 */
function bestMatches(
  t: Listings,
  { match, rows }: { readonly match: Match; readonly rows: BucketScan },
  { keyword, pageSize, offset }: BestMatchPage,
): SQL {
  const maxHits = Math.floor(maxCompared / pageSize) * pageSize
  const columns = sql`${t.id} as id, ${t.title} as title, ${t.companyId} as company_id, ${t.publishedAt} as published_at`
  const part = (number: number) => sql.identifier(`part_${number}`)
  // Ranks may return the same hit twice; a rank that is not needed reads nothing.
  const neededRows = (number: number) => {
    const better = sql.join(match.ranks.slice(0, number).map((_rank, place) => sql`select id from ${part(place)}`), sql` union `) // prettier-ignore
    return number === 0
      ? sql`${maxHits}`
      : sql`(select case when count(*) < ${maxHits} then ${maxHits} else 0 end from (${better}) as better)`
  }
  const parts = match.ranks.map(
    (rank, number) => sql`${part(number)} as materialized (
      select * from (${rows.inOrder('newest', columns, maxHits, rank)}) as part limit ${neededRows(number)})`,
  )
  const all = match.ranks.map(({ place }, number) => sql`select *, ${place}::int as place from ${part(number)}`)
  const compared = sql`(select id, title, company_id, published_at, min(place) as place
    from (${sql.join(all, sql` union all `)}) as found group by id, title, company_id, published_at
    order by min(place), published_at desc, id desc limit ${maxHits})`
  const withParts = sql`with ${sql.join(parts, sql`, `)}`
  if (offset >= maxHits) {
    return sql`${withParts} select id from (${rows.inOrder('newest', sql`${t.id} as id`, offset + pageSize)}) as hits
      where id not in (select id from ${compared} as compared) limit ${pageSize} offset ${offset - maxHits}`
  }
  return sql`${withParts}
    select hits.id from ${compared} as hits join ${companies} on ${companies.id} = hits.company_id
    order by case when hits.place > 0 and strpos(lower(hits.title), ${keyword.toLowerCase()}) > 0 then 1 else hits.place end,
      ${companies.certification} = 'approved' desc, hits.published_at desc, hits.id desc
    limit ${pageSize} offset ${offset}`
}

export interface PageRequest {
  readonly sort: 'default' | 'new' | 'priceUp' | 'priceDown' | 'duration'
  readonly current: number
  readonly pageSize: number
}

/** Whether a page is within the maximum that a list shows. */
export const isWithinMax = ({ current, pageSize }: Pick<PageRequest, 'current' | 'pageSize'>) =>
  (current - 1) * pageSize < maxListed

/**
 * One page of a list as a table `page (id, place)`; `total` is the number of hits. Reads along an index in list order
 * where that finds enough hits sooner than collecting all, so the time does not grow with the table.
 */
export function orderedPage(t: Listings, plan: ListingPlan, request: PageRequest, total: number): SQL {
  const { sort, pageSize } = request
  const offset = (request.current - 1) * pageSize
  const pagination = sql`limit ${pageSize} offset ${offset}`
  const { match, scan, filter } = plan
  if (match !== undefined && sort === 'default') {
    return asPage(bestMatches(t, { match, rows: scan }, { keyword: filter.keyword, pageSize, offset }))
  }
  const isStepped = plan.isScanned(scanOrders[sort])
  // Below the maximum all hits are collected, as for the total: few hits may be far apart in an order.
  if (isStepped && total >= maxListed) {
    return asPage(sql`${scan.inOrder(scanOrders[sort], sql`${t.id} as id`, offset + pageSize)} ${pagination}`)
  }
  const columns = sql`${t.id} as id, ${sortColumn(t, sort)} as place`
  const { where, isAll } = plan.ordered(sort === 'default' || sort === 'new', offset + pageSize)
  if (isStepped || isAll) {
    const hits = isStepped ? plan.unordered(columns, maxListed) : sql`select ${columns} from ${t} where ${where}`
    return asPage(
      sql`with hits as materialized (${hits}) select id from hits order by ${sortDirections[sort]} ${pagination}`,
    )
  }
  return asPage(
    sort === 'priceDown'
      ? mostExpensiveFirst(t, where, offset + pageSize, pagination)
      : sql`select ${t.id} as id from ${t} where ${where} order by ${orderByClause(t, sort)} ${pagination}`,
  )
}

const scanOrders = {
  default: 'newest',
  new: 'newest',
  priceUp: 'cheapest',
  priceDown: 'dearest',
  duration: 'shortest',
} as const

const asPage = (ids: SQL) => sql`(select id, row_number() over () as place from (${ids}) as ids) as page`

const sortColumn = (t: Listings, sort: PageRequest['sort']) =>
  sort === 'priceUp' || sort === 'priceDown' ? t.price : sort === 'duration' ? services.minDays : t.publishedAt

const sortDirections: Readonly<Record<PageRequest['sort'], SQL>> = {
  default: sql`place desc, id desc`,
  new: sql`place desc, id desc`,
  priceUp: sql`place asc, id asc`,
  priceDown: sql`place desc nulls last, id desc`,
  duration: sql`place asc, id asc`,
}

function orderByClause(t: Listings, sort: PageRequest['sort']): SQL {
  if (sort === 'priceUp') return sql`${t.price} asc, ${t.id} asc`
  if (sort === 'priceDown') return sql`${t.price} desc, ${t.id} desc`
  if (sort === 'duration') return sql`${services.minDays} asc, ${t.id} asc`
  return sql`${t.publishedAt} desc, ${t.id} desc`
}

/** Reads the price index backwards, then rows without a price: `nulls last` alone could not use the index. */
function mostExpensiveFirst(t: Listings, where: SQL | undefined, limit: number, pagination: SQL): SQL {
  const part = (condition: SQL, order: SQL) => sql`(select ${t.id} as id, ${t.price} as price from ${t}
    where ${and(where, condition)} order by ${order} limit ${limit})`
  return sql`${part(isNotNull(t.price), sql`${t.price} desc, ${t.id} desc`)}
    union all ${part(isNull(t.price), sql`${t.id} desc`)}
    order by price desc nulls last, id desc ${pagination}`
}

const cachedTotals = cachedReads<number>({ tags: ['services', 'products'] })

/** Number of listings that a plan finds, counted up to `maxListed`. `key` is the cache key of the filter. */
export const listingTotal = (plan: ListingPlan, key: string, context: Pick<Context, 'db' | 'pages'>) =>
  plan.exceedsMax() || (plan.match?.isMore === true && activeFacets(plan.conditions).length === 0)
    ? Promise.resolve(maxListed)
    : cachedTotals(context, key, async () =>
        (await exceedsMaxBySample(plan, context.db)) ? maxListed : countUpTo(plan, maxListed, context.db),
      )

/**
 * Whether there are more hits than are counted, estimated from the median of some sampled weeks: a single week with a
 * large import must not decide.
 */
async function exceedsMaxBySample({ match, scan }: ListingPlan, db: Db): Promise<boolean> {
  const weeks = match === undefined ? undefined : scan.weeks(maxListed)
  if (weeks === undefined) return false
  const sampled = await db
    .select({ weeks: sql<number>`weeks`, hits: sql<number>`hits` })
    .from(weeks)
    .orderBy(sql`hits`)
  const middle = sampled[sampled.length >> 1]
  return middle !== undefined && middle.weeks * middle.hits >= minCertainHits
}

/** Number of listings that a plan finds, counted up to a limit. */
export async function countUpTo(plan: ListingPlan, limit: number, db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(${plan.unordered(sql``, limit)} limit ${limit}) as counted`)
  return row?.count ?? 0
}

const activeFacets = ({ facets, ofShop }: ListingPlan['conditions']) =>
  [...Object.values(facets), ofShop].filter((each) => each !== undefined)
