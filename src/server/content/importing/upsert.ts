import { getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '../../../db/open.ts'

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const answered = z.object({ rows: z.array(z.object({ id: z.int(), fresh: z.boolean() })) })

/** Rows with these columns are looked after by operators. */
type Tended = PgTable & { readonly editedBy: PgColumn; readonly version: PgColumn }

/**
 * Writes rows by a key that is unique: new ones go in, ones that differ are written over, ones that are there just so
 * keep the moment of their last change. All rows give the columns that the first one gives. What an operator changed
 * by hand is left as it is, unless it is an operator's hand again (`editedBy` among the columns).
 */
export async function upsert<T extends Tended>(
  tx: Db,
  table: T,
  key: string,
  rows: readonly T['$inferInsert'][],
): Promise<{ added: number; changed: number; ids: readonly number[] }> {
  const known = new Map<string, PgColumn>(Object.entries(getTableColumns(table)))
  const given = Object.keys(rows[0] ?? {}).flatMap((name) => {
    const type = known.get(name)?.getSQLType()
    return type === undefined
      ? []
      : [{ name, given: sql.identifier(name), column: sql.identifier(snakeCase(name)), type }]
  })
  const written = given.filter(({ name }) => name !== key)
  const byHand = written.some(({ name }) => name === 'editedBy')
  const list = (parts: readonly ReturnType<typeof sql>[]) => sql.join([...parts], sql`, `)
  const differs = sql`${table.editedBy} is null
    and (${list(written.map(({ column }) => sql`${table}.${column}`))})
      is distinct from (${list(written.map(({ column }) => sql`excluded.${column}`))})`
  const answer: unknown = await tx.execute(sql`
    insert into ${table} (${list(given.map(({ column }) => sql`${column}`))})
    select ${list(given.map((each) => sql`${each.given}`))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given (${list(given.map((each) => sql`${each.given} ${sql.raw(each.type)}`))})
    on conflict (${sql.identifier(snakeCase(key))}) do update set
      ${list(written.map(({ column }) => sql`${column} = excluded.${column}`))}, updated_at = now()
      ${byHand ? sql`, version = ${table.version} + 1` : sql``}
    where ${byHand ? sql`true` : differs}
    returning id, xmax = 0 as fresh`)
  const { rows: done } = answered.parse(answer)
  const added = done.filter(({ fresh }) => fresh).length
  return { added, changed: done.length - added, ids: done.map(({ id }) => id) }
}
