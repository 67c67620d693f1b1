import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Db } from '../../db/open.ts'
import { closeDueDemands } from '../demands/public.ts'
import { sql } from 'drizzle-orm'
import { idempotencyKeys } from '../../db/tables/operations.ts'

/** Queues and clocks. Every job is safe to run twice. */
export interface Jobs {
  readonly ready: () => boolean
  readonly close: () => Promise<void>
}

interface Timed {
  readonly name: string
  /** cron, Asia/Shanghai */
  readonly cron: string
  readonly run: (db: Db) => Promise<unknown>
}

const timed: readonly Timed[] = [
  { name: 'demands-deadline', cron: '* * * * *', run: closeDueDemands },
  {
    name: 'operations-forget-keys',
    cron: '17 3 * * *',
    run: (db) => db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < now() - interval '7 days'`),
  },
]

/** Starts pg-boss on the product's own database. */
export async function startJobs(database: Database, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({ db: { executeSql: database.execute }, schema: 'pgboss' })
  boss.on('error', (err) => log.error({ err }, 'jobs'))
  await boss.start()
  let ready = true
  for (const job of timed) {
    await boss.createQueue(job.name)
    await boss.schedule(job.name, job.cron, null, { tz: 'Asia/Shanghai' })
    await boss.work(job.name, () => job.run(database.db))
  }
  return {
    ready: () => ready,
    close: async () => {
      ready = false
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
