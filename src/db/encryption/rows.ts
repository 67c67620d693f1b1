import { z } from 'zod'
import { cipherMark, decryptValue, encryptValue, keyIdOf, type KeyRing } from './cipher.ts'
import { encryptedColumns, type EncryptedColumn } from './columns.ts'

/** Encrypted columns row by row, as they lie in the database: what rotation, `doctor` and backups look at. */

type Query = (text: string, values?: unknown[]) => Promise<readonly unknown[]>

/** Rows read and written at once. */
const batch = 500

const stored = z.array(z.object({ id: z.number(), value: z.string() }))

/** The value of a row as text: ciphertext, or what stands there in plain. */
function textOf({ column, form }: EncryptedColumn): string {
  if (form === 'text') return `"${column}"`
  if (form === 'whole')
    return `case when jsonb_typeof("${column}") = 'string' and starts_with("${column}" #>> '{}', '${cipherMark}')
      then "${column}" #>> '{}' else "${column}"::text end`
  return `"${column}" ->> '${form}'`
}

/** The column with a ciphertext in the place of what was there. */
function withText({ column, form }: EncryptedColumn, text: string): string {
  if (form === 'text') return text
  if (form === 'whole') return `to_jsonb(${text})`
  return `jsonb_set("${column}", '{${form}}', to_jsonb(${text}))`
}

/** Rows of a column whose value satisfies a condition on `value`, in batches in the order of their keys. */
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

/** What came of encrypting: rows that were written, and why some could not be. */
export interface Encrypted {
  readonly written: number
  /** A sentence for each key that is missing or wrong, with the number of its rows. */
  readonly failed: readonly string[]
}

/**
 * Encrypts with the first key what is not: rows of other keys and rows in plain text, or the latter alone. Each batch is
 * a statement of its own, and a row that somebody changed meanwhile is left alone, since that wrote with the keys in
 * use: it may be interrupted, run again, and run beside the site. A second run finds nothing to do.
 */
export async function encryptRows(query: Query, ring: KeyRing, which: 'others' | 'plain'): Promise<Encrypted> {
  const mark = which === 'plain' ? cipherMark : `${cipherMark}${ring.first.id}:`
  const failed = new Map<string, number>()
  let written = 0
  for (const column of encryptedColumns) {
    for await (const rows of rowsOf(query, column, 'not starts_with(value, $2)', [mark])) {
      const fresh = rows.flatMap(({ id, value }) => {
        const opened = attempt(() => decryptValue(value, column.name, ring))
        if (typeof opened === 'string') return [{ id, old: value, fresh: encryptValue(opened, column.name, ring) }]
        failed.set(opened.message, (failed.get(opened.message) ?? 0) + 1)
        return []
      })
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

function attempt(open: () => string): string | Error {
  try {
    return open()
  } catch (err) {
    if (err instanceof Error) return err
    throw err
  }
}

/** How a database's rows lie. */
export interface RowsFound {
  readonly plain: number
  /** Rows by the id of their key. */
  readonly byKey: ReadonlyMap<string, number>
  /** Why rows cannot be decrypted, with their numbers. */
  readonly failed: readonly string[]
}

/** Reads every encrypted value. Without a ring every encrypted row is one that cannot be decrypted. */
export async function examineRows(query: Query, ring: KeyRing | undefined): Promise<RowsFound> {
  const byKey = new Map<string, number>()
  const failed = new Map<string, number>()
  const count = (counts: Map<string, number>, of: string) => void counts.set(of, (counts.get(of) ?? 0) + 1)
  const none: KeyRing = ring ?? { first: { id: '', key: Buffer.alloc(0) }, byId: new Map() }
  let plain = 0
  for (const column of encryptedColumns) {
    for await (const rows of rowsOf(query, column, 'true')) {
      for (const { value } of rows) {
        const id = keyIdOf(value)
        if (id === undefined) plain += 1
        else {
          count(byKey, id)
          const opened = attempt(() => decryptValue(value, column.name, none))
          if (typeof opened !== 'string') count(failed, opened.message)
        }
      }
    }
  }
  return { plain, byKey, failed: [...failed].map(([reason, rows]) => `${reason} (${rows} rows)`) }
}

/** One ciphertext of a key: whoever has the right key can open it. */
export interface KeySample {
  readonly id: string
  readonly column: string
  readonly sample: string
}

const attributes = z.array(z.object({ name: z.string() }))

/** A sample for every key that rows are encrypted with. A database of an earlier version may lack some of the columns. */
export async function samplesIn(query: Query): Promise<KeySample[]> {
  const there = attributes.parse(
    await query(
      `select attrelid::regclass || '.' || attname as name from pg_attribute where attnum > 0 and not attisdropped
         and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')`,
    ),
  )
  const columns = new Set(there.map(({ name }) => name))
  const samples = new Map<string, KeySample>()
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
