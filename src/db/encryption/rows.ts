import { z } from 'zod'
import { cipherMark, decryptValue, encryptValue, hashIn, keyIdOf, lookupHash, type KeyRing } from './cipher.ts'
import { lookupFact, lookupKeyName, openLookupKey } from './lookup-key.ts'
import { encryptedColumns, isHashed, type EncryptedColumn } from './columns.ts'

/** Raw encrypted columns, row by row: for key rotation, `doctor` and backups. */

type Query = (text: string, values?: unknown[]) => Promise<readonly unknown[]>

/** Rows read and written per statement. */
const batch = 500

const stored = z.array(z.object({ id: z.number(), value: z.string() }))

/** The stored text of a row: ciphertext or plain text. */
function textOf(of: EncryptedColumn): string {
  const { column } = of
  if (of.form === 'text') return `"${column}"`
  if (of.form === 'whole')
    return `case when jsonb_typeof("${column}") = 'string' and starts_with("${column}" #>> '{}', '${cipherMark}')
      then "${column}" #>> '{}' else "${column}"::text end`
  return `"${column}" ->> '${of.field}'`
}

/** The column value with its text replaced. */
function withText(of: EncryptedColumn, text: string): string {
  if (of.form === 'text') return text
  if (of.form === 'whole') return `to_jsonb(${text})`
  return `jsonb_set("${of.column}", '{${of.field}}', to_jsonb(${text}))`
}

/** Rows of a column whose value satisfies a condition on `value`, in batches ordered by key. */
async function* rowsOf(query: Query, of: EncryptedColumn, where: string, values: readonly unknown[] = []) {
  let after = -1
  for (;;) {
    const rows = stored.parse(
      await query(
        `select id, value from (select "${of.key}" as id, ${textOf(of)} as value from "${of.table}") as each
         where value <> '' and id > $1 and ${where} order by id limit ${batch}`,
        [after, ...values],
      ),
    )
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    after = last.id
  }
}

/** Result of an encryption run: rows written, and errors. */
export interface Encrypted {
  readonly written: number
  /** A sentence for each missing or wrong key, with the number of its rows. */
  readonly failed: readonly string[]
}

/** Whether a stored value has the correct lookup hash, or needs none. */
const hasRightHash = (stored: string, plain: string, { name }: EncryptedColumn, ring: KeyRing): boolean =>
  !isHashed(name) || hashIn(stored) === lookupHash(plain, name, ring)

/**
 * Encrypts rows with the first key: rows of other keys, rows with hashes of another lookup key and rows in plain text,
 * or the latter alone. Each batch is one statement, and rows changed meanwhile are skipped, since they were written
 * with the active keys. Idempotent; it may be interrupted and may run beside the site.
 */
export async function encryptRows(
  query: Query,
  ring: KeyRing,
  which: 'others' | 'plain',
  columns: readonly EncryptedColumn[] = encryptedColumns,
): Promise<Encrypted> {
  const mark = which === 'plain' ? cipherMark : `${cipherMark}${ring.first.id}:`
  const failed = new Map<string, number>()
  let written = 0
  for (const column of columns) {
    const found =
      which === 'others' && isHashed(column.name)
        ? rowsOf(query, column, 'true')
        : rowsOf(query, column, 'not starts_with(value, $2)', [mark])
    for await (const rows of found) {
      const fresh = rows.flatMap(({ id, value }) => {
        const opened = attempt(() => decryptValue(value, column.name, ring))
        if (typeof opened !== 'string') {
          failed.set(opened.message, (failed.get(opened.message) ?? 0) + 1)
          return []
        }
        if (value.startsWith(mark) && hasRightHash(value, opened, column, ring)) return []
        return [{ id, old: value, fresh: encryptValue(opened, column.name, ring) }]
      })
      if (fresh.length === 0) continue
      const done = await query(
        `update "${column.table}" set "${column.column}" = ${withText(column, 'given.fresh')}
         from jsonb_to_recordset($1::text::jsonb) as given (id integer, old text, fresh text)
         where "${column.table}"."${column.key}" = given.id and ${textOf(column)} = given.old
         returning given.id`,
        [JSON.stringify(fresh)],
      )
      written += done.length
    }
  }
  return { written, failed: [...failed].map(([reason, count]) => `${reason} (${count} rows)`) }
}

function attempt<T>(open: () => T): T | Error {
  try {
    return open()
  } catch (err) {
    if (err instanceof Error) return err
    throw err
  }
}

/** Encryption state of the rows of a database. */
export interface RowsFound {
  readonly plain: number
  /** Rows with a hash of another lookup key: lookups do not find them. */
  readonly unfindable: number
  /** Number of rows by key id. */
  readonly byKey: ReadonlyMap<string, number>
  /** Why rows cannot be decrypted, with their numbers. */
  readonly failed: readonly string[]
}

/** Reads every encrypted value. Without a key ring every encrypted row counts as not decryptable. */
export async function examineRows(query: Query, given: KeyRing | undefined): Promise<RowsFound> {
  const [kept] = await lookupKeysIn(query)
  const lookup = given === undefined || kept === undefined ? undefined : attempt(() => openLookupKey(kept, given))
  const ring = given === undefined || !(lookup instanceof Buffer) ? given : { ...given, lookup }
  const byKey = new Map<string, number>()
  const failed = new Map<string, number>()
  const count = (counts: Map<string, number>, of: string) => void counts.set(of, (counts.get(of) ?? 0) + 1)
  const none: KeyRing = ring ?? { first: { id: '', key: Buffer.alloc(0) }, byId: new Map() }
  let [plain, unfindable] = [0, 0]
  for (const column of encryptedColumns) {
    for await (const rows of rowsOf(query, column, 'true')) {
      for (const { value } of rows) {
        const id = keyIdOf(value)
        if (id === undefined) plain += 1
        else {
          count(byKey, id)
          const opened = attempt(() => decryptValue(value, column.name, none))
          if (typeof opened !== 'string') count(failed, opened.message)
          else if (ring?.lookup !== undefined && !hasRightHash(value, opened, column, ring)) unfindable += 1
        }
      }
    }
  }
  return { plain, unfindable, byKey, failed: [...failed].map(([reason, rows]) => `${reason} (${rows} rows)`) }
}

/** One ciphertext per key, to check whether a configured key is the right one. */
export interface KeySample {
  readonly id: string
  readonly column: string
  readonly sample: string
}

const attributes = z.array(z.object({ name: z.string() }))

/** The stored key of the lookup hashes: one or none. */
async function lookupKeysIn(query: Query): Promise<string[]> {
  const rows = await query(`select value #>> '{}' as value from facts where key = '${lookupFact}'`)
  return z
    .array(z.object({ value: z.string() }))
    .parse(rows)
    .map(({ value }) => value)
}

/** A sample for every key that rows are encrypted with. Databases of earlier versions may lack some of the columns. */
export async function samplesIn(query: Query): Promise<KeySample[]> {
  const there = attributes.parse(
    await query(
      `select attrelid::regclass || '.' || attname as name from pg_attribute where attnum > 0 and not attisdropped
         and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')`,
    ),
  )
  const columns = new Set(there.map(({ name }) => name))
  const samples = new Map<string, KeySample>()
  for (const value of columns.has('facts.value') ? await lookupKeysIn(query) : [])
    samples.set(keyIdOf(value) ?? '', { id: keyIdOf(value) ?? '', column: lookupKeyName, sample: value })
  for (const column of encryptedColumns) {
    if (!columns.has(`${column.table}.${column.column}`)) continue
    const found = z.array(z.object({ id: z.string(), sample: z.string() })).parse(
      await query(
        `select split_part(value, ':', 3) as id, min(value) as sample
         from (select ${textOf(column)} as value from "${column.table}") as each
         where starts_with(value, '${cipherMark}') group by 1`,
      ),
    )
    for (const { id, sample } of found) samples.set(id, { id, column: column.name, sample })
  }
  return [...samples.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
