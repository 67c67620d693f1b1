import { and, eq, lt, sql } from 'drizzle-orm'
import type { watchingCalls } from '../../../contract/live/watching.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { liveBookings, liveClasses, liveLeases, liveWatches, scoreAccounts } from '../../../db/tables/live.ts'
import { classPhaseAt, isClassPublished } from '../../../domain/live/classes.ts'
import { attendRule, watchPoints } from '../../../domain/live/scores.ts'
import { creditHeartbeat, type Heartbeat } from '../../../domain/live/watch-heartbeat.ts'
import type { Handler } from '../../handler.ts'
import { hasReplay } from '../classes/class-rows.ts'
import { bookScore } from '../scores.ts'

type Class = typeof liveClasses.$inferSelect

/**
 * Handles one heartbeat of a player. The person's lease is locked first, which serialises tabs; all times are the
 * database's, independent of the clocks of browsers and processes.
 */
export const watchBeat: Handler<typeof watchingCalls.watchBeat> = async ({ classId, tab, playing }, context) => {
  const { caller, db } = context
  const { userId } = caller
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(liveClasses).where(eq(liveClasses.id, classId))
    if (found === undefined || !isClassPublished(found.status)) throw new CallFailed('notFound')
    const { counts, seconds, at } = await recordHeartbeat(tx, userId, { classId, tab })
    const phase = classPhaseAt({ ...found, replay: hasReplay(found) }, at)
    if (phase === 'soon' || phase === 'over') throw new CallFailed('classNotOn')
    if (counts && !playing) await tx.delete(liveLeases).where(eq(liveLeases.userId, userId))
    const watched = await addWatchTime(tx, { userId, classId, seconds, isLive: phase === 'live', at })
    // Members of the host's company earn no points.
    const earns = found.companyId === null || found.companyId !== caller.companyId
    const gained = earns ? await bookWatchPoints(tx, userId, found, watched) : 0
    const [account] = await tx
      .select({ balance: scoreAccounts.balance })
      .from(scoreAccounts)
      .where(eq(scoreAccounts.userId, userId))
    const points = watched.points + gained
    return { counting: counts, seconds: watched.seconds, points, gained, balance: account?.balance ?? 0 }
  })
}

/** Credits the heartbeat by the database's clock and saves the lease of the credited tab. */
async function recordHeartbeat(tx: Db, userId: number, { classId, tab }: Omit<Heartbeat, 'at'>) {
  const clock = sql<Date>`clock_timestamp()`.mapWith(liveLeases.lastBeatAt)
  const fresh = { userId, classId, tab, lastBeatAt: sql`clock_timestamp()` }
  const [first] = await tx
    .insert(liveLeases)
    .values(fresh)
    .onConflictDoNothing()
    .returning({ at: liveLeases.lastBeatAt })
  if (first !== undefined) return { counts: true, seconds: 0, at: first.at }
  await tx.select({ userId: liveLeases.userId }).from(liveLeases).where(eq(liveLeases.userId, userId)).for('update')
  const [lease] = await tx
    .select({ classId: liveLeases.classId, tab: liveLeases.tab, lastBeatAt: liveLeases.lastBeatAt, at: clock })
    .from(liveLeases)
    .where(eq(liveLeases.userId, userId))
  const at = lease?.at ?? new Date()
  const judged = creditHeartbeat(lease, { classId, tab, at })
  if (judged.counts) {
    await tx
      .insert(liveLeases)
      .values({ ...fresh, lastBeatAt: at })
      .onConflictDoUpdate({ target: liveLeases.userId, set: { classId, tab, lastBeatAt: at } })
  }
  return { ...judged, at }
}

interface Watched {
  readonly userId: number
  readonly classId: number
  readonly seconds: number
  readonly isLive: boolean
  readonly at: Date
}

/** Adds watch time; the first heartbeat increments the class's viewer count. */
async function addWatchTime(tx: Db, { userId, classId, seconds, isLive, at }: Watched) {
  const [first] = await tx
    .insert(liveWatches)
    .values({ userId, classId, lastAt: at })
    .onConflictDoNothing()
    .returning({ classId: liveWatches.classId })
  if (first !== undefined) {
    await tx
      .update(liveClasses)
      .set({ watchedCount: sql`${liveClasses.watchedCount} + 1` })
      .where(eq(liveClasses.id, classId))
  }
  const live = isLive ? seconds : 0
  const [row] = await tx
    .update(liveWatches)
    .set({
      seconds: sql`${liveWatches.seconds} + ${seconds}`,
      liveSeconds: sql`${liveWatches.liveSeconds} + ${live}`,
      lastAt: at,
    })
    .where(and(eq(liveWatches.userId, userId), eq(liveWatches.classId, classId)))
    .returning()
  if (row === undefined) throw new Error(`Nothing watched of class ${classId}`)
  const { afterSeconds } = attendRule
  const attended = row.liveSeconds >= afterSeconds && row.liveSeconds - live < afterSeconds
  return { ...row, added: seconds, attended }
}

/** Books the points of newly watched time and returns them. */
async function bookWatchPoints(
  tx: Db,
  userId: number,
  { id, title, startsAt }: Class,
  watched: Awaited<ReturnType<typeof addWatchTime>>,
) {
  const [before, due] = [watchPoints(watched.seconds - watched.added), watchPoints(watched.seconds)]
  let gained = 0
  for (let point = before + 1; point <= due; point += 1) {
    const booked = await bookScore(tx, { userId, reason: 'watch', points: 1, about: `class:${id}:${point}`, title })
    if (booked !== undefined) gained += 1
  }
  if (watched.attended && (await wasBooked(tx, userId, id, startsAt))) {
    const { points } = attendRule
    const booked = await bookScore(tx, { userId, reason: 'attend', points, about: `class:${id}`, title })
    if (booked !== undefined) gained += points
  }
  if (gained > 0) {
    await tx
      .update(liveWatches)
      .set({ points: sql`${liveWatches.points} + ${gained}` })
      .where(and(eq(liveWatches.userId, userId), eq(liveWatches.classId, id)))
  }
  return gained
}

async function wasBooked(tx: Db, userId: number, classId: number, startsAt: Date): Promise<boolean> {
  const [booking] = await tx
    .select({ id: liveBookings.id })
    .from(liveBookings)
    .where(
      and(
        eq(liveBookings.userId, userId),
        eq(liveBookings.classId, classId),
        eq(liveBookings.kind, 'booking'),
        lt(liveBookings.createdAt, startsAt),
      ),
    )
  return booking !== undefined
}
