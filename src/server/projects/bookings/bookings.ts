import { and, count, desc, eq, gte, ilike, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Booking, bookingsCalls } from '../../../contract/projects/bookings.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { bookings as table, parks } from '../../../db/tables/drug.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { regionName } from '../../../domain/catalogue/region.ts'
import { links } from '../../../domain/links.ts'
import {
  type BookingEvent,
  bookingTransitions,
  maxOpenBookings,
  openBookingStatuses,
  shanghaiDay,
  visitDayError,
  type VisitPart,
  visitParts,
} from '../../../domain/projects/booking-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Caller, Context, Handler } from '../../handler.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { operatorIds } from '../../platform/notices/notices.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { districtNames } from '../../platform/district-names.ts'
import { likePattern } from '../../search/like-pattern.ts'

/** Query of visits with their parks; the caller adds condition and order. */
const bookingRows = (db: Db) =>
  db
    .select({ booking: table, parkName: parks.name, districtCode: parks.districtCode })
    .from(table)
    .innerJoin(parks, eq(parks.id, table.parkId))

interface BookingWithPark {
  readonly booking: typeof table.$inferSelect
  readonly parkName: string
  readonly districtCode: string
}

const presentBooking = (
  { booking, parkName, districtCode }: BookingWithPark,
  names: ReadonlyMap<string, string>,
): Booking => ({
  bookingId: booking.id,
  parkId: booking.parkId,
  visitOn: booking.visitOn,
  visitPart: booking.visitPart,
  people: booking.people,
  contact: booking.contact,
  mobile: booking.mobile,
  purpose: booking.purpose,
  status: booking.status,
  note: booking.note,
  parkName,
  districtName: regionName(districtCode, (code) => names.get(code)),
  createdAt: booking.createdAt.toISOString(),
})

/** 2026-11-25 上午. */
const formatVisitTime = ({ visitOn, visitPart }: { readonly visitOn: string; readonly visitPart: VisitPart }): string =>
  `${visitOn} ${visitParts[visitPart]}`

/** Waiting bookings first, nearest visit on top; the others by last update. */
const order = [
  desc(eq(table.status, 'waiting')),
  sql`case when ${table.status} = 'waiting' then ${table.visitOn} end asc nulls last`,
  desc(table.updatedAt),
  desc(table.id),
]

export const bookings: Handler<typeof bookingsCalls.bookings> = async (input, { db }) => {
  const { status, keyword, current, pageSize } = input
  const part = likePattern(keyword)
  const found =
    keyword === '' ? undefined : or(ilike(parks.name, part), ilike(table.contact, part), eq(table.mobileHash, keyword))
  const handler = alias(users, 'handler')
  const [names, counted, rows] = await Promise.all([
    districtNames(db),
    db
      .select({ status: table.status, count: count() })
      .from(table)
      .innerJoin(parks, eq(parks.id, table.parkId))
      .where(found)
      .groupBy(table.status),
    db
      .select({
        booking: table,
        parkName: parks.name,
        districtCode: parks.districtCode,
        loginName: users.loginName,
        companyName: companies.name,
        handlerRealName: handler.realName,
        handlerLoginName: handler.loginName,
      })
      .from(table)
      .innerJoin(parks, eq(parks.id, table.parkId))
      .innerJoin(users, eq(users.id, table.userId))
      .leftJoin(companies, eq(companies.id, table.companyId))
      .leftJoin(handler, eq(handler.id, table.handledBy))
      .where(and(found, status === undefined ? undefined : eq(table.status, status)))
      .orderBy(...order)
      .limit(pageSize)
      .offset((current - 1) * pageSize),
  ])
  return {
    ...countsOf(counted, status),
    data: rows.map((row) => ({
      ...presentBooking(row, names),
      loginName: row.loginName,
      companyName: row.companyName ?? '',
      handlerName: personName({ realName: row.handlerRealName, loginName: row.handlerLoginName }),
      updatedAt: row.booking.updatedAt.toISOString(),
    })),
  }
}

interface Step {
  readonly event: BookingEvent | 'cancel'
  readonly by: Pick<Caller, 'userId' | 'companyId'>
  readonly note?: string
}

/** Applies a step; the status is part of the update's condition, so only one of two concurrent steps succeeds. */
async function moveBooking(tx: Db, booking: typeof table.$inferSelect, { event, by, note }: Step) {
  const to = nextState(bookingTransitions, booking.status, event, event === 'cancel' ? 'person' : 'operator')
  if (to === undefined) throw new CallFailed('stepNotAllowed')
  const answered = note === undefined ? {} : { note, handledBy: by.userId }
  const [moved] = await tx
    .update(table)
    .set({ status: to, updatedAt: new Date(), ...answered })
    .where(and(eq(table.id, booking.id), eq(table.status, booking.status)))
    .returning({ id: table.id })
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  const step = { entity: 'booking' as const, entityId: booking.id, event, fromStatus: booking.status, toStatus: to }
  await recordSteps(tx, [{ ...step, userId: by.userId, companyId: by.companyId, reason: note ?? '' }])
  return to
}

/** Confirms or declines a visit and notifies the person in the same transaction. */
export const bookingStep: Handler<typeof bookingsCalls.bookingStep> = async (input, context) => {
  const { bookingId, event, note } = input
  const { caller, db, note: log } = context
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ booking: table, parkName: parks.name })
      .from(table)
      .innerJoin(parks, eq(parks.id, table.parkId))
      .where(eq(table.id, bookingId))
    if (row === undefined) throw new CallFailed('notFound')
    const status = await moveBooking(tx, row.booking, { event, note, by: caller })
    const confirmed = event === 'confirm'
    await notify(tx, context, 'visit.answered', [row.booking.userId], {
      title: confirmed ? `实地考察预约已确认：${row.parkName}` : `实地考察预约未能安排：${row.parkName}`,
      text: [formatVisitTime(row.booking), note, confirmed ? '请按时到访，不去时请提前取消。' : '']
        .filter((part) => part !== '')
        .join('。')
        .replace(/。。/g, '。'),
      path: links.buyerVisits(),
    })
    log(`编号 ${bookingId}，${confirmed ? '确认' : '谢绝'}`)
    return { status }
  })
}

export const ownBookings: Handler<typeof bookingsCalls.ownBookings> = async ({ current, pageSize }, { caller, db }) => {
  const own = eq(table.userId, caller.userId)
  const [names, total, rows] = await Promise.all([
    districtNames(db),
    db.$count(table, own),
    bookingRows(db)
      .where(own)
      .orderBy(desc(table.id))
      .limit(pageSize)
      .offset((current - 1) * pageSize),
  ])
  return { total, data: rows.map((row) => presentBooking(row, names)) }
}

export const bookingLast: Handler<typeof bookingsCalls.bookingLast> = async (_input, { caller, db }) => {
  const [last] = await bookingRows(db).where(eq(table.userId, caller.userId)).orderBy(desc(table.id)).limit(1)
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
    .from(table)
    .where(
      and(
        eq(table.userId, userId),
        inArray(table.status, [...openBookingStatuses]),
        gte(table.visitOn, shanghaiDay(new Date())),
      ),
    )
  if ((open?.count ?? 0) >= maxOpenBookings) throw new CallFailed('visitsFull')
}

async function insertBooking(tx: Db, row: typeof table.$inferInsert): Promise<number> {
  const [same] = await tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.id })
  if (same === undefined) throw new CallFailed('visitBooked')
  return same.id
}

async function notifyOperators(tx: Db, context: Pick<Context, 'after' | 'jobs' | 'push'>, what: string): Promise<void> {
  await notify(tx, context, 'visit.asked', await operatorIds(tx, 'receive'), {
    title: '有人预约园区实地考察',
    text: `${what}。请与园区确认后答复。`,
    path: links.bookings(),
  })
}

export const bookingCancel: Handler<typeof bookingsCalls.bookingCancel> = async ({ bookingId }, { caller, db }) =>
  db.transaction(async (tx) => {
    const [booking] = await tx
      .select()
      .from(table)
      .where(and(eq(table.id, bookingId), eq(table.userId, caller.userId)))
    if (booking === undefined) throw new CallFailed('notFound')
    return { status: await moveBooking(tx, booking, { event: 'cancel', by: caller }) }
  })
