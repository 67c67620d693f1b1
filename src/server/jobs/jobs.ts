import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Db } from '../../db/open.ts'
import { closeDueDemands } from '../demands/public.ts'
import type { PageCache } from '../page-cache.ts'
import type { Push } from '../push/push.ts'
import { sql } from 'drizzle-orm'
import { sessions } from '../../db/tables/accounts.ts'
import { idempotencyKeys } from '../../db/tables/operations.ts'

/** Queues and clocks. Every job is safe to run twice. */
export interface Jobs {
  readonly ready: () => boolean
  readonly close: () => Promise<void>
}

/** What a job may reach besides the database. */
interface Around {
  readonly pages: PageCache
  readonly push: Push
}

interface Timed {
  readonly name: string
  /** cron, Asia/Shanghai */
  readonly cron: string
  readonly run: (db: Db, around: Around) => Promise<unknown>
}

const timed: readonly Timed[] = [
  { name: 'demands-deadline', cron: '* * * * *', run: closeDueDemands },
  {
    name: 'operations-forget-keys',
    cron: '17 3 * * *',
    run: (db) => db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < now() - interval '7 days'`),
  },
  {
    name: 'accounts-forget-sessions',
    cron: '27 3 * * *',
    run: (db) => db.delete(sessions).where(sql`${sessions.expiresAt} < now() - interval '90 days'`),
  },
]

/** Starts pg-boss on the product's own database. */
export async function startJobs(database: Database, log: Logger, around: Around): Promise<Jobs> {
  const boss = new PgBoss({ db: { executeSql: database.execute }, schema: 'pgboss' })
  boss.on('error', (err) => log.error({ err }, 'jobs'))
  await boss.start()
  let ready = true
  for (const job of timed) {
    await boss.createQueue(job.name)
    await boss.schedule(job.name, job.cron, null, { tz: 'Asia/Shanghai' })
    await boss.work(job.name, () => job.run(database.db, around))
  }
  return {
    ready: () => ready,
    close: async () => {
      ready = false
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
