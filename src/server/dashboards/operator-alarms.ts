import { statfs } from 'node:fs/promises'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Alarm, operatorStartCalls } from '../../contract/operations/operator-start.ts'
import type { Db } from '../../db/open.ts'
import { outboxMessages } from '../../db/tables/operations.ts'
import type { Handler } from '../handler.ts'

/** Minutes after which a message that should have been sent is late. */
const lateMinutes = 10
/** Storage left, in MB, below which files and the database are in danger. */
const minStorageMb = 2_048
const megabyte = 1_048_576

const isoOf = (moment: unknown): string | null => (moment instanceof Date ? moment.toISOString() : null)

/** Jobs that failed in the last day, by name. pg-boss keeps them in its own schema. */
async function findFailedJobs(db: Db): Promise<Alarm[]> {
  const rows = await db
    .select({
      name: sql<string>`name`,
      count: sql`count(*)`.mapWith(Number),
      since: sql`min(completed_on)`.mapWith(outboxMessages.createdAt),
    })
    .from(sql`pgboss.job`)
    .where(sql`state = 'failed' and completed_on > now() - interval '1 day'`)
    .groupBy(sql`name`)
    .orderBy(sql`2 desc`)
    .limit(20)
  if (rows.length === 0) return []
  const since = rows.map((row) => isoOf(row.since)).filter((each) => each !== null)
  return [
    {
      kind: 'jobs',
      count: rows.reduce((sum, row) => sum + row.count, 0),
      since: since.toSorted()[0] ?? null,
      detail: rows.map((row) => `${row.name} ${row.count} 次`).join('、'),
    },
  ]
}

/** Messages that should have left, and those given up in the last day. */
async function findOutboxAlarms(db: Db): Promise<Alarm[]> {
  const { status, dueAt, createdAt, lastError } = outboxMessages
  const about = {
    count: sql`count(*)`.mapWith(Number),
    since: sql`min(${createdAt})`.mapWith(createdAt),
    detail: sql<string>`coalesce(max(${lastError}), '')`,
  }
  const [late] = await db
    .select(about)
    .from(outboxMessages)
    .where(and(inArray(status, ['queued', 'sending']), lt(dueAt, sql`now() - make_interval(mins => ${lateMinutes})`)))
  const [failed] = await db
    .select(about)
    .from(outboxMessages)
    .where(and(eq(status, 'failed'), gt(createdAt, sql`now() - interval '1 day'`)))
  const alarmOf = (kind: Alarm['kind'], row: typeof late): Alarm[] =>
    row === undefined || row.count === 0
      ? []
      : [{ kind, count: row.count, since: isoOf(row.since), detail: row.detail.slice(0, 200) }]
  return [...alarmOf('outboxLate', late), ...alarmOf('outboxFailed', failed)]
}

async function findStorageAlarm(folder: string): Promise<Alarm[]> {
  const { bavail, bsize } = await statfs(folder)
  const left = Math.floor((bavail * bsize) / megabyte)
  return left >= minStorageMb ? [] : [{ kind: 'storage', count: left, since: null, detail: '' }]
}

export const operatorAlarms: Handler<typeof operatorStartCalls.operatorAlarms> = async (_input, { db, config }) => {
  const found = await Promise.all([findFailedJobs(db), findOutboxAlarms(db), findStorageAlarm(config.dataDir)])
  return { alarms: found.flat() }
}
