import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, like, ne, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { parseDataKeys, type DataKey } from '../../key-settings.ts'
import type { Database, Db } from '../open.ts'
import { facts } from '../tables/operations.ts'
import { decryptValue, encryptValue, ringOf, Undecryptable, setKeyRing, type KeyRing } from './cipher.ts'
import { encryptRows, type Encrypted, type KeySample } from './rows.ts'

/**
 * Where the data keys come from: DATA_KEYS, then the file `data-keys` in DATA_DIR. An installation that may have a file
 * and has neither is given one when its database opens. What a database is encrypted with is known to it by samples
 * (`facts`), so that a start with other keys stops before anybody meets a row that cannot be read.
 */

export type KeySettings = Pick<Config, 'dataKeys' | 'dataDir' | 'databaseUrl' | 'demo'>

export const dataKeyFile = (dataDir: string): string => join(dataDir, 'data-keys')

/** Keys that the settings and the file give, in the order in which they count. Throws where the file is no list of keys. */
export function givenDataKeys({ dataKeys, dataDir }: Pick<Config, 'dataKeys' | 'dataDir'>): KeyRing | undefined {
  const file = dataKeyFile(dataDir)
  const kept = existsSync(file) ? parseDataKeys(readFileSync(file, 'utf8')) : []
  if (kept === undefined)
    throw new Error(`${file} has no data keys in it: bring the file back from where it is kept, or set DATA_KEYS`)
  const own = new Set(dataKeys.map(({ id }) => id))
  const [first, ...others] = [...dataKeys, ...kept.filter(({ id }) => !own.has(id))]
  return first === undefined ? undefined : ringOf([first, ...others])
}

const example = 'DATA_KEYS="k1:$(openssl rand -base64 32)"'

/** Keys of an installation that is about to start. `fresh` ones are nowhere yet. */
interface ReadKeys {
  readonly ring: KeyRing
  readonly fresh: DataKey | undefined
}

/** Throws a sentence that names DATA_KEYS where there have to be keys and are none. */
export function readDataKeys(config: KeySettings): ReadKeys {
  const ring = givenDataKeys(config)
  if (ring !== undefined) return { ring, fresh: undefined }
  if (config.databaseUrl !== undefined && !config.demo)
    throw new Error(
      `DATA_KEYS is missing: ID and bank account numbers are encrypted with it. Make one (${example}), set it for every process, and keep it apart from the backups: without it these numbers are lost.`,
    )
  const fresh: DataKey = { id: randomBytes(4).toString('hex'), key: randomBytes(32) }
  return { ring: ringOf([fresh]), fresh }
}

/** Writes a new key into the file; another process may have been faster, then its keys are the ones. */
function keepKey({ dataDir }: KeySettings, { id, key }: DataKey): KeyRing | undefined {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(dataKeyFile(dataDir), `${id}:${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
    return undefined
  } catch (err) {
    if (err instanceof Error && 'code' in err && err.code === 'EEXIST') return givenDataKeys({ dataKeys: [], dataDir })
    throw err
  }
}

const sampleText = 'data key'
const sampleColumn = 'facts.data_key'
const factOf = (id: string) => `dataKey:${id}`
const plainFact = 'dataKeys:plainEncrypted'

/** Why samples cannot be opened by these keys, a sentence each. */
export function lockedSamples(ring: KeyRing | undefined, samples: readonly KeySample[]): string[] {
  return samples.flatMap(({ id, column, sample }) => {
    if (ring?.byId.has(id) !== true) return [`the data key ${id} is not given`]
    try {
      decryptValue(sample, column, ring)
      return []
    } catch (err) {
      if (!(err instanceof Undecryptable)) throw err
      return [`the data key given as ${id} is another one than the rows were encrypted with`]
    }
  })
}

/** What to do about keys that are missing. */
export const keyAdvice = (dataDir: string): string =>
  `Add the missing key to DATA_KEYS, or put the file data-keys that belongs to these rows back as ${dataKeyFile(dataDir)} (mode 600).`

/**
 * Puts the keys of an installation in use and keeps a new one. Throws a sentence, and keeps nothing, where rows of the
 * database are encrypted with a key that is not given.
 */
export async function takeDataKeys(config: KeySettings, db: Db, { ring, fresh }: ReadKeys): Promise<void> {
  const rows = await db
    .select({ key: facts.key, value: facts.value })
    .from(facts)
    .where(like(facts.key, `${factOf('')}%`))
  const samples = rows.map(({ key, value }) => ({
    id: key.slice(factOf('').length),
    column: sampleColumn,
    sample: String(value),
  }))
  const locked = lockedSamples(ring, samples)
  if (locked.length > 0)
    throw new Error(`Rows of this database cannot be read: ${locked.join('; ')}. ${keyAdvice(config.dataDir)}`)
  const kept = fresh === undefined ? undefined : keepKey(config, fresh)
  setKeyRing(kept ?? ring)
}

/** Keeps a sample of the first key, so that a later start without it is stopped. */
async function noteFirstKey(db: Db, ring: KeyRing): Promise<void> {
  const sample = encryptValue(sampleText, sampleColumn, ring)
  await db
    .insert(facts)
    .values({ key: factOf(ring.first.id), value: sample })
    .onConflictDoNothing()
}

/**
 * What a start does once its keys are in use and the database is filled: notes the first key, and, the first time,
 * encrypts what lies there in plain text from before there was encryption.
 */
export async function encryptPlainRows({ db, execute }: Database, ring: KeyRing): Promise<Encrypted | undefined> {
  await noteFirstKey(db, ring)
  const [done] = await db.select({ key: facts.key }).from(facts).where(eq(facts.key, plainFact))
  if (done !== undefined) return undefined
  const result = await encryptRows(async (text, values) => (await execute(text, values)).rows, ring, 'plain')
  await db.insert(facts).values({ key: plainFact, value: true }).onConflictDoNothing()
  return result
}

/**
 * Encrypts every row with the first key, and forgets the other keys' samples once no row needs them. Processes that
 * still run with another first key go on writing with it: restart them before.
 */
export async function rotateDataKeys({ db, execute }: Database, ring: KeyRing): Promise<Encrypted> {
  await noteFirstKey(db, ring)
  const result = await encryptRows(async (text, values) => (await execute(text, values)).rows, ring, 'others')
  if (result.failed.length === 0)
    await db.delete(facts).where(and(like(facts.key, `${factOf('')}%`), ne(facts.key, sql`${factOf(ring.first.id)}`)))
  return result
}
