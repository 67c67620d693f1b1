import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { bookingsCalls } from '../../../contract/projects/bookings.ts'
import { bookings, parks } from '../../../db/tables/drug.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { moveBooking } from './move-booking.ts'
import { visitTime } from './visit-words.ts'

/** The platform's answer; the person is told in the same transaction. */
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
      text: [visitTime(row.booking), note, confirmed ? '请按时到访，不去时请提前取消。' : '']
        .filter((part) => part !== '')
        .join('。')
        .replace(/。。/g, '。'),
      path: links.buyerVisits(),
    })
    log(`编号 ${bookingId}，${confirmed ? '确认' : '谢绝'}`)
    return { status }
  })
}
