import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../db/open.ts'
import { sessions, users } from '../../db/tables/accounts.ts'
import type { SessionSettings } from '../session/find-caller.ts'
import type { Push } from './push.ts'

/** Milliseconds after which a session that ended without anybody telling loses its push connections. */
const lookEvery = 60_000

interface Watched {
  readonly db: Db
  readonly push: Pick<Push, 'sessions' | 'endSession'>
  readonly log: Logger
  readonly config: SessionSettings
}

/**
 * Looks again and again whether the sessions behind the open push connections still stand, and notes that they are there. Sign-outs end theirs at
 * once; this is for what nobody tells: an account locked from the command line, another process without Redis, an operator who went away.
 * Gives the way to stop.
 */
export function watchSessions({ db, push, log, config }: Watched, every = lookEvery): () => void {
  async function look(): Promise<void> {
    const open = push.sessions()
    if (open.size === 0) return
    const idle = new Date(Date.now() - config.operatorIdleMinutes * 60_000)
    const rows = await db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          ...[inArray(sessions.id, [...open]), isNull(sessions.endedAt), gt(sessions.expiresAt, new Date())],
          eq(users.locked, false),
          or(eq(users.isOperator, false), gt(sessions.lastSeenAt, idle)),
        ),
      )
    const standing = new Set(rows.map(({ id }) => id))
    for (const id of open) if (!standing.has(id)) push.endSession(id)
    // Any process can tell from it who is there: server/session/present.ts.
    await db
      .update(sessions)
      .set({ presentAt: sql`now()` })
      .where(inArray(sessions.id, [...standing]))
  }
  const timer = setInterval(() => void look().catch((err: unknown) => log.warn({ err }, 'sessions not watched')), every)
  timer.unref()
  return () => clearInterval(timer)
}
