import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { documentsCalls } from '../../../contract/orders/documents.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { orders } from '../../../db/tables/orders.ts'
import { links } from '../../../domain/links.ts'
import { type CalendarOrder, hasCalendarEvents, orderCalendar } from '../../../domain/orders/order-calendar.ts'
import type { Side } from '../../../domain/sides.ts'
import type { Context, Handler } from '../../handler.ts'
import { findGeneratedFile, saveGeneratedFile } from '../../platform/files/generated-files.ts'
import { loadPaymentLines, sideCompanyId } from '../present-order.ts'
import { loadMilestones } from './milestones.ts'

export const buyerOrderCalendar: Handler<typeof documentsCalls.buyerOrderCalendar> = ({ orderId }, context) =>
  createCalendar('buyer', orderId, context)

export const sellerOrderCalendar: Handler<typeof documentsCalls.sellerOrderCalendar> = ({ orderId }, context) =>
  createCalendar('seller', orderId, context)

/** Returns the stored calendar file if the dates are unchanged, else creates it. Throws calendarEmpty. */
async function createCalendar(
  side: Side,
  orderId: number,
  { caller, db, config, providers }: Context<'company' | 'seller'>,
) {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), caller.companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  const { orderNo, title, status } = order
  const path = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  const facts: CalendarOrder = {
    orderNo,
    title,
    status,
    side,
    url: new URL(path, config.siteUrl).href,
    milestones: await loadMilestones(db, orderId),
    payments: await loadPaymentLines(db, [orderId]),
  }
  if (!hasCalendarEvents(facts)) throw new CallFailed('calendarEmpty')
  // The time of the export is not part of the facts: equal dates are one file.
  const hash = createHash('sha256')
    .update(orderCalendar(facts, new Date(Date.UTC(2025, 0, 1))))
    .digest('hex')
  const saved = await findGeneratedFile(db, caller.companyId, hash)
  if (saved !== undefined) return { url: saved.url, name: saved.name }
  const bytes = new TextEncoder().encode(orderCalendar(facts, new Date()))
  const made = await saveGeneratedFile({ db, providers }, caller, {
    title: `订单日历 ${orderNo}`,
    kind: 'ics',
    bytes,
    facts: hash,
  })
  return { url: made.url, name: made.name }
}
