import { and, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { services } from '../../db/tables/catalogue.ts'
import type { Context } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { bestFirst } from '../search/best-first.ts'
import type { ListingPlan } from './listing-plan.ts'
import type { Listings } from './search.ts'
import { mostListed } from '../../domain/catalogue/list-query.ts'
import { alongOrder, type Walk } from './walk.ts'

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
  const { keyword } = plan.filter
  const offset = (wanted.current - 1) * pageSize
  const cutOut = sql`limit ${pageSize} offset ${offset}`
  if (sort === 'default' && keyword !== '') {
    const source = plan.walk && alongOrder(t, plan.walk)
    return placed(bestFirst(t, plan.walk?.match ?? plan.some(mostListed), { keyword, pageSize, offset, source }))
  }
  // All hits of a keyword that are counted are collected, as they were for the total: few may be far apart in an order.
  const walk = total < mostListed ? undefined : plan.walk
  const { where, isAll } =
    keyword !== '' && total < mostListed
      ? { where: plan.some(mostListed), isAll: true }
      : plan.ordered(sort === 'default' || sort === 'new', offset + pageSize)
  if (isAll) {
    return placed(sql`with hits as materialized
      (select ${t.id} as id, ${columnOf(t, sort)} as place from ${t} where ${where})
      select id from hits order by ${direction[sort]} ${cutOut}`)
  }
  if (walk !== undefined && sort !== 'priceDown') {
    const source =
      sort === 'priceUp'
        ? alongOrder(t, walk, 'price', false)
        : sort === 'duration'
          ? alongOrder(t, walk, 'min_days', false)
          : alongOrder(t, walk)
    return placed(sql`select ${t.id} as id from ${source} where ${walk.match} order by ${orderOf(t, sort)} ${cutOut}`)
  }
  return placed(
    sort === 'priceDown' && hasUnpriced(plan)
      ? dearestFirst(t, where, offset + pageSize, cutOut, walk)
      : sql`select ${t.id} as id from ${t} where ${where} order by ${orderOf(t, sort)} ${cutOut}`,
  )
}

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

/** Whoever asks for a price finds nothing without one. */
const hasUnpriced = ({ filter }: ListingPlan) => (filter.priceFrom ?? filter.priceTo) === undefined

function orderOf(t: Listings, sort: Wanted['sort']): SQL {
  if (sort === 'priceUp') return sql`${t.price} asc, ${t.id} asc`
  if (sort === 'priceDown') return sql`${t.price} desc, ${t.id} desc`
  if (sort === 'duration') return sql`${services.minDays} asc, ${t.id} asc`
  return sql`${t.publishedAt} desc, ${t.id} desc`
}

/** Backwards through the index of prices, then those without a price: one order by `nulls last` could not use it. */
function dearestFirst(t: Listings, where: SQL | undefined, most: number, cutOut: SQL, walk: Walk | undefined): SQL {
  const part = (condition: SQL, order: SQL) => {
    const source = walk && alongOrder(t, { ...walk, byOthers: and(walk.byOthers, condition) }, 'price')
    return sql`(select ${t.id} as id, ${t.price} as price from ${source ?? sql`${t}`}
      where ${walk?.match ?? where} and ${condition} order by ${order} limit ${most})`
  }
  return sql`${part(isNotNull(t.price), sql`${t.price} desc, ${t.id} desc`)}
    union all ${part(isNull(t.price), sql`${t.id} desc`)}
    order by price desc nulls last, id desc ${cutOut}`
}

const totals = keptUntilChange<number>(['services', 'products'])

/** How many listings a plan finds, counted to the most that it shows. `key` names its filter. */
export const totalOf = (t: Listings, plan: ListingPlan, key: string, context: Pick<Context, 'db' | 'pages'>) =>
  plan.isMore()
    ? Promise.resolve(mostListed)
    : totals(context, key, async () => {
        const rows = sql`(select from ${t} where ${plan.some(mostListed)} limit ${mostListed}) as counted`
        const [row] = await context.db.select({ count: sql<number>`count(*)::int` }).from(rows)
        return row?.count ?? 0
      })
