import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { PgDialect, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'
import { drizzleOptions } from './options.ts'

/**
 * Inserts many rows with one JSON parameter, because one parameter per value is slow for ten thousand rows. The first
 * row determines the columns; others get their defaults. On an id conflict the columns `over` are updated. Tokens of a
 * tsvector are given as one text separated by spaces; encrypted columns are given in plain text.
 */
export async function insertRows<T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
  over: readonly string[] = [],
): Promise<void> {
  const [first] = rows
  if (first !== undefined) await db.execute(insertStatement(table, first, rows, over))
}

/** The same as a statement, for a `with` of several inserts. `first` determines the columns. */
export function insertStatement<T extends PgTable>(
  table: T,
  first: T['$inferInsert'],
  rows: readonly T['$inferInsert'][],
  over: readonly string[] = [],
): SQL {
  const { columns, before, after } = insertShape(table, Object.keys(first), over)
  const stored = rows.map((row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      columns.map(({ key, type, column }) => {
        const value = row[key] ?? null
        // Mapped by the column, including encryption.
        return [key, value === null ? value : driverValue(column, type, value)]
      }),
    ),
  )
  return sql`${sql.raw(before)}${JSON.stringify(stored)}${sql.raw(after)}`
}

interface InsertShape {
  readonly columns: readonly { readonly key: string; readonly type: string; readonly column: PgColumn }[]
  /** Text of the statement before and after its parameter. */
  readonly before: string
  readonly after: string
}

const shapes = new WeakMap<PgTable, Map<string, InsertShape>>()
/** Combinations of columns kept of a table, at most. */
const maxShapes = 50

/** Text of an insert by table and columns, built once: building it costs more than filling it. */
function insertShape(table: PgTable, keys: readonly string[], over: readonly string[]): InsertShape {
  const shapesOfTable = shapes.get(table) ?? new Map<string, InsertShape>()
  shapes.set(table, shapesOfTable)
  const key = JSON.stringify([keys, over])
  const known = shapesOfTable.get(key)
  if (known !== undefined) return known
  const shape = buildInsertShape(table, keys, over)
  if (shapesOfTable.size < maxShapes) shapesOfTable.set(key, shape)
  return shape
}

function buildInsertShape(table: PgTable, keys: readonly string[], over: readonly string[]): InsertShape {
  const known = new Map<string, PgColumn>(Object.entries(getTableColumns(table)))
  const columns = keys.map((key) => {
    const column = known.get(key)
    if (column === undefined) throw new Error(`No column ${key}`)
    return { key, type: column.getSQLType(), column }
  })
  const names = columns.map(({ key }) => sql`${sql.identifier(snakeCase(key))}`)
  const values = columns.map(({ key, type }) =>
    type === 'tsvector'
      ? sql`array_to_tsvector(string_to_array(${sql.identifier(key)}, ' '))`
      : sql`${sql.identifier(key)}`,
  )
  const types = columns.map(
    ({ key, type }) => sql`${sql.identifier(key)} ${sql.raw(type === 'tsvector' ? 'text' : type)}`,
  )
  const written = over.map((key) => sql.identifier(snakeCase(key))).map((name) => sql`${name} = excluded.${name}`)
  const statement = sql`
    insert into ${table} (${list(names)}) select ${list(values)}
    from jsonb_to_recordset(${''}::text::jsonb) as given (${list(types)})
    ${written.length === 0 ? sql`` : sql`on conflict (id) do update set ${list(written)}`}`
  const [before = '', after = ''] = new PgDialect(drizzleOptions).sqlToQuery(statement).sql.split('$1')
  return { columns, before, after }
}

function driverValue(column: PgColumn, type: string, value: unknown): unknown {
  if (type === 'text') return column.mapToDriverValue(value)
  if (type !== 'jsonb') return value
  const mapped: unknown = column.mapToDriverValue(value)
  const json: unknown = typeof mapped === 'string' ? JSON.parse(mapped) : mapped
  return json
}

const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
