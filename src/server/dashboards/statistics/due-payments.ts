import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { DuePayment, DuePayments, orderStatisticsCalls } from '../../../contract/orders/statistics.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { duePayments } from '../../../db/tables/statistics.ts'
import { monthNow, shiftMonth } from '../../../domain/operations/report-months.ts'
import { dueDays, dueGroups, dueMonths, type DueGroup } from '../../../domain/orders/statistics/due-payments.ts'
import type { Side } from '../../../domain/sides.ts'
import type { Handler } from '../../handler.ts'
import { refreshStatisticsBeforeReading } from './refresh-statistics.ts'

type DueInput = z.output<typeof orderStatisticsCalls.buyerDuePayments.input>

const day = 86_400_000
const other = alias(companies, 'other')
const dueOf = (side: Side) => (side === 'buyer' ? duePayments.buyerCompanyId : duePayments.sellerCompanyId)

/** Group of a payment at a moment. */
const groupAt = (now: Date): SQL<string> => {
  const after = (days: number) => new Date(now.getTime() + days * day)
  const { dueAt, isSubmitted } = duePayments
  return sql<string>`case when ${isSubmitted} then 'submitted' when ${dueAt} is null then 'undated'
    when ${dueAt} < ${now} then 'overdue' when ${dueAt} <= ${after(dueDays.week)} then 'week'
    when ${dueAt} <= ${after(dueDays.month)} then 'month' else 'later' end`
}
const isDueGroup = (name: string): name is DueGroup => dueGroups.some((each) => each === name)

/** Sums by group and by the month that they fall due, in one statement. */
async function loadSums(db: Db, side: Side, companyId: number, now: Date) {
  const month = sql<string | null>`to_char(${duePayments.dueAt} at time zone 'Asia/Shanghai', 'YYYY-MM')`
  const rows = await db
    .select({
      group: groupAt(now).as('due_group'),
      month: month.as('due_month'),
      payments: sql<number>`count(*)::integer`,
      amount: sql<number>`sum(${duePayments.amount})::float8`,
    })
    .from(duePayments)
    .where(eq(dueOf(side), companyId))
    .groupBy(sql`due_group`, sql`due_month`)
  const add = (own: typeof rows) => ({
    payments: own.reduce((sum, { payments }) => sum + payments, 0),
    amount: own.reduce((sum, { amount }) => sum + amount, 0),
  })
  const ahead = Map.groupBy(
    rows.filter(({ group }) => group === 'week' || group === 'month' || group === 'later'),
    (row) => row.month,
  )
  return {
    sums: dueGroups.map((group) => ({ group, ...add(rows.filter((row) => row.group === group)) })),
    months: Array.from({ length: dueMonths }, (_, at) => shiftMonth(monthNow(), at)).map((each) => ({
      month: each,
      ...add(ahead.get(each) ?? []),
    })),
  }
}

/** A page of the payments of one side that are still to be made, with their sums. */
export async function readDuePayments(
  db: Db,
  side: Side,
  companyId: number,
  { group, current, pageSize }: DueInput,
): Promise<DuePayments> {
  const now = new Date()
  const { sums, months } = await loadSums(db, side, companyId, now)
  const total = sums
    .filter((sum) => group === undefined || sum.group === group)
    .reduce((all, { payments }) => all + payments, 0)
  const offset = (current - 1) * pageSize
  if (offset >= total) return { total, data: [], sums, months }
  const where = group === undefined ? undefined : eq(groupAt(now), group)
  return {
    total,
    data: await listDuePayments(db, side, companyId, { now, where, limit: pageSize, offset }),
    sums,
    months,
  }
}

interface DueList {
  readonly now?: Date
  readonly where?: SQL | undefined
  readonly limit: number
  readonly offset?: number
}

/** Single payments of one side that are still to be made, the earliest first; undated ones last. */
export async function listDuePayments(
  db: Db,
  side: Side,
  companyId: number,
  { now = new Date(), where, limit, offset = 0 }: DueList,
): Promise<DuePayment[]> {
  const { lineId, orderId, amount, dueAt } = getTableColumns(duePayments)
  const otherCompany = side === 'buyer' ? duePayments.sellerCompanyId : duePayments.buyerCompanyId
  const rows = await db
    .select({
      lineId,
      orderId,
      amount,
      dueAt,
      group: groupAt(now),
      orderNo: orders.orderNo,
      title: orders.title,
      name: paymentLines.name,
      otherName: other.name,
    })
    .from(duePayments)
    .innerJoin(orders, eq(orders.id, duePayments.orderId))
    .innerJoin(paymentLines, eq(paymentLines.id, duePayments.lineId))
    .innerJoin(other, eq(other.id, otherCompany))
    .where(and(eq(dueOf(side), companyId), where))
    .orderBy(asc(duePayments.dueAt), asc(duePayments.lineId))
    .limit(limit)
    .offset(offset)
  return rows.flatMap(({ group: of, dueAt: due, ...row }) =>
    isDueGroup(of) ? [{ ...row, group: of, dueAt: due?.toISOString() ?? null }] : [],
  )
}

export const buyerDuePayments: Handler<typeof orderStatisticsCalls.buyerDuePayments> = async (input, context) => {
  await refreshStatisticsBeforeReading(context)
  return readDuePayments(context.db, 'buyer', context.caller.companyId, input)
}

export const sellerDuePayments: Handler<typeof orderStatisticsCalls.sellerDuePayments> = async (input, context) => {
  await refreshStatisticsBeforeReading(context)
  return readDuePayments(context.db, 'seller', context.caller.companyId, input)
}
