import { and, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { services } from '../../db/tables/catalogue.ts'
import type { Db } from '../../db/open.ts'
import type { Context } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { bestFirst } from './best-first.ts'
import type { ListingPlan } from './listing-plan.ts'
import { surelyMore, type Listings } from './search.ts'
import { mostListed } from '../../domain/catalogue/list-query.ts'

export interface Wanted {
  readonly sort: 'default' | 'new' | 'priceUp' | 'priceDown' | 'duration'
  readonly current: number
  readonly pageSize: number
}

/** Whether a page lies within what a list offers. */
export const isOffered = ({ current, pageSize }: Pick<Wanted, 'current' | 'pageSize'>) =>
  (current - 1) * pageSize < mostListed

/**
 * One page of a list as a table `page (id, place)`, of which `total` are found. Where an index in its order comes sooner upon enough hits than
 * all of them are collected, it is read along that; so a list is as fast at a million rows as at a thousand.
 */
export function orderedPage(t: Listings, plan: ListingPlan, wanted: Wanted, total: number): SQL {
  const { sort, pageSize } = wanted
  const offset = (wanted.current - 1) * pageSize
  const cutOut = sql`limit ${pageSize} offset ${offset}`
  const { match, rows, filter } = plan
  if (match !== undefined && sort === 'default') {
    return placed(bestFirst(t, { match, rows }, { keyword: filter.keyword, pageSize, offset }))
  }
  const isStepped = plan.isStepped(orders[sort])
  // Hits that are all counted are collected, as they were for the total: few may be far apart in an order.
  if (isStepped && total >= mostListed) {
    return placed(sql`${rows.inOrder(orders[sort], sql`${t.id} as id`, offset + pageSize)} ${cutOut}`)
  }
  const columns = sql`${t.id} as id, ${columnOf(t, sort)} as place`
  const { where, isAll } = plan.ordered(sort === 'default' || sort === 'new', offset + pageSize)
  if (isStepped || isAll) {
    const hits = isStepped ? plan.some(columns, mostListed) : sql`select ${columns} from ${t} where ${where}`
    return placed(sql`with hits as materialized (${hits}) select id from hits order by ${direction[sort]} ${cutOut}`)
  }
  return placed(
    sort === 'priceDown'
      ? dearestFirst(t, where, offset + pageSize, cutOut)
      : sql`select ${t.id} as id from ${t} where ${where} order by ${orderOf(t, sort)} ${cutOut}`,
  )
}

const orders = {
  default: 'newest',
  new: 'newest',
  priceUp: 'cheapest',
  priceDown: 'dearest',
  duration: 'shortest',
} as const

const placed = (ids: SQL) => sql`(select id, row_number() over () as place from (${ids}) as ids) as page`

const columnOf = (t: Listings, sort: Wanted['sort']) =>
  sort === 'priceUp' || sort === 'priceDown' ? t.price : sort === 'duration' ? services.minDays : t.publishedAt

const direction: Readonly<Record<Wanted['sort'], SQL>> = {
  default: sql`place desc, id desc`,
  new: sql`place desc, id desc`,
  priceUp: sql`place asc, id asc`,
  priceDown: sql`place desc nulls last, id desc`,
  duration: sql`place asc, id asc`,
}

function orderOf(t: Listings, sort: Wanted['sort']): SQL {
  if (sort === 'priceUp') return sql`${t.price} asc, ${t.id} asc`
  if (sort === 'priceDown') return sql`${t.price} desc, ${t.id} desc`
  if (sort === 'duration') return sql`${services.minDays} asc, ${t.id} asc`
  return sql`${t.publishedAt} desc, ${t.id} desc`
}

/** Backwards through the index of prices, then those without a price: one order by `nulls last` could not use it. */
function dearestFirst(t: Listings, where: SQL | undefined, most: number, cutOut: SQL): SQL {
  const part = (condition: SQL, order: SQL) => sql`(select ${t.id} as id, ${t.price} as price from ${t}
    where ${and(where, condition)} order by ${order} limit ${most})`
  return sql`${part(isNotNull(t.price), sql`${t.price} desc, ${t.id} desc`)}
    union all ${part(isNull(t.price), sql`${t.id} desc`)}
    order by price desc nulls last, id desc ${cutOut}`
}

const totals = keptUntilChange<number>(['services', 'products'])

/** How many listings a plan finds, counted to the most that it shows. `key` names its filter. */
export const totalOf = (plan: ListingPlan, key: string, context: Pick<Context, 'db' | 'pages'>) =>
  plan.isMore() || (plan.match?.isMore === true && facetsOf(plan.conditions).length === 0)
    ? Promise.resolve(mostListed)
    : totals(context, key, async () =>
        (await isSurelyMore(plan, context.db)) ? mostListed : countUpTo(plan, mostListed, context.db),
      )

/**
 * Whether more than are counted are found, told by some weeks: the one in the middle of them, in every week, would be
 * twice as many. A single week full of one import says nothing.
 */
async function isSurelyMore({ match, rows }: ListingPlan, db: Db): Promise<boolean> {
  const weeks = match === undefined ? undefined : rows.weeks(mostListed)
  if (weeks === undefined) return false
  const looked = await db
    .select({ weeks: sql<number>`weeks`, hits: sql<number>`hits` })
    .from(weeks)
    .orderBy(sql`hits`)
  const middle = looked[looked.length >> 1]
  return middle !== undefined && middle.weeks * middle.hits >= surelyMore
}

/** How many listings a plan finds, counted so far. */
export async function countUpTo(plan: ListingPlan, most: number, db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(${plan.some(sql``, most)} limit ${most}) as counted`)
  return row?.count ?? 0
}

const facetsOf = ({ facets, ofShop }: ListingPlan['conditions']) =>
  [...Object.values(facets), ofShop].filter((each) => each !== undefined)
