import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { Session } from './session.ts'

/**
 * Dumps tables as compressed row files, identical for both engines: each line is a JSON string with the row as a
 * PostgreSQL composite value. The schema is known from the migrations, so only rows are written.
 */

/** A table in a backup. */
export const tablePart = z.object({
  name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
  /** Ordered names and types: rows are read by position. */
  columns: z.array(z.object({ name: z.string(), type: z.string(), isGenerated: z.boolean() })),
  rows: z.int().min(0),
  /** Sum over the rows of the first 60 bits of each row's md5: independent of their order. */
  checksum: z.string().regex(/^\d+$/),
  /** Bytes and sha256 (hex) of the file. */
  bytes: z.int().min(0),
  sha256: z.string(),
})
export type TablePart = z.output<typeof tablePart>

export const sequenceValue = z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })
type SequenceValue = z.output<typeof sequenceValue>

/** Normalises the text output of values, and disables statement timeouts. */
export const openingQueries = [
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO, YMD'`,
  `set intervalstyle = 'postgres'`,
  `set extra_float_digits = 1`,
  `set bytea_output = 'hex'`,
  `set search_path = public`,
  `set statement_timeout = 0`,
  `set idle_in_transaction_session_timeout = 0`,
]

/** Approximate maximum bytes of rows in memory. */
const batchBytes = 4 * 1024 * 1024
/** Maximum rows per batch. */
const batchRows = 1000

const named = z.array(z.object({ name: z.string() }))
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const asText = z.coerce.string()

/** Names of the ordinary tables in the schema of the product. */
export async function tableNames({ query }: Pick<Session, 'query'>): Promise<string[]> {
  const rows = await query(`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname collate "C"`)
  return named.parse(rows).map(({ name }) => name)
}

export async function columnsOf({ query }: Pick<Session, 'query'>, table: string): Promise<TablePart['columns']> {
  const rows = await query(
    `select attname as name, format_type(atttypid, atttypmod) as type, attgenerated <> '' as "isGenerated"
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [`public.${quoted(table)}`],
  )
  return tablePart.shape.columns.parse(rows)
}

/** Row count of a table, and the checksum as in a backup. */
export async function contentsOf(
  { query }: Pick<Session, 'query'>,
  table: string,
): Promise<Pick<TablePart, 'rows' | 'checksum'>> {
  const [row] = await query(`select count(*)::text as rows,
    coalesce(sum(('x' || left(md5(whole_row::text), 15))::bit(60)::bigint), 0)::text as checksum
    from ${quoted(table)} as whole_row`)
  return { rows: Number(row?.['rows']), checksum: asText.parse(row?.['checksum']) }
}

const checksumOf = (row: string) => BigInt(`0x${createHash('md5').update(row).digest('hex').slice(0, 15)}`)

/** Pass-through stream that counts and hashes (sha256) its bytes. */
export function countingStream(): { stream: Transform; seen: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      bytes += chunk.byteLength
      done(null, chunk)
    },
  })
  return { stream, seen: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Bytes and SHA-256 of a file. Throws when it cannot be read. */
export async function hashFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const { stream, seen } = countingStream()
  await pipeline(createReadStream(file), stream.resume())
  return seen()
}

/** Flushes a path to disk (fsync). */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes the rows of one table into a new file (mode 0600). Must run in a transaction, whose snapshot it reads. Memory
 * is bounded by adapting the batch size.
 */
export async function dumpTable({ query }: Session, name: string, file: string): Promise<TablePart> {
  const columns = await columnsOf({ query }, name)
  let [rows, checksum] = [0, 0n]
  async function* lines(): AsyncGenerator<string> {
    await query(`declare part no scroll cursor for select whole_row::text as row from ${quoted(name)} as whole_row`)
    let size = 1
    for (;;) {
      const found = await query(`fetch ${size} from part`)
      if (found.length === 0) break
      const texts = found.map((each) => asText.parse(each['row']))
      rows += texts.length
      for (const text of texts) checksum += checksumOf(text)
      const batch = texts.map((text) => `${JSON.stringify(text)}\n`).join('')
      const each = batch.length / texts.length
      size = Math.max(1, Math.min(batchRows, size * 4, Math.floor(batchBytes / each)))
      yield batch
    }
    await query('close part')
  }
  const { stream, seen } = countingStream()
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: 4 }),
    stream,
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  )
  await syncPath(file)
  return { name, columns, rows, checksum: String(checksum), ...seen() }
}

async function* batchesIn(file: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  let [batch, length]: [string[], number] = [[], 0]
  const text = createGunzip()
  // A file that cannot be read fails the loop below, instead of leaving it waiting.
  pipeline(createReadStream(file), text).catch(() => {})
  for await (const chunk of text) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      batch.push(line)
      length += line.length
      if (batch.length < batchRows && length < batchBytes) continue
      yield batch
      ;[batch, length] = [[], 0]
    }
  }
  if (batch.length > 0) yield batch
}

async function loadTable({ query }: Session, { name, columns }: TablePart, file: string): Promise<void> {
  const stored = columns.filter(({ isGenerated }) => !isGenerated).map((column) => quoted(column.name))
  // Without the offset the text of a row would be read once for each of its columns.
  const insert = `insert into ${quoted(name)} (${stored.join(', ')}) overriding system value
    select ${stored.map((column) => `(parsed.whole).${column}`).join(', ')}
    from (select line.value::public.${quoted(name)} as whole
      from json_array_elements_text($1::json) as line (value) offset 0) as parsed`
  for await (const batch of batchesIn(file)) await query(insert, [`[${batch.join(',')}]`])
}

export async function sequencesOf({ query }: Session): Promise<SequenceValue[]> {
  const names = named.parse(
    await query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
    ),
  )
  const values: SequenceValue[] = []
  for (const { name } of names) {
    const [row] = await query(`select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`)
    values.push(sequenceValue.parse({ name, ...row }))
  }
  return values
}

/** Indexes and constraints that are created after the rows: faster, and foreign keys refer to other tables. */
const indexesAndConstraints = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as again, 2 as step
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  union all
  select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
  order by step`

const statements = z.array(z.object({ away: z.string(), again: z.string(), step: z.int() }))

export interface Load {
  readonly tables: readonly TablePart[]
  readonly sequences: readonly SequenceValue[]
  readonly fileOf: (table: TablePart) => string
}

/**
 * Loads the rows of a backup into a freshly migrated database without other users, then verifies every table. Throws
 * with the table name on a mismatch; the database is then unusable.
 */
export async function loadTables(session: Session, { tables, sequences, fileOf }: Load): Promise<void> {
  const { query } = session
  const there = await tableNames(session)
  const wanted = tables.map(({ name }) => name).sort()
  if (there.join() !== wanted.join()) throw new Error('The backup has other tables than its migrations make')
  for (const { name, columns } of tables) {
    if (JSON.stringify(await columnsOf(session, name)) !== JSON.stringify(columns))
      throw new Error(`The table ${name} has other columns than in the backup`)
  }
  await query('set synchronous_commit = off')
  const later = statements.parse(await query(indexesAndConstraints))
  for (const { away } of later.toReversed()) await query(away)
  for (const name of there) await query(`alter table ${quoted(name)} disable trigger user`)
  await query(`truncate ${there.map(quoted).join(', ')}`)
  for (const table of tables) await loadTable(session, table, fileOf(table))
  for (const { again } of later) await query(again)
  for (const name of there) await query(`alter table ${quoted(name)} enable trigger user`)
  for (const { name, value, isCalled } of sequences)
    await query(`select setval($1::regclass, $2::bigint, $3)`, [`public.${quoted(name)}`, value, isCalled])
  for (const { name, rows, checksum } of tables) {
    const found = await contentsOf(session, name)
    if (found.rows !== rows || found.checksum !== checksum)
      throw new Error(`The table ${name} came out otherwise than it was: ${found.rows} rows of ${rows}`)
  }
  await query('set synchronous_commit = on')
  await query('analyze')
}
