import { existsSync, statfsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { createLog } from '../server/log.ts'
import { connectRedis } from '../server/redis.ts'

/** One thing looked at: `advice` stands where it is not as it should be. */
export interface Finding {
  readonly what: string
  readonly found: string
  readonly advice?: string
}

/** Free bytes under which an installation is about to stop. */
const lowDisk = 2 * 1024 ** 3
const journal = z.object({ entries: z.array(z.object({ tag: z.string() })) })
const firstRow = (rows: unknown[], shape: z.ZodType<{ value: string }>) => shape.parse(rows[0]).value
const value = z.object({ value: z.coerce.string() })

/** Looks at everything that an installation stands on. Changes nothing. */
export async function examine(config: Config, database: Database): Promise<Finding[]> {
  const ask = async (text: string) => firstRow((await database.execute(text)).rows, value)
  return [
    {
      what: 'node',
      found: process.version,
      ...(Number(process.versions.node.split('.')[0]) < 24 && {
        advice: 'Run it with `npm run`, which brings Node 24',
      }),
    },
    { what: 'database', found: await ask('select version() as value') },
    await characterType(ask),
    await migrations(ask),
    { what: 'accounts', found: await ask('select count(*) as value from users') },
    demo(config, database),
    sms(config),
    mail(config),
    await outbox(ask),
    disk(config),
    build(),
    await redis(config),
  ]
}

type Ask = (text: string) => Promise<string>

async function characterType(ask: Ask): Promise<Finding> {
  const found = await ask("select coalesce(array_to_string(show_trgm('药效'), ' '), '') as value")
  const finding = { what: 'trigrams of Chinese', found: found === '' ? 'none' : 'yes' }
  return found === ''
    ? { ...finding, advice: 'The database must be made with LC_CTYPE C.UTF-8 or another UTF-8 one' }
    : finding
}

async function migrations(ask: Ask): Promise<Finding> {
  const file = join(import.meta.dirname, '../db/migrations/meta/_journal.json')
  const known = journal.parse(JSON.parse(await readFile(file, 'utf8'))).entries.length
  const done = Number(await ask('select count(*) as value from drizzle.__drizzle_migrations'))
  const finding = { what: 'migrations', found: `${done} of ${known}` }
  return done > known ? { ...finding, advice: 'The database is newer than this program: update the program' } : finding
}

function demo(config: Config, database: Database): Finding {
  const finding = { what: 'demo', found: config.demo ? 'on' : 'off' }
  if (!config.demo) return finding
  return database.engine === 'postgres' || config.siteUrl.startsWith('https:')
    ? { ...finding, advice: 'DEMO=1 opens accounts whose password everybody knows: set DEMO=0 for real use' }
    : finding
}

/** Without a provider nobody outside of DEMO gets a code: not at sign-in, not for a forgotten password. */
function sms({ sms: { provider, templateNotice }, demo: isDemo }: Config): Finding {
  if (provider === 'outbox') {
    const finding = { what: 'sms', found: isDemo ? 'kept, shown at /demo/outbox' : 'kept, sent by nobody' }
    return isDemo
      ? finding
      : { ...finding, advice: 'Nobody gets a code by SMS, to sign in or to register: set SMS_PROVIDER and SMS_*' }
  }
  return templateNotice === undefined
    ? { what: 'sms', found: provider, advice: 'Notices do not go out by SMS, codes do: set SMS_TEMPLATE_NOTICE' }
    : { what: 'sms', found: provider }
}

function mail({ mail: settings, demo: isDemo }: Config): Finding {
  if (settings !== undefined) return { what: 'mail', found: new URL(settings.url).host }
  const finding = { what: 'mail', found: isDemo ? 'kept, shown at /demo/outbox' : 'kept, sent by nobody' }
  return isDemo ? finding : { ...finding, advice: 'Nobody can bind a mail address: set MAIL_URL and MAIL_FROM' }
}

/** Messages that a provider has been refusing for a while. */
async function outbox(ask: Ask): Promise<Finding> {
  const late = await ask(`select count(*) as value from outbox_messages
    where status in ('queued', 'sending') and created_at < now() - interval '10 minutes'`)
  const finding = { what: 'outbox', found: late === '0' ? 'nothing waits' : `${late} wait for more than 10 minutes` }
  return late === '0'
    ? finding
    : { ...finding, advice: 'Look at last_error in outbox_messages, and whether the server runs' }
}

function disk({ dataDir }: Config): Finding {
  const { bavail, bsize } = statfsSync(existsSync(dataDir) ? dataDir : '.')
  const free = bavail * bsize
  const finding = { what: 'disk', found: `${(free / 1024 ** 3).toFixed(1)} GB free` }
  return free < lowDisk ? { ...finding, advice: `Make room where ${dataDir} lies` } : finding
}

function build(): Finding {
  const there = existsSync(join(import.meta.dirname, '../../dist/server/entry.mjs'))
  return there ? { what: 'build', found: 'yes' } : { what: 'build', found: 'none', advice: 'npm run build' }
}

async function redis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === undefined) return { what: 'redis', found: 'not used' }
  try {
    const connection = await connectRedis(redisUrl, createLog({ logLevel: 'silent' }))
    connection?.disconnect()
    return { what: 'redis', found: 'answers' }
  } catch (err) {
    return {
      what: 'redis',
      found: err instanceof Error ? err.message : String(err),
      advice: 'Check REDIS_URL and the server behind it',
    }
  }
}
