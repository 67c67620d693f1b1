import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'

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
  const known = new Map<string, PgColumn>(Object.entries(getTableColumns(table)))
  const given = Object.keys(first).map((key) => {
    const column = known.get(key)
    if (column === undefined) throw new Error(`No column ${key}`)
    const type = column.getSQLType()
    return { key: sql.identifier(key), name: sql.identifier(snakeCase(key)), type, field: key, column }
  })
  const names = given.map(({ name }) => sql`${name}`)
  const values = given.map(({ key, type }) =>
    type === 'tsvector' ? sql`array_to_tsvector(string_to_array(${key}, ' '))` : sql`${key}`,
  )
  const types = given.map(({ key, type }) => sql`${key} ${sql.raw(type === 'tsvector' ? 'text' : type)}`)
  const stored = rows.map((row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      given.map(({ field, type, column }) => {
        const value = row[field] ?? null
        // Mapped by the column, including encryption.
        return [field, value === null ? value : driverValue(column, type, value)]
      }),
    ),
  )
  const written = over.map((key) => sql.identifier(snakeCase(key))).map((name) => sql`${name} = excluded.${name}`)
  return sql`
    insert into ${table} (${list(names)}) select ${list(values)}
    from jsonb_to_recordset(${JSON.stringify(stored)}::text::jsonb) as given (${list(types)})
    ${written.length === 0 ? sql`` : sql`on conflict (id) do update set ${list(written)}`}`
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
