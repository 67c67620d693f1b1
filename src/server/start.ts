import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { resolvesWithin } from '../db/resolves-within.ts'
import { encryptPlainRows, readDataKeys, activateDataKeys } from '../db/encryption/data-keys.ts'
import { keyRing } from '../db/encryption/cipher.ts'
import { isEmpty, markInstalled } from '../db/installed.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { districts } from '../db/tables/reference.ts'
import { failed } from '../contract/envelope.ts'
import { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import { createApp } from './app.ts'
import { cacheBudget } from './cache-budget.ts'
import { importTexts } from './content/site-texts/import-texts.ts'
import { dispatch } from './dispatch.ts'
import { createDroppedFields } from './dropped-fields.ts'
import { uploadByteLimit } from './platform/files/memory-limit.ts'
import { createPageRenderer } from './http/page-renderer.ts'
import { createErrorPages } from './http/error-pages.ts'
import { entryByName } from './handlers.ts'
import { findSession } from './session/find-caller.ts'
import { createLog } from './log.ts'
import { createLimits } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { startJobs } from './jobs/jobs.ts'
import { flushOnShutdown } from './flush-on-shutdown.ts'
import { createPageCache } from './page-cache.ts'
import { createDisplayStreams } from './operations/statistics/display-streams.ts'
import { createPageViewRecorder } from './operations/page-views/page-view-recorder.ts'
import { createDemoTrades } from './orders/gateways/demo-gateway.ts'
import { createProviders, type Providers } from './providers/providers.ts'
import { createPush } from './push/broker.ts'
import { loadKnowledge, watchKnowledge } from './search/load-knowledge.ts'
import { watchSessions } from './push/watch-sessions.ts'
import { createSensorGate } from './orders/samples/sensor-gate.ts'
import { connectRedis, withPing } from './redis.ts'
import type { Runtime } from './runtime.ts'
import { createRefusals } from './refusals.ts'
import { cachedResponse } from './response-cache.ts'
import { connectWorkerBus } from './workers/worker-bus.ts'
import { reindex } from './processes/reindex.ts'
import { hashPassword, passwordLimit } from './session/passwords.ts'
import { writeViews } from './catalogue/usage-counts.ts'

/**
 * Starts everything but HTTP: database (migrated; an empty one gets the demo or reference data), limits, push, jobs.
 * A given database and given providers are used as they are (tests).
 */
export async function startRuntime(config: Config, given?: Database, givenProviders?: Providers): Promise<Runtime> {
  const log = createLog(config)
  const metrics = createMetrics()
  const refusals = createRefusals(log, metrics)
  const keys = readDataKeys(config)
  const redis = await connectRedis(config, log)
  const database =
    given ??
    (await openDatabase(config).catch((cause: unknown) => {
      redis?.disconnect()
      throw cause
    }))
  await activateDataKeys(config, database.db, keys)
  const isFilled = config.demo && (await isEmpty(database)) ? await seedDemo(database.background) : false
  if (!isFilled) await seedReferenceWhenEmpty(database.background)
  await encryptOldRows(database, log)
  await importTexts(database.db)
  // A given database (tests) is not the one in DATA_DIR.
  if (given === undefined) markInstalled(config)
  const providers = givenProviders ?? (await ownProviders(config, database, log))
  if (isFilled) await createDemoFiles(database, providers)
  cacheBudget.setLimit(config.cacheBytes)
  const bus = connectWorkerBus(log)
  const pages = createPageCache((tags) => {
    redis
      ?.publish('portal:pages', JSON.stringify(tags))
      .catch((err) => log.warn({ err }, 'page invalidation not published'))
    return bus?.publish('tags', tags)
  })
  bus?.subscribe('tags', (tags) => pages.invalidateLocally(tagsOf(tags)))
  const displays = createDisplayStreams(pages)
  pages.onInvalidate(displays.onWrite)
  const subscriber = redis === undefined ? undefined : withPing(redis.duplicate({ enableOfflineQueue: true }))
  subscriber?.on('error', (err) => log.warn({ err }, 'redis of pages'))
  await subscriber?.subscribe('portal:pages')
  subscriber?.on('message', (_channel, tags) => pages.invalidateLocally(tagsOf(JSON.parse(tags))))
  // Reconnected: invalidations by other processes may have been missed.
  subscriber?.on('ready', pages.clear)
  const sensors = createSensorGate({
    db: database.background.db,
    onOutside: () => void jobs.wake('orders-excursions').catch((err) => log.warn({ err }, 'excursions not woken')),
  })
  const push = createPush({ redis, bus, sensors, log, connections: metrics.connections, config, refusals })
  await loadKnowledge(database.db)
  const endKnowledge = watchKnowledge({ db: database.db, pages, log })
  const endWatch = watchSessions({ db: database.db, push, gate: sensors, log, config })
  const jobs = await startJobs(database, log, { pages, push, providers, config }, bus)
  const pageViews = createPageViewRecorder(database.db, {
    area: config.area,
    failed: (err) => log.warn({ err }, 'views not written'),
  })
  const renderer = createPageRenderer(config, database)
  const errorPages = createErrorPages({
    config,
    pages,
    drawing: renderer,
    failed: (err) => log.warn({ err }, 'an error page was not rendered'),
  })
  const { atOnce, queue } = config.publicCalls
  const publicCalls = new AdmissionLimit({
    room: atOnce,
    perKey: Math.ceil((atOnce * 2) / 3),
    queue,
    patience: database.patience,
  })
  metrics.watch({
    publicCalls,
    database: database.admission,
    draws: renderer.limit,
    passwords: passwordLimit,
    uploads: uploadByteLimit,
  })
  const runtime: Runtime = {
    config,
    log,
    database,
    db: database.db,
    limits: createLimits(redis, bus !== undefined),
    publicCalls,
    metrics,
    refusals,
    droppedFields: createDroppedFields(log, metrics),
    pages,
    push,
    jobs,
    providers,
    pageViews,
    displays,
    renderer,
    errorPages,
    bus,
    redisAnswers: redis === undefined ? undefined : () => resolvesWithin(2_000, redis.ping()),
    get app() {
      return app
    },
    call: async (name, input, request) => {
      const entry = entryByName.get(name)
      return entry === undefined ? failed('notFound') : (await dispatch(runtime, entry, input, request)).envelope
    },
    callForEveryone: (name, input, request) => {
      const run = () => runtime.call(name, input, request)
      const entry = entryByName.get(name)
      return entry === undefined ? run() : cachedResponse(runtime, { ...entry, input }, run)
    },
    sessionOf: (request) => findSession(database.db, request, config),
    close: async () => {
      endKnowledge()
      endWatch()
      displays.close()
      refusals.close()
      await flushOnShutdown(async () => {
        await pageViews.close()
        await writeViews(database.db)
      }, log)
      await jobs.close()
      await push.close()
      await providers.close()
      subscriber?.disconnect()
      redis?.disconnect()
      await database.close()
    },
  }
  const app = createApp(runtime)
  globalThis.portalRuntime = runtime
  return runtime
}

/** Encrypts plain rows of earlier versions; unreadable rows are reported by `doctor`. */
async function encryptOldRows(database: Database, log: Logger): Promise<void> {
  const result = await encryptPlainRows({ ...database, ...database.background }, keyRing())
  if (result !== undefined && result.written > 0) log.info({ rows: result.written }, 'plain rows encrypted')
}

async function ownProviders(config: Config, { db }: Database, log: Logger): Promise<Providers> {
  const trades = config.demo ? await createDemoTrades(db) : undefined
  return createProviders(config, { trades, warn: (reason) => log.warn({ reason }, 'payment gateway') })
}

function tagsOf(tags: unknown): string[] {
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}

/** Seeds districts, dictionaries and categories, which forms need. */
async function seedReferenceWhenEmpty({ db }: Pick<Database, 'db'>): Promise<void> {
  const [known] = await db.select({ code: districts.code }).from(districts).limit(1)
  if (known !== undefined) return
  const { seedReference } = await import('../db/seeds/seed-reference.ts')
  await seedReference(db)
}

async function seedDemo({ db }: Pick<Database, 'db'>): Promise<true> {
  const { seed } = await import('../db/seeds/seed.ts')
  await seed(db, { now: new Date(), hash: hashPassword, index: reindex })
  return true
}

async function createDemoFiles({ db }: Database, providers: Providers): Promise<void> {
  const { createDemoVouchers } = await import('./orders/documents/demo-vouchers.ts')
  await createDemoVouchers(db, providers)
  const { createDemoProgrammeFiles } = await import('./processes/programmes/demo-files.ts')
  await createDemoProgrammeFiles(db, providers)
}
