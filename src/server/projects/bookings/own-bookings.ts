import { desc, eq, and, count, gte, inArray, sql } from 'drizzle-orm'
import type { bookingsCalls } from '../../../contract/projects/bookings.ts'
import { bookings, parks } from '../../../db/tables/drug.ts'
import type { Handler, Context } from '../../handler.ts'
import { bookingRows, presentBooking, formatVisitTime } from './booking-rows.ts'
import { districtNames } from '../../reference/district-names.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import {
  maxOpenBookings,
  openBookingStatuses,
  shanghaiDay,
  visitDayError,
} from '../../../domain/projects/booking-states.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { operatorIds } from '../../platform/notices/notices.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { moveBooking } from './booking-steps.ts'

export const ownBookings: Handler<typeof bookingsCalls.ownBookings> = async ({ current, pageSize }, { caller, db }) => {
  const own = eq(bookings.userId, caller.userId)
  const [names, total, rows] = await Promise.all([
    districtNames(db),
    db.$count(bookings, own),
    bookingRows(db)
      .where(own)
      .orderBy(desc(bookings.id))
      .limit(pageSize)
      .offset((current - 1) * pageSize),
  ])
  return { total, data: rows.map((row) => presentBooking(row, names)) }
}

export const bookingLast: Handler<typeof bookingsCalls.bookingLast> = async (_input, { caller, db }) => {
  const [last] = await bookingRows(db).where(eq(bookings.userId, caller.userId)).orderBy(desc(bookings.id)).limit(1)
  return last === undefined ? null : presentBooking(last, await districtNames(db))
}

export const bookingOrder: Handler<typeof bookingsCalls.bookingOrder> = async (input, context) => {
  const { caller, db } = context
  const fault = visitDayError(input.visitOn, new Date())
  if (fault !== null) throw fieldFailed({ field: 'visitOn', message: fault })
  return db.transaction(async (tx) => {
    const [park] = await tx
      .select({ name: parks.name })
      .from(parks)
      .where(and(eq(parks.id, input.parkId), eq(parks.status, 'published')))
    if (park === undefined) throw new CallFailed('notFound')
    await assertBookingLimit(tx, caller.userId)
    const bookingId = await insertBooking(tx, { ...input, userId: caller.userId, companyId: caller.companyId })
    const step = { entity: 'booking' as const, entityId: bookingId, event: 'ask', fromStatus: '', toStatus: 'waiting' }
    await recordSteps(tx, [{ ...step, userId: caller.userId, companyId: caller.companyId }])
    await notifyOperators(tx, context, `${park.name}，${formatVisitTime(input)}，${input.people} 人`)
    return { bookingId, status: 'waiting' as const }
  })
}

/** Throws visitsFull. Serialises concurrent requests of one person, so that the limit holds. */
async function assertBookingLimit(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bookings'), ${userId}::int)`)
  const [open] = await tx
    .select({ count: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, userId),
        inArray(bookings.status, [...openBookingStatuses]),
        gte(bookings.visitOn, shanghaiDay(new Date())),
      ),
    )
  if ((open?.count ?? 0) >= maxOpenBookings) throw new CallFailed('visitsFull')
}

async function insertBooking(tx: Db, row: typeof bookings.$inferInsert): Promise<number> {
  const [same] = await tx.insert(bookings).values(row).onConflictDoNothing().returning({ id: bookings.id })
  if (same === undefined) throw new CallFailed('visitBooked')
  return same.id
}

async function notifyOperators(tx: Db, context: Pick<Context, 'after' | 'jobs' | 'push'>, what: string): Promise<void> {
  await notify(tx, context, 'visit.asked', await operatorIds(tx), {
    title: '有人预约到园区看场',
    text: `${what}。请与园区确认后答复。`,
    path: links.bookings(),
  })
}

export const bookingCancel: Handler<typeof bookingsCalls.bookingCancel> = async ({ bookingId }, { caller, db }) =>
  db.transaction(async (tx) => {
    const [booking] = await tx
      .select()
      .from(bookings)
      .where(and(eq(bookings.id, bookingId), eq(bookings.userId, caller.userId)))
    if (booking === undefined) throw new CallFailed('notFound')
    return { status: await moveBooking(tx, booking, { event: 'cancel', by: caller }) }
  })
