import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, like, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { parseDataKeys, type DataKey } from '../../key-settings.ts'
import type { Database, Db } from '../open.ts'
import { facts } from '../tables/operations.ts'
import { decryptValue, encryptValue, keyIdOf, ringOf, setKeyRing, UndecryptableError, type KeyRing } from './cipher.ts'
import { encryptedColumns } from './columns.ts'
import { lookupFact, lookupKeyName, openLookupKey, sealLookupKey } from './lookup-key.ts'
import { encryptRows, type Encrypted, type KeySample } from './rows.ts'

/**
 * Source of the data keys: DATA_KEYS, then the file `data-keys` in DATA_DIR. An installation with a writable DATA_DIR
 * and neither of both gets a generated key when its database opens. Samples of ciphertexts are stored in `facts`, so
 * that a start with wrong keys fails before any row is read.
 */

export type KeySettings = Pick<Config, 'dataKeys' | 'dataDir' | 'databaseUrl' | 'demo'>

export const dataKeyFile = (dataDir: string): string => join(dataDir, 'data-keys')

/** Keys of the setting and the file, in order of precedence. Throws if the file is not a list of keys. */
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

/** Keys of an installation that is about to start. `fresh` keys are not stored yet. */
interface ReadKeys {
  readonly ring: KeyRing
  readonly fresh: DataKey | undefined
}

/** Throws a message that names DATA_KEYS if keys are required and missing. */
export function readDataKeys(config: KeySettings): ReadKeys {
  const ring = givenDataKeys(config)
  if (ring !== undefined) return { ring, fresh: undefined }
  if (config.databaseUrl !== undefined && !config.demo)
    throw new Error(
      `DATA_KEYS is missing: ID, bank account and telephone numbers are encrypted with it. Make one (${example}), set it for every process, and keep it apart from the backups: without it these numbers are lost.`,
    )
  const fresh: DataKey = { id: randomBytes(4).toString('hex'), key: randomBytes(32) }
  return { ring: ringOf([fresh]), fresh }
}

/** Writes a new key into the file; if another process was faster, its keys are returned. */
function saveKey({ dataDir }: KeySettings, { id, key }: DataKey): KeyRing | undefined {
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
/** Fact that names the columns whose plain rows have been encrypted; `true` in the first version. */
const plainFact = 'dataKeys:plainEncrypted'

/** Why samples cannot be decrypted with these keys, one sentence each. */
export function lockedSamples(ring: KeyRing | undefined, samples: readonly KeySample[]): string[] {
  return samples.flatMap(({ id, column, sample }) => {
    if (ring?.byId.has(id) !== true) return [`the data key ${id} is not given`]
    try {
      decryptValue(sample, column, ring)
      return []
    } catch (err) {
      if (!(err instanceof UndecryptableError)) throw err
      return [`the data key given as ${id} is another one than the rows were encrypted with`]
    }
  })
}

/** Advice for missing keys. */
export const keyAdvice = (dataDir: string): string =>
  `Add the missing key to DATA_KEYS, or put the file data-keys that belongs to these rows back as ${dataKeyFile(dataDir)} (mode 600).`

/**
 * Activates the keys of an installation and stores a new one. Throws, and stores nothing, if rows of the database are
 * encrypted with a missing key.
 */
export async function activateDataKeys(config: KeySettings, db: Db, { ring, fresh }: ReadKeys): Promise<void> {
  const rows = await db
    .select({ key: facts.key, value: facts.value })
    .from(facts)
    .where(or(like(facts.key, `${factOf('')}%`), eq(facts.key, lookupFact)))
  const samples = rows.map(({ key, value }) => {
    const sample = String(value)
    return key === lookupFact
      ? { id: keyIdOf(sample) ?? '', column: lookupKeyName, sample }
      : { id: key.slice(factOf('').length), column: sampleColumn, sample }
  })
  const locked = lockedSamples(ring, samples)
  if (locked.length > 0)
    throw new Error(`Rows of this database cannot be read: ${locked.join('; ')}. ${keyAdvice(config.dataDir)}`)
  const kept = fresh === undefined ? undefined : saveKey(config, fresh)
  setKeyRing(await withLookupKey(db, kept ?? ring))
}

async function lookupKeyIn(db: Db): Promise<string | undefined> {
  const [kept] = await db.select({ value: facts.value }).from(facts).where(eq(facts.key, lookupFact))
  return kept === undefined ? undefined : String(kept.value)
}

/** A key ring with the key of the lookup hashes: the stored one, or the one that will be stored. */
const withLookupKey = async (db: Db, ring: KeyRing): Promise<KeyRing> => ({
  ...ring,
  lookup: openLookupKey(await lookupKeyIn(db), ring),
})

/** Stores a sample of the first key, so that a later start without it fails. */
async function noteFirstKey(db: Db, ring: KeyRing): Promise<void> {
  const sample = encryptValue(sampleText, sampleColumn, ring)
  await db
    .insert(facts)
    .values({ key: factOf(ring.first.id), value: sample })
    .onConflictDoNothing()
}

/** Stores the key of the lookup hashes if the database has none; if another process was faster, its key is used. */
async function saveLookupKey(db: Db, given: KeyRing): Promise<KeyRing> {
  if ((await lookupKeyIn(db)) !== undefined) return given
  await db
    .insert(facts)
    .values({ key: lookupFact, value: sealLookupKey(given) })
    .onConflictDoNothing()
  const ring = await withLookupKey(db, given)
  setKeyRing(ring)
  return ring
}

const namesDone = z.array(z.string()).catch([])

/**
 * Runs at a start with active keys and a filled database: stores a sample of the first key and the key of the lookup
 * hashes, and once encrypts rows that predate the encryption of their column.
 */
export async function encryptPlainRows({ db, execute }: Database, given: KeyRing): Promise<Encrypted | undefined> {
  await noteFirstKey(db, given)
  const ring = await saveLookupKey(db, given)
  const [fact] = await db.select({ value: facts.value }).from(facts).where(eq(facts.key, plainFact))
  const done = new Set(namesDone.parse(fact?.value))
  const columns = encryptedColumns.filter(({ name }) => !done.has(name))
  if (columns.length === 0) return undefined
  const result = await encryptRows(async (text, values) => (await execute(text, values)).rows, ring, 'plain', columns)
  const value = encryptedColumns.map(({ name }) => name)
  await db.insert(facts).values({ key: plainFact, value }).onConflictDoUpdate({ target: facts.key, set: { value } })
  return result
}

/**
 * Encrypts every row with the first key, and deletes the samples of other keys once no row needs them. Processes still
 * running with another first key keep writing with it: restart them first. The lookup hashes stay unchanged unless
 * `freshHashes` requests a new key for them: until that is done, and in processes running meanwhile, lookups by number
 * find nothing.
 */
export async function rotateDataKeys(
  { db, execute }: Database,
  given: KeyRing,
  { freshHashes = false }: { readonly freshHashes?: boolean } = {},
): Promise<Encrypted> {
  await noteFirstKey(db, given)
  const kept = await lookupKeyIn(db)
  const ring = { ...given, lookup: freshHashes ? randomBytes(32) : openLookupKey(kept, given) }
  if (freshHashes || kept === undefined || keyIdOf(kept) !== ring.first.id) {
    const value = sealLookupKey(ring)
    await db.insert(facts).values({ key: lookupFact, value }).onConflictDoUpdate({ target: facts.key, set: { value } })
  }
  const result = await encryptRows(async (text, values) => (await execute(text, values)).rows, ring, 'others')
  if (result.failed.length === 0)
    await db.delete(facts).where(and(like(facts.key, `${factOf('')}%`), ne(facts.key, sql`${factOf(ring.first.id)}`)))
  return result
}
