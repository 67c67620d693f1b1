import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { answersWithin } from '../db/answers-within.ts'
import { encryptPlainRows, readDataKeys, takeDataKeys } from '../db/encryption/data-keys.ts'
import { keyRing } from '../db/encryption/cipher.ts'
import { isEmpty, markInstalled } from '../db/installed.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { districts } from '../db/tables/reference.ts'
import { failed } from '../contract/envelope.ts'
import { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import { createApp } from './app.ts'
import { writeViews } from './catalogue/public.ts'
import { dispatch } from './dispatch.ts'
import { uploadRoom } from './http/byte-room.ts'
import { createDrawing } from './http/draw-limit.ts'
import { createStandingPages } from './http/standing-pages.ts'
import { entryByName } from './handlers.ts'
import { findSession } from './session/find-caller.ts'
import { createLog } from './log.ts'
import { createLimits } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { startJobs } from './jobs/jobs.ts'
import { lastWrite } from './last-write.ts'
import { createPageCache } from './page-cache.ts'
import { createDisplays } from './operations/figures/displays.ts'
import { createVisits } from './operations/visits/recorder.ts'
import { demoTrades } from './orders/gateways/demo-trades.ts'
import { createProviders, type Providers } from './providers/providers.ts'
import { createPush } from './push/broker.ts'
import { watchSessions } from './push/watch-sessions.ts'
import { connectRedis, watched } from './redis.ts'
import type { Runtime } from './runtime.ts'
import { createRefusals } from './refusals.ts'
import { reindex } from './search/reindex.ts'
import { hashPassword, passwordLimit } from './session/passwords.ts'

/**
 * Starts everything but HTTP: database (migrated; an empty one is filled with the demo, or with reference data only), limits, push, jobs.
 * A given database is used as it is, and so are given providers (tests bring their own).
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
  await takeDataKeys(config, database.db, keys)
  const filled = config.demo && (await isEmpty(database)) ? await seedDemo(database.background) : false
  if (!filled) await referenceWhenEmpty(database.background)
  await encryptOldRows(database, log)
  // Tests bring a database of their own, which is not that of the folder.
  if (given === undefined) markInstalled(config)
  const providers = givenProviders ?? (await ownProviders(config, database, log))
  if (filled) await fileDemoVouchers(database, providers)
  const pages = createPageCache(
    (tags) =>
      void redis?.publish('portal:pages', JSON.stringify(tags)).catch((err) => log.warn({ err }, 'pages not told')),
  )
  const displays = createDisplays(pages)
  pages.whenForgotten(displays.noted)
  const ears = redis === undefined ? undefined : watched(redis.duplicate({ enableOfflineQueue: true }))
  ears?.on('error', (err) => log.warn({ err }, 'redis of pages'))
  await ears?.subscribe('portal:pages')
  ears?.on('message', (_channel, tags) => pages.forget(tagsOf(tags)))
  // Back again: what the other processes told meanwhile went past this one.
  ears?.on('ready', pages.clear)
  const push = createPush({ redis, log, connections: metrics.connections, config, refusals })
  const endWatch = watchSessions({ db: database.db, push, log, config })
  const jobs = await startJobs(database, log, { pages, push, providers, config })
  const visits = createVisits(database.db, {
    area: config.area,
    failed: (err) => log.warn({ err }, 'views not written'),
  })
  const drawing = createDrawing(config, database)
  const standing = createStandingPages({
    config,
    pages,
    drawing,
    failed: (err) => log.warn({ err }, 'a standing page was not drawn'),
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
    draws: drawing.limit,
    passwords: passwordLimit,
    uploads: uploadRoom,
  })
  const runtime: Runtime = {
    config,
    log,
    database,
    db: database.db,
    limits: createLimits(redis),
    publicCalls,
    metrics,
    refusals,
    pages,
    push,
    jobs,
    providers,
    visits,
    displays,
    drawing,
    standing,
    redisAnswers: redis === undefined ? undefined : () => answersWithin(2_000, redis.ping()),
    get app() {
      return app
    },
    call: async (name, input, request) => {
      const entry = entryByName.get(name)
      return entry === undefined ? failed('notFound') : (await dispatch(runtime, entry, input, request)).envelope
    },
    sessionOf: (request) => findSession(database.db, request, config),
    close: async () => {
      endWatch()
      displays.close()
      refusals.close()
      await lastWrite(async () => {
        await visits.close()
        await writeViews(database.db)
      }, log)
      await jobs.close()
      await push.close()
      await providers.close()
      ears?.disconnect()
      redis?.disconnect()
      await database.close()
    },
  }
  const app = createApp(runtime)
  globalThis.portalRuntime = runtime
  return runtime
}

/** Rows from before there was encryption; what cannot be read is left to `doctor`. */
async function encryptOldRows(database: Database, log: Logger): Promise<void> {
  const result = await encryptPlainRows({ ...database, ...database.background }, keyRing())
  if (result !== undefined && result.written > 0) log.info({ rows: result.written }, 'plain rows encrypted')
}

async function ownProviders(config: Config, { db }: Database, log: Logger): Promise<Providers> {
  const trades = config.demo ? await demoTrades(db) : undefined
  return createProviders(config, { trades, warn: (reason) => log.warn({ reason }, 'payment gateway') })
}

function tagsOf(message: string): string[] {
  const tags: unknown = JSON.parse(message)
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}

/** Places, dictionaries and categories, without which nobody could fill in a form. */
async function referenceWhenEmpty({ db }: Pick<Database, 'db'>): Promise<void> {
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

async function fileDemoVouchers({ db }: Database, providers: Providers): Promise<void> {
  const { demoVouchers } = await import('./orders/papers/demo-vouchers.ts')
  await demoVouchers(db, providers)
}
