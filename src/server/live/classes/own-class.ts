import { and, eq } from 'drizzle-orm'
import type { classesCalls } from '../../../contract/live/classes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { liveBookings, liveClasses, liveWatches, scoreAccounts } from '../../../db/tables/live.ts'
import type { Handler } from '../../handler.ts'
import { isHost } from './host.ts'

export const ownClass: Handler<typeof classesCalls.ownClass> = async ({ classId }, { db, caller }) => {
  const [row] = await db
    .select({ companyId: liveClasses.companyId, status: liveClasses.status })
    .from(liveClasses)
    .where(eq(liveClasses.id, classId))
  if (row === undefined || row.status === 'pending_review' || row.status === 'rejected')
    throw new CallFailed('notFound')
  const { userId } = caller
  const marks = await db
    .select({ kind: liveBookings.kind })
    .from(liveBookings)
    .where(and(eq(liveBookings.userId, userId), eq(liveBookings.classId, classId)))
  const [watch] = await db
    .select({ seconds: liveWatches.seconds, points: liveWatches.points })
    .from(liveWatches)
    .where(and(eq(liveWatches.userId, userId), eq(liveWatches.classId, classId)))
  const [account] = await db
    .select({ balance: scoreAccounts.balance })
    .from(scoreAccounts)
    .where(eq(scoreAccounts.userId, userId))
  const has = (kind: 'booking' | 'favourite') => marks.some((mark) => mark.kind === kind)
  return {
    ...{ booked: has('booking'), favourite: has('favourite'), isHost: isHost(caller, row) },
    ...{ seconds: watch?.seconds ?? 0, points: watch?.points ?? 0, balance: account?.balance ?? 0 },
  }
}
