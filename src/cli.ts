import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createOperator, resetUser } from './cli/accounts.ts'
import { examine } from './cli/doctor.ts'
import { importContent } from './cli/import-content.ts'
import { readConfig, type Config } from './config.ts'
import { backup, restore } from './db/backup.ts'
import { openDatabase, type Database } from './db/open.ts'
import { seedBulk } from './db/seeds/bulk.ts'
import { seed } from './db/seeds/seed.ts'
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

async function withDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase(config)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** The demo into an empty database; with `--listings N` the demo where it is missing, then N invented listings. */
async function fillDatabase(config: Config, { db, execute }: Database, option: string): Promise<void> {
  const listings = Number(process.argv[4])
  const isBulk = option === '--listings' && Number.isInteger(listings) && listings > 0
  if (option !== '' && !isBulk) throw new Error('seed takes --listings and a number, or nothing')
  const { rows } = await execute('select 1 from users limit 1')
  if (rows.length === 0) {
    await seed(db, { now: new Date(), hash: hashPassword, index: reindex })
    // As the first start does: the transfers of the demo have their papers.
    await demoVouchers(db, { storage: createStorage(config) })
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
  backup: {
    takes: 'FILE',
    does: 'writes the whole database into a file (the embedded one while the server is stopped)',
    run: async (config, file) => {
      if (existsSync(file)) throw new Error(`${file} exists already`)
      await backup(config, resolve(file))
      const place =
        config.s3 === undefined ? `${config.dataDir}/files and are copied as files` : `the bucket ${config.s3.bucket}`
      say(`The database is in ${file}. Uploads lie in ${place}.`)
    },
  },
  restore: {
    takes: 'FILE',
    does: 'puts a backup in the place of the database (while the server is stopped)',
    run: async (config, file) => {
      if (!existsSync(file)) throw new Error(`There is no file ${file}`)
      const before = await restore(config, resolve(file))
      say(
        before === undefined ? 'The backup is in place.' : `The backup is in place. What was there lies in ${before}.`,
      )
    },
  },
  reindex: {
    does: 'writes anew what services, goods, shops and demands are found by; the site may run meanwhile',
    run: (config) => withDatabase(config, ({ db }) => reindex(db, (name, count) => say(`${name.padEnd(10)}${count}`))),
  },
  doctor: {
    does: 'looks at settings, database, migrations, disk and Redis, and says what to mend',
    run: (config) =>
      withDatabase(config, async (database) => {
        const findings = await examine(config, database)
        for (const { what, found, advice } of findings) {
          say(`${advice === undefined ? 'ok  ' : 'look'} ${what.padEnd(20)} ${found}`)
          if (advice !== undefined) say(`     ${' '.repeat(20)} ${advice}`)
        }
        if (findings.some(({ advice }) => advice !== undefined)) process.exitCode = 1
      }),
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
