import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { orderStatisticsCalls, SellerPerformance } from '../../../contract/orders/statistics.ts'
import type { Db } from '../../../db/open.ts'
import { offers } from '../../../db/tables/demands.ts'
import { inquiries, inquiryMessages } from '../../../db/tables/interest.ts'
import { orderStatistics, shopViews } from '../../../db/tables/statistics.ts'
import { shiftMonth, startOfMonth } from '../../../domain/operations/report-months.ts'
import { monthsOf, type MonthRange } from '../../../domain/orders/statistics/periods.ts'
import {
  funnelSteps,
  meanPaidDays,
  medianHours,
  type FunnelStep,
  type HourCount,
} from '../../../domain/orders/statistics/performance.ts'
import type { Handler } from '../../handler.ts'
import { refreshStatisticsBeforeReading } from './refresh-statistics.ts'
import { inMonths } from './trade-statistics.ts'

/** Newest inquiries whose answers are timed, for recency and bounded cost. */
const recentInquiries = 1_000

type Funnel = Record<FunnelStep, number>
const emptyFunnel = (): Funnel => ({ views: 0, inquiries: 0, offers: 0, wins: 0 })

/** Steps of the funnel by month, in one statement. */
async function loadFunnel(db: Db, companyId: number, { from, until }: MonthRange): Promise<Map<string, Funnel>> {
  const [start, end] = [startOfMonth(from), startOfMonth(shiftMonth(until, 1))]
  const monthOf = (column: typeof inquiries.createdAt | typeof offers.submittedAt) =>
    sql`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM')`
  const rows = await db
    .select({
      month: sql<string>`month`,
      views: sql<number>`sum(views)::integer`,
      inquiries: sql<number>`sum(inquiries)::integer`,
      offers: sql<number>`sum(offers)::integer`,
      wins: sql<number>`sum(wins)::integer`,
    })
    .from(
      sql`(select to_char(${shopViews.day}, 'YYYY-MM') as month, sum(${shopViews.views}) as views,
            0 as inquiries, 0 as offers, 0 as wins
          from ${shopViews} where ${shopViews.companyId} = ${companyId}
            and ${shopViews.day} >= ${`${from}-01`}::date and ${shopViews.day} < ${`${shiftMonth(until, 1)}-01`}::date
          group by 1
        union all select ${monthOf(inquiries.createdAt)}, 0, count(*), 0, 0 from ${inquiries}
          where ${inquiries.sellerCompanyId} = ${companyId}
            and ${inquiries.createdAt} >= ${start} and ${inquiries.createdAt} < ${end} group by 1
        union all select ${monthOf(offers.submittedAt)}, 0, 0, count(*), count(*) filter (where ${offers.status} = 'accepted')
          from ${offers} where ${offers.companyId} = ${companyId}
            and ${offers.submittedAt} >= ${start} and ${offers.submittedAt} < ${end} group by 1) as steps`,
    )
    .groupBy(sql`month`)
  return new Map(rows.map(({ month, ...steps }) => [month, steps]))
}

interface Delivery {
  readonly promised: number
  readonly onTime: number
  readonly received: number
  readonly receivedDays: number
}
const noDelivery: Delivery = { promised: 0, onTime: 0, received: 0, receivedDays: 0 }

/** Deliveries and receipts of orders by the month of order. */
async function loadDeliveries(db: Db, companyId: number, range: MonthRange): Promise<Map<string, Delivery>> {
  const { promisedUntil, deliveredAt, month, received, receivedDays } = orderStatistics
  const rows = await db
    .select({
      month,
      promised: sql<number>`(count(*) filter (where ${promisedUntil} is not null
        and (${deliveredAt} is not null or ${promisedUntil} <= now())))::integer`,
      onTime: sql<number>`(count(*) filter (where ${deliveredAt} < ${promisedUntil}))::integer`,
      received: sql<number>`sum(${received})::float8`,
      receivedDays: sql<number>`sum(${receivedDays})::float8`,
    })
    .from(orderStatistics)
    .where(and(eq(orderStatistics.sellerCompanyId, companyId), inMonths(range)))
    .groupBy(month)
  return new Map(rows.map(({ month: of, ...row }) => [of.slice(0, 7), row]))
}

/** How often orders were confirmed within each number of hours, by month: medians come from these few rows. */
async function loadConfirmations(db: Db, companyId: number, range: MonthRange): Promise<Map<string, HourCount[]>> {
  const { answerHours: hours, month } = orderStatistics
  const rows = await db
    .select({ month, hours: sql<number>`${hours}`, count: sql<number>`count(*)::integer` })
    .from(orderStatistics)
    .where(and(eq(orderStatistics.sellerCompanyId, companyId), inMonths(range), isNotNull(hours)))
    .groupBy(month, hours)
  return Map.groupBy(rows, (row) => row.month.slice(0, 7))
}

/** The newest inquiries of the range, those of them that were answered, and the median hours until then. */
async function loadAnswers(
  db: Db,
  companyId: number,
  { from, until }: MonthRange,
): Promise<Pick<SellerPerformance, 'asked' | 'answered' | 'answerHours'>> {
  const { id, createdAt, sellerCompanyId } = inquiries
  const newest = await db
    .select({ id, createdAt })
    .from(inquiries)
    .where(
      and(
        eq(sellerCompanyId, companyId),
        sql`${createdAt} >= ${startOfMonth(from)} and ${createdAt} < ${startOfMonth(shiftMonth(until, 1))}`,
      ),
    )
    .orderBy(sql`${id} desc`)
    .limit(recentInquiries)
  if (newest.length === 0) return { asked: 0, answered: 0, answerHours: null }
  const answers = await db
    .select({
      inquiryId: inquiryMessages.inquiryId,
      at: sql<number>`extract(epoch from min(${inquiryMessages.createdAt}))::float8`,
    })
    .from(inquiryMessages)
    .where(
      and(
        inArray(
          inquiryMessages.inquiryId,
          newest.map((row) => row.id),
        ),
        eq(inquiryMessages.side, 'seller'),
      ),
    )
    .groupBy(inquiryMessages.inquiryId)
  const asked = new Map(newest.map((row) => [row.id, row.createdAt.getTime() / 1000]))
  const hours = answers.map(({ inquiryId, at }) => ({
    hours: Math.max(0, Math.ceil((at - (asked.get(inquiryId) ?? at)) / 3600)),
    count: 1,
  }))
  return { asked: newest.length, answered: answers.length, answerHours: medianHours(hours) }
}

/** How a supplier does in a range: five statements, whatever the number of orders. */
export async function readPerformance(db: Db, companyId: number, range: MonthRange): Promise<SellerPerformance> {
  const funnel = await loadFunnel(db, companyId, range)
  const deliveries = await loadDeliveries(db, companyId, range)
  const confirmations = await loadConfirmations(db, companyId, range)
  const months = monthsOf(range).map((month) => {
    const { received, receivedDays, ...delivery } = deliveries.get(month) ?? noDelivery
    return {
      month,
      ...(funnel.get(month) ?? emptyFunnel()),
      ...delivery,
      confirmHours: medianHours(confirmations.get(month) ?? []),
      paidDays: meanPaidDays(receivedDays, received),
    }
  })
  const total = emptyFunnel()
  for (const month of months) for (const step of funnelSteps) total[step] += month[step]
  const all = [...deliveries.values()]
  const counted = [...confirmations.values()].flat()
  const sum = (name: keyof Delivery) => all.reduce((sumOf, row) => sumOf + row[name], 0)
  return {
    funnel: total,
    promised: sum('promised'),
    onTime: sum('onTime'),
    confirmed: counted.reduce((orders, { count }) => orders + count, 0),
    confirmHours: medianHours(counted),
    ...(await loadAnswers(db, companyId, range)),
    paidDays: meanPaidDays(sum('receivedDays'), sum('received')),
    months,
  }
}

export const sellerPerformance: Handler<typeof orderStatisticsCalls.sellerPerformance> = async (range, context) => {
  await refreshStatisticsBeforeReading(context)
  return readPerformance(context.db, context.caller.companyId, range)
}
