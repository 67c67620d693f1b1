import { resolve } from 'node:path'
import { createOperator, resetTwoFactor, resetUser } from './cli/accounts.ts'
import { backup } from './cli/backup.ts'
import { examine } from './cli/doctor.ts'
import { importContent } from './cli/import-content.ts'
import { finishRestore, restore } from './cli/restore.ts'
import { readConfig, type Config } from './config.ts'
import { encryptPlainRows, readDataKeys, rotateDataKeys, takeDataKeys } from './db/encryption/data-keys.ts'
import { keyRing } from './db/encryption/cipher.ts'
import { markInstalled } from './db/installed.ts'
import { openDatabase, type Database } from './db/open.ts'
import { seedBulk } from './db/seeds/bulk.ts'
import { seed } from './db/seeds/seed.ts'
import { patientLimits } from './limit-settings.ts'
import { searchableTitle } from './server/search/listing-words.ts'
import { demoVouchers } from './server/orders/papers/demo-vouchers.ts'
import { createStorage } from './server/providers/storage.ts'
import { reindex } from './server/search/reindex.ts'
import { hashPassword } from './server/session/passwords.ts'

/** One command: what it needs, what it does, and what it does it with. Throws a sentence when it cannot. */
interface Command {
  readonly takes?: string
  readonly does: string
  readonly run: (config: Config, argument: string) => Promise<void>
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`
const leftBy = (previous: readonly string[]) =>
  previous.length === 0
    ? 'There was nothing before.'
    : `What was there before stays until the next restore, or until you delete it: ${previous.join(', ')}.`

async function withDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  const keys = readDataKeys(config)
  const database = await openDatabase({ ...config, databaseLimits: patientLimits(config.databaseLimits) })
  try {
    await takeDataKeys(config, database.db, keys)
    await work(database)
    markInstalled(config)
  } finally {
    await database.close()
  }
}

/** The demo into an empty database; with `--listings N` the demo where it is missing, then N invented listings. */
async function fillDatabase(config: Config, database: Database, option: string): Promise<void> {
  const { db, execute } = database
  const listings = Number(process.argv[4])
  const isBulk = option === '--listings' && Number.isInteger(listings) && listings > 0
  if (option !== '' && !isBulk) throw new Error('seed takes --listings and a number, or nothing')
  const { rows } = await execute('select 1 from users limit 1')
  if (rows.length === 0) {
    await seed(db, { now: new Date(), hash: hashPassword, index: reindex })
    // As the first start does: the transfers of the demo have their papers.
    await demoVouchers(db, { storage: createStorage(config) })
    await encryptPlainRows(database, keyRing())
    say('The demo data are in. Password of every demo account: Demo@2026')
  } else if (!isBulk) throw new Error('The database is not empty: the demo data go into an empty one only')
  if (isBulk) await seedBulk(db, { now: new Date(), listings, words: searchableTitle, say })
}

const commands: Readonly<Record<string, Command>> = {
  migrate: {
    does: 'brings the tables up to date',
    run: (config) => withDatabase(config, async ({ engine }) => say(`The tables are up to date (${engine}).`)),
  },
  seed: {
    does: 'fills an empty database with the demo; --listings N adds N invented listings',
    run: (config, option) => withDatabase(config, (database) => fillDatabase(config, database, option)),
  },
  import: {
    takes: 'KIND FILE',
    does: 'puts in news, policies or parks from a .csv, .json or .xlsx file, all rows or none',
    run: (config, kind) => withDatabase(config, async ({ db }) => say(await importContent(db, kind, process.argv[4]))),
  },
  'admin:create': {
    takes: 'LOGIN',
    does: 'makes a platform operator; the password is shown once',
    run: (config, login) => withDatabase(config, async ({ db }) => say(`${login}: ${await createOperator(db, login)}`)),
  },
  'user:reset': {
    takes: 'LOGIN',
    does: 'gives an account a new password, unlocks it and ends its sessions',
    run: (config, login) => withDatabase(config, async ({ db }) => say(`${login}: ${await resetUser(db, login)}`)),
  },
  'two-factor:reset': {
    takes: 'LOGIN',
    does: 'takes the two-factor sign-in of an account away, whose person lost the authenticator; ends its sessions',
    run: (config, login) =>
      withDatabase(config, async ({ db }) => {
        await resetTwoFactor(db, login)
        say(`${login}: two-factor sign-in is off; operators enrol again when they sign in.`)
      }),
  },
  backup: {
    takes: 'FOLDER',
    does: 'writes rows and uploads into a new folder (the embedded database while the server is stopped)',
    run: async (config, folder) => {
      const { manifest, foreign } = await backup(config, resolve(folder))
      const { files, tables } = manifest
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const uploads =
        files.where === 'folder'
          ? `${files.count} files of uploads (${megabytes(files.bytes)})`
          : `the names of ${files.count} uploads, whose bytes stay in the bucket ${files.bucket}`
      say(`${folder} has ${rows} rows of ${tables.length} tables, and ${uploads}.`)
      if (files.missing.length > 0)
        say(
          `${files.missing.length} uploads are missing already, and so in the backup: npm run cli -- doctor names them.`,
        )
      if (manifest.dataKeys.length > 0)
        say(
          `ID and bank account numbers in it are encrypted with the data keys ${manifest.dataKeys.map(({ id }) => id).join(', ')}, which are not in it: keep them elsewhere, without them the numbers are lost.`,
        )
      if (foreign.length > 0) say(`Not in it are tables that are not the program's: ${foreign.join(', ')}.`)
    },
  },
  restore: {
    takes: 'FOLDER',
    does: 'puts a backup in the place of database and uploads (while the server is stopped); --finish after a crash',
    run: async (config, folder) => {
      if (folder === '--finish') {
        const previous = await finishRestore(config)
        say(previous === undefined ? 'There is no restore to finish.' : `The restore is finished. ${leftBy(previous)}`)
        return
      }
      const { manifest, previous, warnings } = await restore(config, resolve(folder))
      say(`The backup of ${manifest.createdAt} is in place. ${leftBy(previous)}`)
      for (const warning of warnings) say(warning)
    },
  },
  reindex: {
    does: 'writes anew what services, goods, shops and demands are found by; the site may run meanwhile',
    run: (config) => withDatabase(config, ({ db }) => reindex(db, (name, count) => say(`${name.padEnd(10)}${count}`))),
  },
  'keys:rotate': {
    does: 'encrypts every row with the first of DATA_KEYS; may be interrupted and run again, beside the site too',
    run: (config) =>
      withDatabase(config, async (database) => {
        const { written, failed } = await rotateDataKeys(database, keyRing())
        say(`${written} rows were encrypted with the data key ${keyRing().first.id}.`)
        if (failed.length > 0)
          throw new Error(`Some rows could not be read: ${failed.join('; ')}. The others are done.`)
      }),
  },
  doctor: {
    does: 'examines the installation, changes nothing, and says what to mend; fails where something is wrong',
    run: async (config) => {
      const findings = await examine(config)
      for (const { what, found, advice } of findings) {
        say(`${advice === undefined ? 'ok  ' : 'look'} ${what.padEnd(20)} ${found}`)
        if (advice !== undefined) say(`     ${' '.repeat(20)} ${advice}`)
      }
      if (findings.some(({ advice }) => advice !== undefined)) process.exitCode = 1
    },
  },
}

function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, { takes = '', does }]) => `  ${`${name} ${takes}`.padEnd(22)}${does}`,
  )
  return ['npm run cli -- NAME', ...lines].join('\n')
}

const [name = '', argument = ''] = process.argv.slice(2)
const command = commands[name]
if (command === undefined || (command.takes !== undefined && argument === '')) {
  process.stderr.write(`${usage()}\n`)
  process.exitCode = 2
} else {
  await command.run(readConfig(), argument).catch((err: unknown) => {
    process.stderr.write(`${err instanceof Error ? err.message : String(err)}\n`)
    process.exitCode = 1
  })
}
