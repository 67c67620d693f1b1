import { resolve } from 'node:path'
import { readConfig, type Config } from './config.ts'
import type { Database } from './db/open.ts'

// Commands load their modules when they run.

/** One command. `run` throws an Error with a readable message. */
interface Command {
  readonly takes?: string
  readonly does: string
  readonly run: (config: Config, argument: string) => Promise<void>
}

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`
const previousNote = (previous: readonly string[]) =>
  previous.length === 0
    ? 'There was nothing before.'
    : `What was there before stays until the next restore, or until you delete it: ${previous.join(', ')}.`

async function withDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  const { readDataKeys, activateDataKeys } = await import('./db/encryption/data-keys.ts')
  const { markInstalled } = await import('./db/installed.ts')
  const { openDatabase } = await import('./db/open.ts')
  const { patientLimits } = await import('./limit-settings.ts')
  const keys = readDataKeys(config)
  const database = await openDatabase({ ...config, databaseLimits: patientLimits(config.databaseLimits) })
  try {
    await activateDataKeys(config, database.db, keys)
    await work(database)
    markInstalled(config)
  } finally {
    await database.close()
  }
}

/** Seeds an empty database with the demo; with `--listings N` also adds N generated listings. */
async function fillDatabase(config: Config, database: Database, option: string): Promise<void> {
  const { db, execute } = database
  const listings = Number(process.argv[4])
  const isBulk = option === '--listings' && Number.isInteger(listings) && listings > 0
  if (option !== '' && !isBulk) throw new Error('seed takes --listings and a number, or nothing')
  const { rows } = await execute('select 1 from users limit 1')
  const { titleTsvector } = await import('./server/search/document-tokens.ts')
  if (rows.length === 0) {
    const { seed } = await import('./db/seeds/seed.ts')
    const { createDemoVouchers } = await import('./server/orders/documents/demo-vouchers.ts')
    const { createDemoProgrammeFiles } = await import('./server/processes/programmes/demo-files.ts')
    const { createStorage } = await import('./server/providers/storage.ts')
    const { reindex } = await import('./server/processes/reindex.ts')
    const { hashPassword } = await import('./server/session/passwords.ts')
    const { encryptPlainRows } = await import('./db/encryption/data-keys.ts')
    const { keyRing } = await import('./db/encryption/cipher.ts')
    await seed(db, { now: new Date(), hash: hashPassword, index: reindex })
    // As on the first start: creates the vouchers of the demo transfers.
    const storage = createStorage(config)
    await createDemoVouchers(db, { storage })
    await createDemoProgrammeFiles(db, { storage })
    await encryptPlainRows(database, keyRing())
    printLine('The demo data are in. Password of every demo account: Demo@2026')
  } else if (!isBulk) throw new Error('The database is not empty: the demo data go into an empty one only')
  if (!isBulk) return
  const { seedBulk } = await import('./db/seeds/bulk.ts')
  await seedBulk(db, { now: new Date(), listings, words: titleTsvector, onProgress: printLine })
}

const commands: Readonly<Record<string, Command>> = {
  migrate: {
    does: 'brings the tables up to date',
    run: (config) => withDatabase(config, async ({ engine }) => printLine(`The tables are up to date (${engine}).`)),
  },
  seed: {
    does: 'fills an empty database with the demo; --listings N adds N invented listings',
    run: (config, option) => withDatabase(config, (database) => fillDatabase(config, database, option)),
  },
  import: {
    takes: 'KIND FILE',
    does: 'puts in news, policies or parks from a .csv, .json or .xlsx file, all rows or none',
    run: async (config, kind) => {
      const { importContent } = await import('./cli/import-content.ts')
      await withDatabase(config, async ({ db }) => printLine(await importContent(db, kind, process.argv[4])))
    },
  },
  'admin:create': {
    takes: 'LOGIN',
    does: 'makes a platform operator; the password is shown once',
    run: async (config, login) => {
      const { createOperator } = await import('./cli/accounts.ts')
      await withDatabase(config, async ({ db }) => printLine(`${login}: ${await createOperator(db, login)}`))
    },
  },
  'user:reset': {
    takes: 'LOGIN',
    does: 'gives an account a new password, unlocks it and ends its sessions',
    run: async (config, login) => {
      const { resetUser } = await import('./cli/accounts.ts')
      await withDatabase(config, async ({ db }) => printLine(`${login}: ${await resetUser(db, login)}`))
    },
  },
  'two-factor:reset': {
    takes: 'LOGIN',
    does: 'takes the two-factor sign-in of an account away, whose person lost the authenticator; ends its sessions',
    run: async (config, login) => {
      const { resetTwoFactor } = await import('./cli/accounts.ts')
      await withDatabase(config, async ({ db }) => {
        await resetTwoFactor(db, login)
        printLine(`${login}: two-factor sign-in is off; operators enrol again when they sign in.`)
      })
    },
  },
  backup: {
    takes: 'FOLDER',
    does: 'writes rows and uploads into a new folder (the embedded database while the server is stopped)',
    run: async (config, folder) => {
      const { backup } = await import('./cli/backup.ts')
      const { manifest, foreign } = await backup(config, resolve(folder))
      const { files, tables } = manifest
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const uploads =
        files.where === 'folder'
          ? `${files.count} files of uploads (${megabytes(files.bytes)})`
          : `the names of ${files.count} uploads, whose bytes stay in the bucket ${files.bucket}`
      printLine(`${folder} has ${rows} rows of ${tables.length} tables, and ${uploads}.`)
      if (files.missing.length > 0)
        printLine(
          `${files.missing.length} uploads are missing already, and so in the backup: npm run cli -- doctor names them.`,
        )
      if (manifest.dataKeys.length > 0)
        printLine(
          `ID, bank account and telephone numbers in it are encrypted with the data keys ${manifest.dataKeys.map(({ id }) => id).join(', ')}, which are not in it: keep them elsewhere, without them the numbers are lost.`,
        )
      if (foreign.length > 0) printLine(`Not in it are tables that are not the program's: ${foreign.join(', ')}.`)
    },
  },
  restore: {
    takes: 'FOLDER',
    does: 'puts a backup in the place of database and uploads (while the server is stopped); --finish after a crash',
    run: async (config, folder) => {
      const { finishRestore, restore } = await import('./cli/restore.ts')
      if (folder === '--finish') {
        const previous = await finishRestore(config)
        printLine(
          previous === undefined
            ? 'There is no restore to finish.'
            : `The restore is finished. ${previousNote(previous)}`,
        )
        return
      }
      const { manifest, previous, warnings } = await restore(config, resolve(folder))
      printLine(`The backup of ${manifest.createdAt} is in place. ${previousNote(previous)}`)
      for (const warning of warnings) printLine(warning)
    },
  },
  reindex: {
    does: 'writes anew what services, goods, their structures, shops and demands are found by; the site may run meanwhile',
    run: async (config) => {
      const { reindex } = await import('./server/processes/reindex.ts')
      const { rebuildMolecules } = await import('./server/catalogue/structures/build-molecules.ts')
      const print = (name: string, count: number) => printLine(`${name.padEnd(10)}${count}`)
      await withDatabase(config, async ({ db }) => {
        await reindex(db, print)
        print('molecules', await rebuildMolecules(db, { invalidate: () => undefined }))
      })
    },
  },
  'keys:rotate': {
    does: 'encrypts every row with the first of DATA_KEYS; may be interrupted and run again, beside the site too; with --hashes what telephone numbers are found by gets a new key as well: stop the site before',
    run: async (config, option) => {
      if (option !== '' && option !== '--hashes') throw new Error('keys:rotate takes --hashes, or nothing')
      const { rotateDataKeys } = await import('./db/encryption/data-keys.ts')
      const { keyRing } = await import('./db/encryption/cipher.ts')
      await withDatabase(config, async (database) => {
        const freshHashes = option === '--hashes'
        const { written, failed } = await rotateDataKeys(database, keyRing(), { freshHashes })
        printLine(`${written} rows were encrypted with the data key ${keyRing().first.id}.`)
        if (failed.length > 0)
          throw new Error(`Some rows could not be read: ${failed.join('; ')}. The others are done.`)
      })
    },
  },
  'deal-record': {
    takes: 'verify [NO]',
    does: 'recomputes the deal records of all orders, or of the one with the number, and the daily roots',
    run: async (config, action) => {
      if (action !== 'verify') throw new Error('deal-record takes verify, and the number of an order or nothing')
      const { verifyDealRecords } = await import('./cli/verify-records.ts')
      await withDatabase(config, async ({ db }) => {
        const { findSigningKey, publicKeyOf } = await import('./server/orders/deal-record/sign-root.ts')
        const publicKey = publicKeyOf(await findSigningKey(db, config))
        const { faults, summary } = await verifyDealRecords(db, process.argv[4] ?? '', publicKey)
        for (const fault of faults) printLine(fault)
        if (faults.length > 0) throw new Error(`${faults.length} faults in ${summary}.`)
        printLine(`${summary}: all as they were written.`)
      })
    },
  },
  doctor: {
    does: 'examines the installation, changes nothing, and says what to fix; fails where something is wrong',
    run: async (config) => {
      const { examine } = await import('./cli/doctor.ts')
      const findings = await examine(config)
      for (const { what, found, advice } of findings) {
        printLine(`${advice === undefined ? 'ok  ' : 'look'} ${what.padEnd(20)} ${found}`)
        if (advice !== undefined) printLine(`     ${' '.repeat(20)} ${advice}`)
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
