import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Db } from '../../db/open.ts'
import { applyPayeeChanges, expireCertifications, readWaitingLicences, sendNews } from '../accounts/public.ts'
import { expireQualifications } from '../shops/public.ts'
import { closeQuietInquiries } from '../catalogue/public.ts'
import { readFeeds } from '../content/public.ts'
import { deliverLetters, tellAbsent } from '../chat/public.ts'
import { closeDueDemands, matchDemands, remindFollowUps, tellNeeds } from '../demands/public.ts'
import { endClassChanges, lateAwards, remindOfClasses } from '../live/public.ts'
import { completeOrders } from '../orders/clock/complete-orders.ts'
import { endUnpaidOrders } from '../orders/clock/end-unpaid-orders.ts'
import { remindOfOrders } from '../orders/clock/remind-of-orders.ts'
import { closeDuePayments } from '../orders/payments/ask-gateways.ts'
import { sendRefunds } from '../orders/refunds/send-refunds.ts'
import { revealReviews } from '../orders/reviews/reveal-reviews.ts'
import type { PageCache } from '../page-cache.ts'
import type { Config } from '../../config.ts'
import type { Providers } from '../providers/providers.ts'
import type { JobName } from './job-name.ts'
import type { Push } from '../push/push.ts'
import { sql } from 'drizzle-orm'
import { captchas, sessions, verificationCodes } from '../../db/tables/accounts.ts'
import { idempotencyKeys, notices, outboxMessages } from '../../db/tables/operations.ts'
import { pageViews } from '../../db/tables/visits.ts'
import { deliverOutbox, forgetFiles, sweepFiles } from '../operations/public.ts'
import { forgetCallbacks } from '../orders/gateways/forget-callbacks.ts'
import { keepShopNames } from '../search/keep-shop-names.ts'
import { countSearches } from '../search/sightings.ts'
import { countTerms } from '../search/terms.ts'

/** Queues and clocks. Every job is safe to run twice. */
export interface Jobs {
  readonly ready: () => boolean
  /** Runs a job soon instead of at its time; several wishes at once are one run. */
  readonly wake: (name: JobName) => Promise<void>
  readonly close: () => Promise<void>
}

/** What a job may reach besides the database. */
interface Around {
  readonly pages: PageCache
  readonly push: Push
  readonly providers: Providers
  readonly config: Config
}

interface Inside extends Around {
  readonly log: Logger
  /** Runs a job in so many seconds, at most a minute; of several wishes the first one counts. */
  readonly wakeIn: (name: JobName, seconds: number) => Promise<unknown>
}

interface Timed {
  readonly name: JobName
  /** cron, Asia/Shanghai */
  readonly cron: string
  readonly run: (db: Db, around: Inside) => Promise<unknown>
}

const timed: readonly Timed[] = [
  {
    name: 'catalogue-search-terms',
    cron: '7 4 * * *',
    run: async (db) => {
      await countSearches(db, new Date())
      await countTerms(db)
    },
  },
  { name: 'catalogue-shop-names', cron: '*/10 * * * *', run: keepShopNames },
  { name: 'demands-deadline', cron: '* * * * *', run: closeDueDemands },
  { name: 'demands-match', cron: '* * * * *', run: matchDemands },
  { name: 'demands-follow-ups', cron: '*/15 * * * *', run: remindFollowUps },
  { name: 'demands-needs', cron: '*/5 * * * *', run: tellNeeds },
  { name: 'live-remind', cron: '* * * * *', run: remindOfClasses },
  { name: 'live-changes', cron: '* * * * *', run: endClassChanges },
  { name: 'live-awards', cron: '*/10 * * * *', run: lateAwards },
  { name: 'orders-unpaid', cron: '* * * * *', run: endUnpaidOrders },
  { name: 'orders-complete', cron: '*/10 * * * *', run: completeOrders },
  { name: 'orders-remind', cron: '*/15 * * * *', run: remindOfOrders },
  { name: 'orders-reveal-reviews', cron: '*/10 * * * *', run: revealReviews },
  { name: 'orders-close-payments', cron: '* * * * *', run: closeDuePayments },
  { name: 'orders-refunds', cron: '* * * * *', run: sendRefunds },
  { name: 'accounts-apply-payees', cron: '*/10 * * * *', run: applyPayeeChanges },
  { name: 'accounts-expire-certifications', cron: '10 0 * * *', run: expireCertifications },
  { name: 'shops-expire-qualifications', cron: '5 0 * * *', run: expireQualifications },
  { name: 'orders-forget-callbacks', cron: '37 3 * * *', run: forgetCallbacks },
  { name: 'catalogue-close-inquiries', cron: '20 0 * * *', run: closeQuietInquiries },
  { name: 'content-feeds', cron: '*/30 * * * *', run: readFeeds },
  { name: 'accounts-send-news', cron: '* * * * *', run: sendNews },
  { name: 'chat-deliver-letters', cron: '* * * * *', run: deliverLetters },
  { name: 'chat-tell-absent', cron: '* * * * *', run: tellAbsent },
  { name: 'accounts-read-licences', cron: '*/5 * * * *', run: readWaitingLicences },
  {
    name: 'operations-outbox',
    cron: '* * * * *',
    run: async (db, around) => {
      const seconds = await deliverOutbox(db, around)
      if (seconds !== undefined) await around.wakeIn('operations-outbox', seconds)
    },
  },
  {
    name: 'operations-forget-messages',
    cron: '47 3 * * *',
    run: (db) => db.delete(outboxMessages).where(sql`${outboxMessages.createdAt} < now() - interval '30 days'`),
  },
  {
    name: 'operations-forget-notices',
    cron: '57 3 * * *',
    run: (db) => db.delete(notices).where(sql`${notices.createdAt} < now() - interval '400 days'`),
  },
  {
    name: 'operations-forget-views',
    cron: '7 3 * * *',
    run: (db) => db.delete(pageViews).where(sql`${pageViews.day} < (now() at time zone 'Asia/Shanghai')::date - 800`),
  },
  {
    name: 'operations-forget-files',
    cron: '17 2 * * *',
    run: (db, { providers }) => forgetFiles(db, providers),
  },
  { name: 'operations-sweep-files', cron: '32 2 * * *', run: sweepFiles },
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
  {
    name: 'accounts-forget-codes',
    cron: '37 * * * *',
    run: async (db) => {
      await db.delete(captchas).where(sql`${captchas.expiresAt} < now()`)
      // Those of the last day are still counted, and a proof may hang on one.
      await db.delete(verificationCodes).where(sql`${verificationCodes.createdAt} < now() - interval '2 days'`)
    },
  },
]

/** Starts pg-boss on the product's own database. */
export async function startJobs(database: Database, log: Logger, around: Around): Promise<Jobs> {
  const { db, execute } = database.background
  const boss = new PgBoss({ db: { executeSql: execute }, schema: 'pgboss' })
  boss.on('error', (err) => log.error({ err }, 'jobs'))
  await boss.start()
  let ready = true
  const workers = new Map<JobName, string>()
  const inside: Inside = {
    ...around,
    log,
    wakeIn: (name, seconds) => boss.send(name, null, { singletonKey: 'later', startAfter: seconds }),
  }
  for (const job of timed) {
    // Short: of each kind of wish one waits at most.
    await boss.createQueue(job.name, { policy: 'short' })
    await boss.schedule(job.name, job.cron, null, { tz: 'Asia/Shanghai' })
    workers.set(job.name, await boss.work(job.name, () => job.run(db, inside)))
  }
  // What a process before this one left goes out now, not at the next minute.
  await boss.send('operations-outbox', null, { singletonKey: 'wake' })
  return {
    ready: () => ready,
    wake: async (name) => {
      if (!ready) return
      await boss.send(name, null, { singletonKey: 'wake' })
      // Not at the next poll: somebody waits for a code.
      const worker = workers.get(name)
      if (worker !== undefined) boss.notifyWorker(worker)
    },
    close: async () => {
      ready = false
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
