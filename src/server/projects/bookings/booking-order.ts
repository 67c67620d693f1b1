import { and, count, eq, gte, inArray, sql } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { bookingsCalls } from '../../../contract/projects/bookings.ts'
import type { Db } from '../../../db/open.ts'
import { bookings, parks } from '../../../db/tables/drug.ts'
import { links } from '../../../domain/links.ts'
import { mostOpenBookings, openBookings, shanghaiDay, visitDayFault } from '../../../domain/projects/booking-states.ts'
import { notify } from '../../accounts/public.ts'
import type { Context, Handler } from '../../handler.ts'
import { operatorsOf, recordSteps } from '../../operations/public.ts'
import { visitTime } from './visit-words.ts'

export const bookingOrder: Handler<typeof bookingsCalls.bookingOrder> = async (input, context) => {
  const { caller, db } = context
  const fault = visitDayFault(input.visitOn, new Date())
  if (fault !== null) throw fieldFailed({ field: 'visitOn', message: fault })
  return db.transaction(async (tx) => {
    const [park] = await tx
      .select({ name: parks.name })
      .from(parks)
      .where(and(eq(parks.id, input.parkId), eq(parks.status, 'published')))
    if (park === undefined) throw new CallFailed('notFound')
    await mustHaveRoom(tx, caller.userId)
    const bookingId = await keep(tx, { ...input, userId: caller.userId, companyId: caller.companyId })
    const step = { entity: 'booking' as const, entityId: bookingId, event: 'ask', fromStatus: '', toStatus: 'waiting' }
    await recordSteps(tx, [{ ...step, userId: caller.userId, companyId: caller.companyId }])
    await tellOperators(tx, context, `${park.name}，${visitTime(input)}，${input.people} 人`)
    return { bookingId, status: 'waiting' as const }
  })
}

/** Two sendings of one person at once are counted one after the other. */
async function mustHaveRoom(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bookings'), ${userId}::int)`)
  const [open] = await tx
    .select({ count: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, userId),
        inArray(bookings.status, [...openBookings]),
        gte(bookings.visitOn, shanghaiDay(new Date())),
      ),
    )
  if ((open?.count ?? 0) >= mostOpenBookings) throw new CallFailed('visitsFull')
}

async function keep(tx: Db, row: typeof bookings.$inferInsert): Promise<number> {
  const [same] = await tx.insert(bookings).values(row).onConflictDoNothing().returning({ id: bookings.id })
  if (same === undefined) throw new CallFailed('visitBooked')
  return same.id
}

async function tellOperators(tx: Db, context: Pick<Context, 'after' | 'jobs' | 'push'>, what: string): Promise<void> {
  await notify(tx, context, 'visit.asked', await operatorsOf(tx), {
    title: '有人预约到园区看场',
    text: `${what}。请与园区确认后答复。`,
    path: links.bookings(),
  })
}
