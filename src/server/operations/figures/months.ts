import { and, gte, inArray, isNull, ne, notInArray, sql, type SQLWrapper } from 'drizzle-orm'
import type { PlatformFigures } from '../../../contract/operations/figures.ts'
import type { Db } from '../../../db/open.ts'
import { demands, offers } from '../../../db/tables/demands.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { publicDemandStatuses } from '../../../domain/demands/demand-states.ts'
import { lastMonths, tells } from '../../../domain/operations/figures.ts'

const monthOf = (moment: SQLWrapper) => sql<string>`to_char(${moment} at time zone 'Asia/Shanghai', 'YYYY-MM')`
const count = sql<number>`count(*)::int`

/** The last twelve months in Shanghai, the one that runs included. */
export async function monthFigures(db: Db): Promise<PlatformFigures['months']> {
  const months = lastMonths(new Date())
  const since = new Date(`${months[0]}-01T00:00:00+08:00`)
  const posted = monthOf(demands.publishedAt)
  const asked = await db
    .select({ month: posted, count })
    .from(demands)
    .where(
      and(
        gte(demands.publishedAt, since),
        inArray(demands.status, [...publicDemandStatuses, 'closed', 'expired']),
        isNull(demands.deletedAt),
      ),
    )
    .groupBy(posted)
  const handed = monthOf(offers.submittedAt)
  const offered = await db
    .select({ month: handed, count })
    .from(offers)
    .where(and(gte(offers.submittedAt, since), ne(offers.status, 'draft')))
    .groupBy(handed)
  const made = monthOf(orders.createdAt)
  // What was paid of them and stands with the supplier, not what they are worth.
  const paidOf = sql`(select sum(least(${paymentLines.paid}, ${paymentLines.amount})) from ${paymentLines} where ${paymentLines.orderId} = ${orders.id})`
  const ordered = await db
    .select({
      ...{ month: made, count },
      amount: sql<string>`coalesce(sum(${paidOf}), 0)`.mapWith(Number),
      buyers: sql<number>`count(distinct ${orders.buyerCompanyId})::int`,
      sellers: sql<number>`count(distinct ${orders.sellerCompanyId})::int`,
    })
    .from(orders)
    .where(and(gte(orders.createdAt, since), notInArray(orders.status, ['declined', 'cancelled'])))
    .groupBy(made)
  const at = <T extends { month: string }>(rows: readonly T[], month: string) => rows.find((row) => row.month === month)
  return months.map((month) => {
    const trade = at(ordered, month)
    const shown = trade !== undefined && !tells(trade)
    return {
      ...{ month, demands: at(asked, month)?.count ?? 0, offers: at(offered, month)?.count ?? 0 },
      ...{ orders: shown ? trade.count : null, amount: shown ? trade.amount : null },
    }
  })
}
