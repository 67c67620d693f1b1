import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { bookings, parks } from '../../../db/tables/drug.ts'
import { bookingTransitions, type BookingEvent } from '../../../domain/projects/booking-states.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Caller, Handler } from '../../handler.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import type { bookingsCalls } from '../../../contract/projects/bookings.ts'
import { links } from '../../../domain/links.ts'
import { formatVisitTime } from './booking-rows.ts'
import { notify } from '../../accounts/notifications/notify.ts'

interface Step {
  readonly event: BookingEvent | 'cancel'
  readonly by: Pick<Caller, 'userId' | 'companyId'>
  readonly note?: string
}

/** Applies a step; the status is part of the update's condition, so only one of two concurrent steps succeeds. */
export async function moveBooking(tx: Db, booking: typeof bookings.$inferSelect, { event, by, note }: Step) {
  const to = nextState(bookingTransitions, booking.status, event, event === 'cancel' ? 'person' : 'operator')
  if (to === undefined) throw new CallFailed('stepNotAllowed')
  const answered = note === undefined ? {} : { note, handledBy: by.userId }
  const [moved] = await tx
    .update(bookings)
    .set({ status: to, updatedAt: new Date(), ...answered })
    .where(and(eq(bookings.id, booking.id), eq(bookings.status, booking.status)))
    .returning({ id: bookings.id })
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
      .select({ booking: bookings, parkName: parks.name })
      .from(bookings)
      .innerJoin(parks, eq(parks.id, bookings.parkId))
      .where(eq(bookings.id, bookingId))
    if (row === undefined) throw new CallFailed('notFound')
    const status = await moveBooking(tx, row.booking, { event, note, by: caller })
    const confirmed = event === 'confirm'
    await notify(tx, context, 'visit.answered', [row.booking.userId], {
      title: confirmed ? `看场预约已确认：${row.parkName}` : `看场预约未能安排：${row.parkName}`,
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
