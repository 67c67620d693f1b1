import { getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '../../../db/open.ts'

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const answered = z.object({ rows: z.array(z.object({ fresh: z.boolean() })) })

/**
 * Writes rows by a key that is unique: new ones go in, ones that differ are written over, ones that are there just so
 * keep the moment of their last change. All rows give the columns that the first one gives; the table has `updatedAt`.
 */
export async function upsert<T extends PgTable>(
  tx: Db,
  table: T,
  key: string,
  rows: readonly T['$inferInsert'][],
): Promise<{ added: number; changed: number }> {
  const known = new Map<string, PgColumn>(Object.entries(getTableColumns(table)))
  const given = Object.keys(rows[0] ?? {}).flatMap((name) => {
    const type = known.get(name)?.getSQLType()
    return type === undefined
      ? []
      : [{ name, given: sql.identifier(name), column: sql.identifier(snakeCase(name)), type }]
  })
  const written = given.filter(({ name }) => name !== key)
  const list = (parts: readonly ReturnType<typeof sql>[]) => sql.join([...parts], sql`, `)
  const answer: unknown = await tx.execute(sql`
    insert into ${table} (${list(given.map(({ column }) => sql`${column}`))})
    select ${list(given.map((each) => sql`${each.given}`))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given (${list(given.map((each) => sql`${each.given} ${sql.raw(each.type)}`))})
    on conflict (${sql.identifier(snakeCase(key))}) do update set
      ${list(written.map(({ column }) => sql`${column} = excluded.${column}`))}, updated_at = now()
    where (${list(written.map(({ column }) => sql`${table}.${column}`))})
      is distinct from (${list(written.map(({ column }) => sql`excluded.${column}`))})
    returning xmax = 0 as fresh`)
  const { rows: done } = answered.parse(answer)
  const added = done.filter(({ fresh }) => fresh).length
  return { added, changed: done.length - added }
}
