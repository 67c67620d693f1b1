import { and, asc, eq, inArray, isNull, lte, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { yuan } from '../../../domain/money.ts'
import { monthMinute } from '../../../domain/time.ts'
import { links } from '../../../domain/links.ts'
import type { Order } from '../lock-order.ts'
import { moveLine, bySystem } from '../payments/line-steps.ts'
import type { PaymentLine } from '../present-order.ts'
import { tellSide, type OrderContext } from '../tell-order.ts'
import { eachOrder, type Around } from './each-order.ts'

/** Hours ahead that a buyer is reminded of a payment; less where the order ends without it. */
const aheadHours = 72
const lastHours = 4

const ahead = sql`now() + make_interval(hours => case when ${orders.unpaidUntil} is null then ${aheadHours}::int else ${lastHours}::int end)`
/** What an offer asks for is owed once its order is confirmed; nothing is while the platform decides. */
const owing: SQL | undefined = and(
  notInArray(orders.status, ['declined', 'cancelled', 'disputed']),
  or(sql`${orders.source} <> 'demand'`, sql`${orders.status} <> 'pending_confirm'`),
)

/** What the index of unpaid lines is read by; how far ahead exactly is a matter of the order. */
const nearLine = and(
  inArray(paymentLines.status, ['scheduled', 'due', 'rejected']),
  lte(paymentLines.dueAt, sql`now() + make_interval(hours => ${aheadHours})`),
)
const dueLine = and(
  nearLine,
  eq(paymentLines.orderId, orders.id),
  or(and(lte(paymentLines.dueAt, ahead), isNull(paymentLines.reminded)), lte(paymentLines.dueAt, sql`now()`)),
)

/**
 * Payments whose day comes: the buyer is reminded three days ahead, what was planned falls due, what is past its day is
 * overdue and both sides hear of it. Each is told once. Safe to run twice and in several processes.
 */
export const linesFallDue = (db: Db, around: Around): Promise<void> => {
  const some = sql`exists (${db.select({ id: paymentLines.id }).from(paymentLines).where(dueLine)})`
  // Found from their few lines, not by a look at every order there is.
  const near = db.select({ id: paymentLines.orderId }).from(paymentLines).where(nearLine)
  return eachOrder(db, around, and(owing, inArray(orders.id, near), some), async (tx, context, order) => {
    const lines = await tx
      .select({ line: paymentLines })
      .from(paymentLines)
      .innerJoin(orders, eq(orders.id, paymentLines.orderId))
      .where(and(eq(orders.id, order.id), owing, dueLine))
      .orderBy(asc(paymentLines.id))
      .for('update', { of: paymentLines })
    for (const { line } of lines) await oneLine(tx, context, order, line)
  })
}

async function oneLine(tx: Db, context: OrderContext, order: Order, line: PaymentLine): Promise<void> {
  const { dueAt } = line
  if (dueAt === null) return
  const due = line.status === 'scheduled' ? await moveLine(tx, line, 'due', bySystem) : line
  const open = Math.max(0, line.amount - line.paid)
  const late = dueAt <= new Date()
  if (late) await moveLine(tx, due, 'overdue', bySystem)
  await tx
    .update(paymentLines)
    .set({ reminded: late ? 'overdue' : 'soon' })
    .where(eq(paymentLines.id, line.id))
  const what = `订单 ${order.orderNo} 的${line.name} ¥${yuan(open)}`
  const day = monthMinute(dueAt.toISOString())
  const path = payPath(order)
  const event = 'payment.due' as const
  if (!late) {
    const ends = order.unpaidUntil === null ? '请按时支付。' : '逾期未付款订单将自动取消。'
    await tellSide(tx, context, order, 'buyer', { title: `${what}将于 ${day} 到期`, text: ends, path, event })
    return
  }
  await tellSide(tx, context, order, 'buyer', {
    title: `${what}已逾期`,
    text: `应付时间 ${day}，请尽快支付。`,
    path,
    event,
  })
  await tellSide(tx, context, order, 'seller', {
    title: `${what}逾期未收`,
    text: `应付时间 ${day}，可联系买家催付。`,
    event,
  })
}

const payPath = ({ id }: Order): string => links.payOneOrder(id)
