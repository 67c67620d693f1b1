import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'

/**
 * Inserts many rows with one parameter, a JSON text: of ten thousand rows a parameter a value costs more than all else.
 * All rows give the columns that the first one gives; the others take their defaults. Where a row of that id is there
 * already, the columns `over` are written over it. Words of a tsvector come as one text, divided by spaces.
 */
export async function insertRows<T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
  over: readonly string[] = [],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const known = new Map<string, PgColumn>(Object.entries(getTableColumns(table)))
  const given = Object.keys(first).map((key) => {
    const type = known.get(key)?.getSQLType()
    if (type === undefined) throw new Error(`No column ${key}`)
    return { key: sql.identifier(key), name: sql.identifier(snakeCase(key)), type }
  })
  const names = given.map(({ name }) => sql`${name}`)
  const values = given.map(({ key, type }) =>
    type === 'tsvector' ? sql`array_to_tsvector(string_to_array(${key}, ' '))` : sql`${key}`,
  )
  const types = given.map(({ key, type }) => sql`${key} ${sql.raw(type === 'tsvector' ? 'text' : type)}`)
  const written = over.map((key) => sql.identifier(snakeCase(key))).map((name) => sql`${name} = excluded.${name}`)
  await db.execute(sql`
    insert into ${table} (${list(names)}) select ${list(values)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (${list(types)})
    ${written.length === 0 ? sql`` : sql`on conflict (id) do update set ${list(written)}`}`)
}

const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
