import { constants, existsSync, readdirSync, statSync, statfsSync } from 'node:fs'
import { access, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { installation, type Config } from '../config.ts'
import { hashFile, tableNames } from '../db/dump.ts'
import { dataKeyFile, givenDataKeys, keyAdvice } from '../db/encryption/data-keys.ts'
import { examineRows } from '../db/encryption/rows.ts'
import { databaseName, assertDataPresent, filledDatabases, restoreJournal } from '../db/installed.ts'
import { appliedMigrations, knownMigrations, tablesAt, unknownMigration } from '../db/known-migrations.ts'
import { lockFolder } from '../db/lock.ts'
import { embeddedFolder, lockedFolder, openEmbeddedSession, openPostgresSession, type Session } from '../db/session.ts'
import { storedFiles } from '../server/platform/files/stored-files.ts'
import { createStorage } from '../server/providers/storage.ts'
import { lastBackup } from './backup.ts'
import { databasesBeside, databaseNameIn, stampedIn } from './restore.ts'

/**
 * Diagnoses an installation without changes: PostgreSQL in read-only transactions, the embedded database in a copy. A
 * check that throws is reported as a finding.
 */

/** Result of a check; with `advice` if there is a problem. */
export interface Finding {
  readonly what: string
  readonly found: string
  readonly advice?: string
}

interface Check {
  readonly what: string
  readonly run: (examined: Examined) => Promise<Finding> | Finding
}

interface Examined {
  readonly config: Config
  /** Runs a query for one value, as text. */
  readonly ask: (text: string) => Promise<string>
  readonly session: Session
}

/** Minimum free bytes on disk. */
const lowDisk = 2 * 1024 ** 3
const oldestServer = 15
/** Maximum names per line. */
const maxNamed = 10

const named = (names: readonly string[]) =>
  names.length <= maxNamed
    ? names.join(', ')
    : `${names.slice(0, maxNamed).join(', ')} and ${names.length - maxNamed} more`
const reason = (err: unknown) => {
  if (err instanceof AggregateError && err.errors.length > 0) return String(err.errors[0])
  return err instanceof Error ? err.message : String(err)
}
const okFinding = (what: string, found: string): Finding => ({ what, found })
const problemFinding = (what: string, found: string, advice: string): Finding => ({ what, found, advice })

const settle = async (what: string, look: () => Promise<Finding> | Finding): Promise<Finding> => {
  try {
    return await look()
  } catch (err) {
    return problemFinding(what, reason(err), `This could not be examined: fix what it says, then run doctor again`)
  }
}

/** Checks that need no database. */
const settingChecks: readonly {
  readonly what: string
  readonly run: (config: Config) => Promise<Finding> | Finding
}[] = [
  { what: 'node', run: node },
  { what: 'build', run: build },
  { what: 'demo', run: demo },
  { what: 'sms', run: sms },
  { what: 'mail', run: mail },
  { what: 'web push', run: webPush },
  { what: 'deal roots', run: dealRoots },
  { what: 'disk', run: disk },
  { what: 'DATA_DIR', run: dataDirectory },
  { what: 'secrets', run: secretFiles },
  { what: 'restore', run: restoreUnderWay },
  { what: 'backup', run: backups },
  { what: 'redis', run: redis },
]

/** Checks of the database. Add one for every new part of the product that can be damaged. */
const databaseChecks: readonly Check[] = [
  { what: 'version', run: version },
  { what: 'trigrams of Chinese', run: characterType },
  { what: 'migrations', run: migrations },
  { what: 'tables', run: tables },
  { what: 'rows', run: rows },
  { what: 'references', run: references },
  { what: 'data keys', run: dataKeys },
  { what: 'accounts', run: accounts },
  { what: 'deal records', run: dealRecords },
  { what: 'outbox', run: outbox },
  { what: 'jobs', run: jobs },
  { what: 'uploads', run: uploads },
]

/** All findings, in the order of the lists above; without database checks if the database cannot be read. */
export async function examine(config: Config): Promise<Finding[]> {
  // In parallel, so that timeouts of several servers do not add up.
  const [opened, ...findings] = await Promise.all([
    openDatabase(config),
    ...settingChecks.map(({ what, run }) => settle(what, () => run(config))),
  ])
  findings.push(opened.finding)
  const { session } = opened
  if (session === undefined) return findings
  const value = z.object({ value: z.coerce.string() })
  const ask = async (text: string) => value.parse((await session.query(text))[0]).value
  try {
    for (const { what, run } of databaseChecks) {
      await session.query('begin')
      findings.push(await settle(what, () => run({ config, ask, session })))
      await session.query('rollback')
    }
  } catch (err) {
    findings.push(problemFinding('database', reason(err), 'The connection broke while the database was examined'))
  } finally {
    await session.close()
  }
  return findings
}

interface Opened {
  readonly finding: Finding
  readonly session?: Session
}

const openDatabase = (config: Config): Promise<Opened> =>
  config.databaseUrl === undefined ? openCopy(config) : openServer(config, config.databaseUrl)

async function openServer(config: Config, databaseUrl: string): Promise<Opened> {
  const name = databaseName(config)
  try {
    const session = await openPostgresSession(databaseUrl, { readOnly: true })
    return { session, finding: okFinding('database', `PostgreSQL, ${name}`) }
  } catch (err) {
    const isMissing = err instanceof Error && 'code' in err && err.code === '3D000'
    return {
      finding: problemFinding(
        'database',
        `${name}: ${reason(err)}`,
        isMissing && filledDatabases(config.dataDir).has(name)
          ? 'This database had data and is gone: check DATABASE_URL, or bring a backup back (npm run cli -- restore FOLDER)'
          : 'Check DATABASE_URL and the server behind it',
      ),
    }
  }
}

/** A copy of the embedded database, since opening the original would write into it. */
async function openCopy(config: Config): Promise<Opened> {
  const { dataDir } = config
  const folder = embeddedFolder(dataDir)
  const fix = `Bring a backup back: npm run cli -- restore FOLDER. Keep a copy of ${dataDir} before`
  try {
    assertDataPresent(config)
  } catch (err) {
    return { finding: problemFinding('database', 'missing or damaged', reason(err)) }
  }
  if (!existsSync(folder))
    return {
      finding: problemFinding(
        'database',
        `there is none in ${folder}`,
        'The first start makes one; set DATA_DIR if it lies elsewhere',
      ),
    }
  let lock: { release: () => void } | undefined
  try {
    if (existsSync(join(lockedFolder(dataDir), 'lock'))) lock = lockFolder(lockedFolder(dataDir))
  } catch {
    const state = await readiness(config)
    return {
      finding: okFinding(
        'database',
        `in use by a running server (${state}); its rows are examined while it is stopped`,
      ),
    }
  }
  const copy = await mkdtemp(join(tmpdir(), 'portal-doctor-'))
  const remove = () => rm(copy, { recursive: true, force: true })
  try {
    await cp(folder, join(copy, 'pglite'), { recursive: true, preserveTimestamps: true })
  } catch (err) {
    await remove()
    return {
      finding: problemFinding(
        'database',
        `cannot be copied to ${tmpdir()}: ${reason(err)}`,
        'Make room there, or let this user read it',
      ),
    }
  } finally {
    lock?.release()
  }
  try {
    const session = await openEmbeddedSession(join(copy, 'pglite'))
    return {
      finding: okFinding('database', `embedded, ${folder}`),
      session: {
        ...session,
        close: async () => {
          await session.close().catch(() => {})
          await remove()
        },
      },
    }
  } catch (err) {
    await remove()
    return { finding: problemFinding('database', `damaged: it cannot be opened (${reason(err)})`, fix) }
  }
}

/** Readiness reported by the running server. */
async function readiness({ port, host }: Config): Promise<string> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  try {
    const answer = await fetch(`http://${address}:${port}/readyz`, { signal: AbortSignal.timeout(3_500) })
    return answer.ok ? 'it is ready' : `it is not ready: ${(await answer.text()).slice(0, 200)}`
  } catch {
    return `nothing answers on port ${port}`
  }
}

function node(): Finding {
  const isOld = Number(process.versions.node.split('.')[0]) < 24
  return isOld
    ? problemFinding('node', process.version, 'Run it with Node 24: `npm run` does where npm brought it as a package')
    : okFinding('node', process.version)
}

function build(): Finding {
  const there = existsSync(join(installation, 'dist/server/entry.mjs'))
  return there ? okFinding('build', 'yes') : problemFinding('build', 'none', 'npm run build')
}

function demo({ demo: isDemo, databaseUrl, siteUrl }: Config): Finding {
  if (!isDemo) return okFinding('demo', 'off')
  return databaseUrl !== undefined || siteUrl.startsWith('https:')
    ? problemFinding('demo', 'on', 'DEMO=1 opens accounts whose password everybody knows: set DEMO=0 for real use')
    : okFinding('demo', 'on')
}

/** Without a provider no codes are sent outside DEMO, neither for sign-in nor for a forgotten password. */
function sms({ sms: { provider, templateNotice, templateInvitation }, demo: isDemo }: Config): Finding {
  if (provider === 'outbox') {
    return isDemo
      ? okFinding('sms', 'kept, shown at /demo/outbox')
      : problemFinding(
          'sms',
          'kept, sent by nobody',
          'Nobody gets a code by SMS, to sign in or to register: set SMS_PROVIDER and SMS_*',
        )
  }
  if (templateNotice === undefined)
    return problemFinding('sms', provider, 'Notices do not go out by SMS, codes do: set SMS_TEMPLATE_NOTICE')
  return templateInvitation === undefined
    ? problemFinding(
        'sms',
        provider,
        'Nobody can become a sub-account, for invitations do not go out: set SMS_TEMPLATE_INVITATION',
      )
    : okFinding('sms', provider)
}

/** Optional: people without it are told by mail. */
function webPush({ webPush: { key, loopback }, demo: isDemo }: Config): Finding {
  return loopback
    ? problemFinding('web push', 'reaches this machine', 'WEB_PUSH_LOOPBACK=1 is for tests: leave it out')
    : okFinding('web push', key !== undefined ? 'on' : isDemo ? 'on, with a key of the demo' : 'off')
}

function mail({ mail: settings, demo: isDemo }: Config): Finding {
  if (settings !== undefined) return okFinding('mail', new URL(settings.url).host)
  return isDemo
    ? okFinding('mail', 'kept, shown at /demo/outbox')
    : problemFinding('mail', 'kept, sent by nobody', 'Nobody can bind a mail address: set MAIL_URL and MAIL_FROM')
}

function dealRoots({ dealSigningKey, demo: isDemo }: Config): Finding {
  if (dealSigningKey !== undefined) return okFinding('deal roots', 'signed')
  return isDemo
    ? okFinding('deal roots', 'signed with a key of the demo')
    : problemFinding(
        'deal roots',
        'published unsigned',
        'Set DEAL_SIGNING_KEY: openssl genpkey -algorithm ed25519 -outform DER | base64 -w0',
      )
}

function disk({ dataDir }: Config): Finding {
  const { bavail, bsize, files, ffree } = statfsSync(existsSync(dataDir) ? dataDir : '.')
  const free = bavail * bsize
  const found = `${(free / 1024 ** 3).toFixed(1)} GB free`
  if (free < lowDisk) return problemFinding('disk', found, `Make room where ${dataDir} lies`)
  // Some file systems have no fixed number of inodes and report 0.
  return files > 0 && ffree < files / 100
    ? problemFinding('disk', `${found}, ${ffree} of ${files} entries free`, `Too many files where ${dataDir} lies`)
    : okFinding('disk', found)
}

async function dataDirectory({ dataDir }: Config): Promise<Finding> {
  const what = 'DATA_DIR'
  if (!existsSync(dataDir))
    return problemFinding(
      what,
      `${dataDir} is not there`,
      'Mount it, or set DATA_DIR; the first start of a new installation makes it',
    )
  const { mode, uid } = statSync(dataDir)
  const user = process.getuid?.()
  const may = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!may)
    return problemFinding(
      what,
      `${dataDir} cannot be read and written by this user`,
      'Let the user that runs the server own it',
    )
  if (user !== undefined && user !== 0 && uid !== user)
    return problemFinding(
      what,
      `${dataDir} belongs to user ${uid}, this is user ${user}`,
      `chown -R ${user} ${dataDir}`,
    )
  return (mode & 0o077) === 0
    ? okFinding(what, dataDir)
    : problemFinding(what, `${dataDir} is open to other users (${(mode & 0o777).toString(8)})`, `chmod 700 ${dataDir}`)
}

/** Files with passwords or personal data must be readable by their owner only. */
function secretFiles({ dataDir }: Config): Finding {
  const files = [
    ...['.env', '.env.local', '.env.production'].map((name) => join(installation, name)),
    ...(existsSync(dataDir) ? readdirSync(dataDir).map((name) => join(dataDir, name)) : []),
  ].filter((file) => existsSync(file) && statSync(file).isFile())
  const open = files.filter((file) => (statSync(file).mode & 0o077) !== 0)
  return open.length === 0
    ? okFinding('secrets', `${files.length} files, for their owner alone`)
    : problemFinding('secrets', `other users may read ${named(open)}`, `chmod 600 ${open.join(' ')}`)
}

async function restoreUnderWay(config: Config): Promise<Finding> {
  if (existsSync(restoreJournal(config.dataDir)))
    return problemFinding(
      'restore',
      'interrupted while it put the new data in place',
      'npm run cli -- restore --finish',
    )
  const databases =
    config.databaseUrl === undefined ? [] : await databasesOfRestores(config.databaseUrl).catch(() => [])
  const left = [...stampedIn(config, 'restore'), ...databases]
  return left.length === 0
    ? okFinding('restore', 'none under way')
    : problemFinding(
        'restore',
        `one did not come to its end and left ${named(left)}`,
        'Nothing was changed: restore again, or delete what it left',
      )
}

async function databasesOfRestores(databaseUrl: string): Promise<string[]> {
  const session = await openPostgresSession(databaseUrl, { readOnly: true })
  try {
    return await databasesBeside(session, databaseNameIn(databaseUrl), 'restore')
  } finally {
    await session.close()
  }
}

function backups({ dataDir }: Config): Finding {
  const last = lastBackup(dataDir)
  if (last === undefined) return okFinding('backup', 'none by this program')
  const found = `${last.at} in ${last.folder}`
  if (!existsSync(last.folder)) return okFinding('backup', `${found}, moved since`)
  const open = [last.folder, ...readdirSync(last.folder).map((name) => join(last.folder, name))].filter(
    (path) => (statSync(path).mode & 0o077) !== 0,
  )
  return open.length === 0
    ? okFinding('backup', found)
    : problemFinding('backup', `other users may read ${named(open)}`, `chmod -R go= ${last.folder}`)
}

async function redis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === undefined) return okFinding('redis', 'not used')
  const { Redis } = await import('ioredis')
  const connection = new Redis(redisUrl, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 3_000,
    commandTimeout: 3_000,
  })
  connection.on('error', () => {})
  try {
    await connection.connect()
    await connection.ping()
    return okFinding('redis', 'answers')
  } catch (err) {
    return problemFinding('redis', reason(err), 'Check REDIS_URL and the server behind it')
  } finally {
    connection.disconnect()
  }
}

/** Newest orders whose records are recomputed; `deal-record verify` does all. */
const sampledRecords = 500
const recordRow = z.object({ no: z.string(), broken: z.int().nullable() })

async function dealRecords({ session, ask }: Examined): Promise<Finding> {
  const what = 'deal records'
  const rows = await session.query(`select o.order_no as no, c.broken
    from deal_record_checks(array(select id from orders order by id desc limit ${sampledRecords})) c
    join orders o on o.id = c.order_id where c.broken is not null or c.entries = 0 order by o.id`)
  const broken = z.array(recordRow).parse(rows)
  if (broken.length > 0)
    return problemFinding(
      what,
      `changed: ${named(broken.map(({ no, broken: seq }) => (seq === null ? `${no} has no entry` : `${no} from entry ${seq}`)))}`,
      'Somebody changed the database by hand: compare with a backup, and run npm run cli -- deal-record verify',
    )
  const all = await ask('select count(*) as value from deal_entries')
  return okFinding(what, `${all} entries; the newest ${sampledRecords} orders are as they were written`)
}

async function version({ ask, session }: Examined): Promise<Finding> {
  const found = await ask(`select split_part(version(), ' on ', 1) as value`)
  const isOld =
    session.engine === 'postgres' &&
    Number(await ask(`select current_setting('server_version_num') as value`)) < oldestServer * 10_000
  return isOld
    ? problemFinding('version', found, `PostgreSQL ${oldestServer} or newer is needed`)
    : okFinding('version', found)
}

async function characterType({ ask }: Examined): Promise<Finding> {
  const what = 'trigrams of Chinese'
  const there = await ask(`select count(*) as value from pg_extension where extname = 'pg_trgm'`)
  if (there === '0') return problemFinding(what, 'pg_trgm is missing', 'create extension pg_trgm')
  const found = await ask("select coalesce(array_to_string(show_trgm('药效'), ' '), '') as value")
  return found === ''
    ? problemFinding(what, 'none', 'The database must be made with LC_CTYPE C.UTF-8 or another UTF-8 one')
    : okFinding(what, 'yes')
}

async function migrations({ session }: Examined): Promise<Finding> {
  const what = 'migrations'
  const known = knownMigrations()
  const applied = await appliedMigrations((text) => session.query(text))
  if (applied === undefined)
    return problemFinding(
      what,
      'none',
      'The database has no tables of this program: check DATABASE_URL; npm run cli -- migrate makes them',
    )
  const found = `${applied.length} of ${known.length}`
  const unknown = unknownMigration(applied)
  if (unknown !== undefined) return problemFinding(what, found, unknown)
  return applied.length < known.length
    ? problemFinding(
        what,
        found,
        `${named(known.slice(applied.length).map(({ tag }) => tag))} are not done: the next start does them, or npm run cli -- migrate`,
      )
    : okFinding(what, found)
}

const restoreAdvice = 'Bring a backup back (npm run cli -- restore FOLDER), after keeping a copy of what is there'

async function tables({ session }: Examined): Promise<Finding> {
  const applied = (await appliedMigrations((text) => session.query(text))) ?? []
  const there = new Set(await tableNames(session))
  const missing = tablesAt(Math.min(applied.length, knownMigrations().length)).filter((name) => !there.has(name))
  return missing.length === 0
    ? okFinding('tables', String(there.size))
    : problemFinding('tables', `missing: ${named(missing)}`, restoreAdvice)
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Reads every row twice: by a table scan and by the primary key index. A truncated or overwritten file fails one of
 * them, or returns another count.
 */
async function rows({ session, ask }: Examined): Promise<Finding> {
  const damaged: string[] = []
  let count = 0
  const read = async (name: string, order: string) => {
    await session.query('savepoint one')
    try {
      return Number(
        await ask(
          `select count(text) as value from (select hashtext(whole_row::text) as text from ${quoted(name)} as whole_row ${order} offset 0) as read`,
        ),
      )
    } catch (err) {
      await session.query('rollback to one')
      damaged.push(`${name} (${reason(err)})`)
      return undefined
    }
  }
  for (const name of await tableNames(session)) {
    await session.query('set local enable_seqscan = on')
    const plain = await read(name, '')
    if (plain === undefined) continue
    count += plain
    const key = await ask(
      `select coalesce(string_agg(format('%I', a.attname), ', ' order by k.place), '') as value
       from pg_index i, unnest(i.indkey) with ordinality as k (number, place), pg_attribute a
       where i.indrelid = 'public.${quoted(name)}'::regclass and i.indisprimary
         and a.attrelid = i.indrelid and a.attnum = k.number`,
    )
    if (key === '') continue
    for (const way of ['seqscan', 'sort', 'bitmapscan']) await session.query(`set local enable_${way} = off`)
    const led = await read(name, `order by ${key}`)
    for (const way of ['seqscan', 'sort', 'bitmapscan']) await session.query(`set local enable_${way} = on`)
    if (led !== undefined && led !== plain) damaged.push(`${name} (${plain} rows, ${led} by its key)`)
  }
  return damaged.length === 0
    ? okFinding('rows', `${count}, all of them can be read`)
    : problemFinding('rows', `damaged: ${named(damaged)}`, restoreAdvice)
}

const foreignKey = z.object({ from: z.string(), to: z.string(), name: z.string(), on: z.string(), given: z.string() })

/** Rows with dangling foreign keys, which only damage can cause. */
async function references({ session, ask }: Examined): Promise<Finding> {
  const keys = z.array(foreignKey).parse(
    await session.query(
      `select c.conrelid::regclass::text as from, c.confrelid::regclass::text as to, c.conname as name,
         string_agg(format('f.%I = t.%I', a.attname, b.attname), ' and ') as on,
         string_agg(format('f.%I is not null', a.attname), ' and ') as given
       from pg_constraint c, unnest(c.conkey, c.confkey) as k (mine, other), pg_attribute a, pg_attribute b
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace
         and a.attrelid = c.conrelid and a.attnum = k.mine and b.attrelid = c.confrelid and b.attnum = k.other
       group by c.oid order by 1, 3`,
    ),
  )
  const broken: string[] = []
  for (const { from, to, name, on, given } of keys) {
    await session.query('savepoint one')
    const count = await ask(
      `select count(*) as value from ${from} f where ${given} and not exists (select 1 from ${to} t where ${on})`,
    ).catch((err: unknown) => reason(err))
    await session.query('rollback to one')
    if (count !== '0') broken.push(`${name} (${count})`)
  }
  return broken.length === 0
    ? okFinding('references', `${keys.length} kinds, all of them lead to a row`)
    : problemFinding('references', `to rows that are gone: ${named(broken)}`, restoreAdvice)
}

/** Decrypts every encrypted value; reports plain ones, and a key file with wrong permissions. */
async function dataKeys({ config, session }: Examined): Promise<Finding> {
  const what = 'data keys'
  const ring = givenDataKeys(config)
  const { plain, unfindable, byKey, failed } = await examineRows(session.query, ring)
  const found = [...byKey].map(([id, count]) => `${id} (${count} rows)`).join(', ')
  if (failed.length > 0) return problemFinding(what, failed.join('; '), keyAdvice(config.dataDir))
  if (ring === undefined && config.databaseUrl !== undefined && !config.demo)
    return problemFinding(what, 'none', 'The server does not start without: set DATA_KEYS')
  if (plain > 0)
    return problemFinding(
      what,
      `${plain} rows in plain text`,
      'npm run cli -- keys:rotate encrypts them with the first data key',
    )
  if (unfindable > 0)
    return problemFinding(
      what,
      `${unfindable} numbers have a hash of another key: they are not found, nor unique`,
      'Stop the site, then npm run cli -- keys:rotate writes the hashes anew',
    )
  const file = dataKeyFile(config.dataDir)
  if (existsSync(file) && (statSync(file).mode & 0o077) !== 0)
    return problemFinding(
      what,
      `other users may read ${file}`,
      `chmod 600 ${file}, and rotate: npm run cli -- keys:rotate`,
    )
  const old = [...byKey.keys()].filter((id) => id !== ring?.first.id)
  return old.length > 0
    ? problemFinding(
        what,
        `${found}; the first one is ${ring?.first.id}`,
        'npm run cli -- keys:rotate, then take the others away',
      )
    : okFinding(what, found === '' ? 'nothing is encrypted yet' : found)
}

async function accounts({ ask }: Examined): Promise<Finding> {
  const count = await ask('select count(*) as value from users')
  return count === '0'
    ? problemFinding(
        'accounts',
        'none',
        'npm run cli -- admin:create LOGIN makes the first operator; if there were some, bring a backup back',
      )
    : okFinding('accounts', count)
}

/** Messages that a provider keeps refusing or never accepted. */
async function outbox({ ask }: Examined): Promise<Finding> {
  const late = await ask(`select count(*) as value from outbox_messages
    where status in ('queued', 'sending') and created_at < now() - interval '10 minutes'`)
  const failed = await ask(`select count(*) as value from outbox_messages
    where status = 'failed' and created_at > now() - interval '1 day'`)
  const found = [
    ...(late === '0' ? [] : [`${late} wait for more than 10 minutes`]),
    ...(failed === '0' ? [] : [`${failed} of the last day were given up`]),
  ]
  return found.length === 0
    ? okFinding('outbox', 'nothing waits')
    : problemFinding('outbox', found.join(', '), 'Look at last_error in outbox_messages, and whether the server runs')
}

async function jobs({ session, ask }: Examined): Promise<Finding> {
  if ((await ask(`select coalesce(to_regclass('pgboss.job')::text, '') as value`)) === '')
    return okFinding('jobs', 'none yet')
  const failing = z.array(z.object({ name: z.string(), count: z.coerce.number(), error: z.string() })).parse(
    await session.query(
      `select name, count(*) as count, coalesce(max(left(output ->> 'message', 120)), '') as error from pgboss.job
       where state in ('failed', 'retry') and coalesce(completed_on, created_on) > now() - interval '1 day' group by name order by name`,
    ),
  )
  return failing.length === 0
    ? okFinding('jobs', 'none failed within a day')
    : problemFinding(
        'jobs',
        named(failing.map(({ name, count, error }) => `${name} failed ${count} times (${error})`)),
        'The log of the server has the reasons',
      )
}

/** Checks that the file of every referenced upload exists, and in a folder also its hash. */
async function uploads({ config, session }: Examined): Promise<Finding> {
  const storage = createStorage(config)
  let count = 0
  const [missing, changed]: [string[], string[]] = [[], []]
  for await (const { key, expected } of storedFiles((text) => session.query(text))) {
    count += 1
    const size = await storage.size(key)
    if (size === undefined) missing.push(key)
    else if (expected !== null && size !== expected.size) changed.push(`${key} (${size} bytes of ${expected.size})`)
    else if (expected !== null && config.s3 === undefined) {
      const { sha256 } = await hashFile(join(config.dataDir, 'files', key))
      if (sha256 !== expected.sha256) changed.push(`${key} (other bytes)`)
    }
  }
  const found = [
    ...(missing.length === 0 ? [] : [`${missing.length} of ${count} are missing: ${named(missing)}`]),
    ...(changed.length === 0 ? [] : [`${changed.length} are not as they came: ${named(changed)}`]),
  ]
  if (found.length === 0) return okFinding('uploads', `${count}, all of them there`)
  const place = config.s3 === undefined ? `DATA_DIR/files` : `the bucket ${config.s3.bucket}`
  return problemFinding(
    'uploads',
    found.join('; '),
    `Copy them from a backup's files into ${place}, or check that the right one is mounted`,
  )
}
