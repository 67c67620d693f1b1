import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Db } from '../../db/open.ts'
import { resolvesWithin } from '../../db/resolves-within.ts'
import { endAgreements } from '../orders/agreements/end-agreements.ts'
import { judgeDueShipments } from '../orders/samples/excursions.ts'
import { expireChanges } from '../orders/change-orders/expire-changes.ts'
import { completeOrders, endUnpaidOrders } from '../orders/jobs/expire-orders.ts'
import { refreshAllStatistics } from '../dashboards/statistics/refresh-statistics.ts'
import { matchChangedOrders } from '../orders/matching/refresh-matches.ts'
import { createDealRoot } from '../orders/deal-record/create-root.ts'
import { findSigningKey } from '../orders/deal-record/sign-root.ts'
import { remindOrders } from '../orders/jobs/remind-orders.ts'
import { closeDuePayments } from '../orders/payments/close-due-payments.ts'
import { makePayouts, refreshPayouts } from '../orders/payouts/make-payouts.ts'
import { remindRefunds } from '../orders/refunds/remind-refunds.ts'
import { sendRefunds } from '../orders/refunds/send-refunds.ts'
import { revealReviews } from '../orders/reviews/reveal-reviews.ts'
import type { PageCache } from '../page-cache.ts'
import type { Config } from '../../config.ts'
import type { Providers } from '../providers/providers.ts'
import type { Push } from '../push/push.ts'
import type { WorkerBus } from '../workers/worker-bus.ts'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import { captchas, pushDevices, sessions, verificationCodes } from '../../db/tables/accounts.ts'
import { idempotencyKeys, notices, outboxMessages } from '../../db/tables/operations.ts'
import { sampleReadings } from '../../db/tables/samples.ts'
import { pageViews } from '../../db/tables/visits.ts'
import { deleteOldCallbacks } from '../orders/gateways/gateway-callbacks.ts'
import { indexRenamedShops } from '../search/index-renamed-shops.ts'
import { indexKnowledge } from '../search/index-knowledge.ts'
import { learnPreferences, saveSearchDays } from '../search/search-learning.ts'
import { countSearches } from '../search/search-log.ts'
import { countTerms } from '../search/terms.ts'
import { closeDueAccounts } from '../processes/close-account.ts'
import { createDataExports } from '../processes/export-personal-data.ts'
import { findFraudSigns } from '../processes/fraud-signs/find-signs.ts'
import { deleteExpiredRecords } from '../processes/delete-expired-records.ts'
import { applyPayeeChanges } from '../accounts/companies/payee.ts'
import { expireCertifications } from '../accounts/certification/expire-certifications.ts'
import { readPendingLicences } from '../accounts/certification/automatic-approval.ts'
import { deleteOldWebhookMessages, sendWebhooks } from '../accounts/open-api/send-webhooks.ts'
import { sendDigests } from '../accounts/notifications/send-digests.ts'
import {
  expireQualifications,
  showHolidays,
  warnOfEndingQualifications,
} from '../shops/certificates/end-qualifications.ts'
import { readPendingQualifications } from '../shops/certificates/pass-by-agreement.ts'
import { buildMolecules } from '../catalogue/structures/build-molecules.ts'
import { closeIdleInquiries } from '../catalogue/inquiries/inquiry-step.ts'
import { findForSavedSearches } from '../catalogue/saved-searches/find-listings.ts'
import { publishScheduled } from '../content/entries/publish-scheduled.ts'
import { readFeeds } from '../content/feeds/read-feeds.ts'
import { deliverLetters } from '../chat/message-centre/write-letter.ts'
import { notifyAbsent } from '../chat/notify-absent.ts'
import { closeDueDemands } from '../demands/close-due-demands.ts'
import { matchDemands } from '../demands/matching/match-demands.ts'
import { remindFollowUps } from '../demands/records/follow-ups.ts'
import { notifyOperatorsOfLeads } from '../demands/leads/leads.ts'
import { discardExpiredClassChanges } from '../live/hosting/class-changes.ts'
import { processUnclaimedAwards } from '../live/draw/awards.ts'
import { sendClassReminders } from '../live/classes/class-reminders.ts'
import { deliverOutbox } from '../operations/deliver-outbox.ts'
import { deleteUnusedFiles, sweepFiles } from '../platform/files/delete-unused-files.ts'

/** Every job; its name begins with its domain. */
type JobName =
  | 'demands-deadline'
  | 'demands-match'
  | 'demands-follow-ups'
  | 'demands-needs'
  | 'operations-forget-keys'
  | 'operations-fraud-signs'
  | 'operations-outbox'
  | 'operations-forget-messages'
  | 'operations-forget-files'
  | 'operations-sweep-files'
  | 'operations-forget-notices'
  | 'operations-forget-views'
  | 'accounts-send-news'
  | 'accounts-webhooks'
  | 'accounts-forget-webhooks'
  | 'accounts-forget-sessions'
  | 'accounts-forget-codes'
  | 'accounts-apply-payees'
  | 'accounts-close'
  | 'accounts-exports'
  | 'operations-forget-records'
  | 'accounts-expire-certifications'
  | 'accounts-read-licences'
  | 'catalogue-close-inquiries'
  | 'content-feeds'
  | 'content-publish'
  | 'chat-deliver-letters'
  | 'chat-notify-absent'
  | 'catalogue-knowledge'
  | 'catalogue-saved-searches'
  | 'catalogue-search-terms'
  | 'catalogue-shop-names'
  | 'catalogue-structures'
  | 'shops-expire-qualifications'
  | 'shops-holidays'
  | 'shops-read-qualifications'
  | 'shops-warn-qualifications'
  | 'live-awards'
  | 'live-changes'
  | 'live-remind'
  | 'orders-forget-callbacks'
  | 'orders-unpaid'
  | 'orders-changes'
  | 'orders-agreements'
  | 'orders-excursions'
  | 'orders-forget-readings'
  | 'orders-match'
  | 'orders-statistics'
  | 'orders-complete'
  | 'orders-remind'
  | 'orders-reveal-reviews'
  | 'orders-close-payments'
  | 'orders-payouts'
  | 'orders-payout-holds'
  | 'orders-refunds'
  | 'orders-refund-reminders'
  | 'orders-deal-root'

/** Scheduled and triggered jobs. Every job is idempotent. */
export interface Jobs {
  readonly ready: () => boolean
  /** Runs a job soon instead of at its schedule; concurrent requests are one run. */
  readonly wake: (name: JobName) => Promise<void>
  readonly close: () => Promise<void>
}

/** Dependencies of jobs besides the database. */
interface JobContext {
  readonly pages: PageCache
  readonly push: Push
  readonly providers: Providers
  readonly config: Config
}

interface InternalContext extends JobContext {
  readonly log: Logger
  /** Runs a job after some seconds, at most a minute; of several requests the first counts. */
  readonly wakeIn: (name: JobName, seconds: number) => Promise<unknown>
}

interface ScheduledJob {
  readonly name: JobName
  /** cron, Asia/Shanghai */
  readonly cron: string
  readonly run: (db: Db, around: InternalContext) => Promise<unknown>
}

/** Writes documents anew after a change of knowledge; found before is not shown any more. */
const indexKnowledgeAndShow = async (db: Db, { pages }: Pick<JobContext, 'pages'>) => {
  if (await indexKnowledge(db)) pages.invalidate(['services', 'products', 'shops', 'demands'])
}

const scheduledJobs: readonly ScheduledJob[] = [
  {
    name: 'catalogue-search-terms',
    cron: '7 4 * * *',
    run: async (db) => {
      await saveSearchDays(db, new Date())
      await countSearches(db, new Date())
      await learnPreferences(db)
      await countTerms(db)
    },
  },
  { name: 'catalogue-shop-names', cron: '*/10 * * * *', run: indexRenamedShops },
  { name: 'catalogue-structures', cron: '*/10 * * * *', run: buildMolecules },
  { name: 'catalogue-knowledge', cron: '*/10 * * * *', run: indexKnowledgeAndShow },
  { name: 'catalogue-saved-searches', cron: '*/2 * * * *', run: findForSavedSearches },
  { name: 'demands-deadline', cron: '* * * * *', run: closeDueDemands },
  { name: 'demands-match', cron: '* * * * *', run: matchDemands },
  { name: 'demands-follow-ups', cron: '*/15 * * * *', run: remindFollowUps },
  { name: 'demands-needs', cron: '*/5 * * * *', run: notifyOperatorsOfLeads },
  { name: 'live-remind', cron: '* * * * *', run: sendClassReminders },
  { name: 'live-changes', cron: '* * * * *', run: discardExpiredClassChanges },
  { name: 'live-awards', cron: '*/10 * * * *', run: processUnclaimedAwards },
  { name: 'orders-unpaid', cron: '* * * * *', run: endUnpaidOrders },
  { name: 'orders-changes', cron: '*/5 * * * *', run: expireChanges },
  { name: 'orders-agreements', cron: '3 0 * * *', run: endAgreements },
  { name: 'orders-excursions', cron: '* * * * *', run: judgeDueShipments },
  {
    name: 'orders-forget-readings',
    cron: '22 3 * * *',
    run: (db) =>
      db
        .delete(sampleReadings)
        .where(and(isNull(sampleReadings.shipmentId), sql`${sampleReadings.createdAt} < now() - interval '30 days'`)),
  },
  { name: 'orders-match', cron: '* * * * *', run: matchChangedOrders },
  { name: 'orders-statistics', cron: '* * * * *', run: refreshAllStatistics },
  { name: 'orders-complete', cron: '*/10 * * * *', run: completeOrders },
  { name: 'orders-remind', cron: '*/15 * * * *', run: remindOrders },
  { name: 'orders-reveal-reviews', cron: '*/10 * * * *', run: revealReviews },
  { name: 'orders-close-payments', cron: '* * * * *', run: closeDuePayments },
  {
    name: 'orders-deal-root',
    cron: '13 1 * * *',
    run: async (db, { config }) => createDealRoot(db, await findSigningKey(db, config), new Date()),
  },
  { name: 'orders-refunds', cron: '* * * * *', run: sendRefunds },
  { name: 'orders-payouts', cron: '5 6 * * *', run: makePayouts },
  { name: 'orders-payout-holds', cron: '*/5 * * * *', run: refreshPayouts },
  { name: 'orders-refund-reminders', cron: '*/15 * * * *', run: remindRefunds },
  { name: 'accounts-apply-payees', cron: '*/10 * * * *', run: applyPayeeChanges },
  { name: 'accounts-close', cron: '*/10 * * * *', run: closeDueAccounts },
  { name: 'accounts-exports', cron: '*/10 * * * *', run: createDataExports },
  { name: 'operations-fraud-signs', cron: '41 * * * *', run: findFraudSigns },
  { name: 'operations-forget-records', cron: '27 4 * * *', run: deleteExpiredRecords },
  { name: 'accounts-expire-certifications', cron: '10 0 * * *', run: expireCertifications },
  { name: 'shops-expire-qualifications', cron: '* * * * *', run: expireQualifications },
  { name: 'shops-holidays', cron: '5 0 * * *', run: showHolidays },
  { name: 'shops-read-qualifications', cron: '* * * * *', run: readPendingQualifications },
  { name: 'shops-warn-qualifications', cron: '30 8 * * *', run: warnOfEndingQualifications },
  { name: 'orders-forget-callbacks', cron: '37 3 * * *', run: deleteOldCallbacks },
  { name: 'catalogue-close-inquiries', cron: '20 0 * * *', run: closeIdleInquiries },
  { name: 'content-publish', cron: '* * * * *', run: publishScheduled },
  { name: 'content-feeds', cron: '*/30 * * * *', run: readFeeds },
  {
    name: 'accounts-webhooks',
    cron: '* * * * *',
    run: async (db, around) => {
      const seconds = await sendWebhooks(db, around)
      if (seconds !== undefined) await around.wakeIn('accounts-webhooks', seconds)
    },
  },
  { name: 'accounts-forget-webhooks', cron: '52 3 * * *', run: deleteOldWebhookMessages },
  { name: 'accounts-send-news', cron: '* * * * *', run: sendDigests },
  { name: 'chat-deliver-letters', cron: '* * * * *', run: deliverLetters },
  { name: 'chat-notify-absent', cron: '* * * * *', run: notifyAbsent },
  { name: 'accounts-read-licences', cron: '*/5 * * * *', run: readPendingLicences },
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
    run: (db, { providers }) => deleteUnusedFiles(db, providers),
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
    run: async (db) => {
      const over = db
        .select({ id: sessions.id })
        .from(sessions)
        .where(sql`${sessions.expiresAt} < now()`)
      await db.delete(pushDevices).where(inArray(pushDevices.sessionId, over))
      await db.delete(sessions).where(sql`${sessions.expiresAt} < now() - interval '90 days'`)
    },
  },
  {
    name: 'accounts-forget-codes',
    cron: '37 * * * *',
    run: async (db) => {
      await db.delete(captchas).where(sql`${captchas.expiresAt} < now()`)
      // Codes of the last day are still counted and may have tickets.
      await db.delete(verificationCodes).where(sql`${verificationCodes.createdAt} < now() - interval '2 days'`)
    },
  },
]

const timeZone = 'Asia/Shanghai'

/** Times of the jobs that an earlier start wrote: most starts have nothing to write. */
async function knownJobs(boss: PgBoss): Promise<ReadonlyMap<string, string | undefined>> {
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
  const crons = new Map(schedules.map(({ name, cron }) => [name, cron]))
  return new Map(queues.map(({ name }) => [name, crons.get(name)]))
}

/**
 * Seconds between two looks for a scheduled run: `wake` does not wait for them. Looking for each of the jobs every two
 * seconds took 6 % of a core in an idle process. Messages that are sent again after seconds (`wakeIn`) are looked for
 * more often.
 */
const [pollSeconds, outboxPollSeconds] = [20, 2]

/** Jobs that run again after seconds. */
const waitedFor: ReadonlySet<JobName> = new Set(['operations-outbox', 'accounts-webhooks'])

/** Milliseconds that running jobs may take to end before they are stopped. */
const stopMs = 5_000

/**
 * Starts pg-boss on the database of the product. Of several workers of one machine only the leading one runs jobs; the
 * others request them.
 */
export async function startJobs(
  database: Database,
  log: Logger,
  context: JobContext,
  bus?: Pick<WorkerBus, 'onLead' | 'publish' | 'subscribe'>,
): Promise<Jobs> {
  const { db, execute } = database.background
  const bosses = new Set<PgBoss>()
  const startBoss = async (runs: boolean) => {
    const boss = new PgBoss({ db: { executeSql: execute }, schema: 'pgboss', supervise: runs, schedule: runs })
    boss.on('error', (err) => log.error({ err }, 'jobs'))
    bosses.add(boss)
    await boss.start()
    return boss
  }
  const sender = await startBoss(bus === undefined)
  let ready = true
  let runner: PgBoss | undefined
  const workers = new Map<string, string>()
  const inside: InternalContext = {
    ...context,
    log,
    wakeIn: (name, seconds) => sender.send(name, null, { singletonKey: 'later', startAfter: seconds }),
  }
  const run = async (boss: PgBoss) => {
    runner = boss
    const known = await knownJobs(boss)
    for (const job of scheduledJobs) {
      // Short: at most one request of each kind waits.
      if (!known.has(job.name)) await boss.createQueue(job.name, { policy: 'short' })
      if (known.get(job.name) !== job.cron) await boss.schedule(job.name, job.cron, null, { tz: timeZone })
      const pollingIntervalSeconds = waitedFor.has(job.name) ? outboxPollSeconds : pollSeconds
      workers.set(job.name, await boss.work(job.name, { pollingIntervalSeconds }, () => job.run(db, inside)))
    }
    // Runs now what an earlier process left.
    await boss.send('operations-outbox', null, { singletonKey: 'wake' })
  }
  /** Without waiting for the next poll: a user waits for a code. */
  const notifyRunner = (name: string) => {
    const worker = workers.get(name)
    if (worker !== undefined) runner?.notifyWorker(worker)
  }
  if (bus === undefined) await run(sender)
  bus?.onLead(
    () =>
      void startBoss(true)
        .then(run)
        .catch((err: unknown) => log.error({ err }, 'jobs not started')),
  )
  bus?.subscribe('wake', (name) => notifyRunner(String(name)))
  return {
    ready: () => ready,
    wake: async (name) => {
      if (!ready) return
      await sender.send(name, null, { singletonKey: 'wake' })
      if (runner === undefined) await bus?.publish('wake', name)
      else notifyRunner(name)
    },
    close: async () => {
      ready = false
      // Ends idle workers at once; `stop` alone would look again after half a second.
      await resolvesWithin(stopMs, Promise.all([...workers.keys()].map((name) => runner?.offWork(name))))
      await Promise.all([...bosses].map((boss) => boss.stop({ graceful: true, timeout: stopMs })))
    },
  }
}
