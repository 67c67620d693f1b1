import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { bookings } from '../../../db/tables/drug.ts'
import { bookingTransitions, type BookingEvent } from '../../../domain/projects/booking-states.ts'
import { next } from '../../../domain/transition.ts'
import type { Caller } from '../../handler.ts'
import { recordSteps } from '../../operations/public.ts'

interface Step {
  readonly event: BookingEvent | 'cancel'
  readonly by: Pick<Caller, 'userId' | 'companyId'>
  readonly note?: string
}

/** Takes a visit one step on; of two at once one takes it, for the state is part of the condition. */
export async function moveBooking(tx: Db, booking: typeof bookings.$inferSelect, { event, by, note }: Step) {
  const to = next(bookingTransitions, booking.status, event, event === 'cancel' ? 'person' : 'operator')
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
