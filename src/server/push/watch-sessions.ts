import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../db/open.ts'
import { sessions, users } from '../../db/tables/accounts.ts'
import type { SessionSettings } from '../session/find-caller.ts'
import type { Push, SensorGate } from './push.ts'

/** Milliseconds between two checks for sessions that ended without notification. */
const checkEveryMs = 60_000

interface WatchOptions {
  readonly db: Db
  readonly push: Pick<Push, 'sessions' | 'endSession' | 'sensors' | 'endSensor'>
  /** Absent: no sensor connects. */
  readonly gate?: Pick<SensorGate, 'liveAmong'>
  readonly log: Logger
  readonly config: SessionSettings
}

/**
 * Periodically closes push connections whose session has ended or whose sensor was revoked, and records when sessions were last connected.
 * Sign-outs close theirs immediately; this covers accounts locked from the command line, other processes without
 * Redis, and idle operators. Returns the function that stops it.
 */
export function watchSessions({ db, push, gate, log, config }: WatchOptions, every = checkEveryMs): () => void {
  async function checkSensors(): Promise<void> {
    const open = push.sensors()
    if (gate === undefined || open.size === 0) return
    const live = await gate.liveAmong([...open])
    for (const id of open) if (!live.has(id)) push.endSensor(id)
  }
  async function check(): Promise<void> {
    await checkSensors()
    const open = push.sessions()
    if (open.size === 0) return
    const idle = new Date(Date.now() - config.operatorIdleMinutes * 60_000)
    const rows = await db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          inArray(sessions.id, [...open]),
          isNull(sessions.endedAt),
          gt(sessions.expiresAt, new Date()),
          eq(users.locked, false),
          or(eq(users.isOperator, false), gt(sessions.lastSeenAt, idle)),
        ),
      )
    const live = new Set(rows.map(({ id }) => id))
    for (const id of open) if (!live.has(id)) push.endSession(id)
    // Any process can tell from it who is there: server/session/online-users.ts.
    await db
      .update(sessions)
      .set({ presentAt: sql`now()` })
      .where(inArray(sessions.id, [...live]))
  }
  const timer = setInterval(
    () => void check().catch((err: unknown) => log.warn({ err }, 'sessions not watched')),
    every,
  )
  timer.unref()
  return () => clearInterval(timer)
}
