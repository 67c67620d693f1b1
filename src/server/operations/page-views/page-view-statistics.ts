import { and, desc, gte, lt, lte, sql } from 'drizzle-orm'
import type { pageViewsCalls } from '../../../contract/operations/page-views.ts'
import { pageViews } from '../../../db/tables/visits.ts'
import { date } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'

const dayMs = 86_400_000
const maxPages = 50

const { day, area, path, referrer } = pageViews
const views = sql<number>`coalesce(sum(${pageViews.views}), 0)::int`
const visits = sql<number>`coalesce(sum(${pageViews.views}) filter (where ${referrer} <> 'inner'), 0)::int`

/** Page view statistics of up to one year. */
export const pageViewStatistics: Handler<typeof pageViewsCalls.pageViewStatistics> = async ({ days }, { db }) => {
  const now = Date.now()
  const dayOf = (back: number) => date(new Date(now - back * dayMs).toISOString())
  const [from, to, start] = [dayOf(days - 1), dayOf(0), dayOf(2 * days - 1)]
  const within = and(gte(day, from), lte(day, to))
  const byDay = await db.select({ day, views, visits }).from(pageViews).where(within).groupBy(day)
  const pages = await db
    .select({ path, views, visits })
    .from(pageViews)
    .where(within)
    .groupBy(path)
    .orderBy(desc(views), path)
    .limit(maxPages)
  const referrers = await db.select({ kind: referrer, views }).from(pageViews).where(within).groupBy(referrer)
  const areas = await db
    .select({ area, views, visits })
    .from(pageViews)
    .where(within)
    .groupBy(area)
    .orderBy(desc(views))
  const [before] = await db
    .select({ views, visits })
    .from(pageViews)
    .where(and(gte(day, start), lt(day, from)))
  const known = new Map(byDay.map((row) => [row.day, row]))
  const sum = (name: 'views' | 'visits') => byDay.reduce((all, row) => all + row[name], 0)
  return {
    from,
    to,
    views: sum('views'),
    visits: sum('visits'),
    before: before ?? { views: 0, visits: 0 },
    days: Array.from({ length: days }, (_, at) => dayOf(days - 1 - at)).map(
      (each) => known.get(each) ?? { day: each, views: 0, visits: 0 },
    ),
    pages,
    referrers: referrers.toSorted((a, b) => b.views - a.views),
    areas,
  }
}
