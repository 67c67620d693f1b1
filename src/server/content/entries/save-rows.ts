import { and, eq, inArray, isNull, notInArray, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { news, parkPolicies, parks, policies } from '../../../db/tables/drug.ts'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const resultSchema = z.object({ rows: z.array(z.object({ id: z.int(), fresh: z.boolean() })) })

/** Tables whose rows operators can edit. */
type EditableTable = PgTable & { readonly editedBy: PgColumn; readonly version: PgColumn }

/**
 * Upserts rows by a unique key; unchanged rows keep their `updatedAt`. All rows must have the columns of the first one.
 * Rows edited by an operator are skipped, unless `editedBy` is among the columns.
 */
async function upsert<T extends EditableTable>(
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
  const { rows: done } = resultSchema.parse(answer)
  const added = done.filter(({ fresh }) => fresh).length
  return { added, changed: done.length - added, ids: done.map(({ id }) => id) }
}

/** Texts of files: rows that an operator edited stay. */
export const saveTexts = upsert

/**
 * The only place that writes news, policies and parks: imports, which skip rows edited by operators, and operator
 * forms,
 * whose rows carry `editedBy`.
 */
export const saveNews = (tx: Db, rows: readonly (typeof news.$inferInsert)[]) => upsert(tx, news, 'guid', rows)
export const savePolicies = (tx: Db, rows: readonly (typeof policies.$inferInsert)[]) =>
  upsert(tx, policies, 'code', rows)

/** `policyIds`: applicable policies by park code; replaces the existing ones. */
export async function saveParks(
  tx: Db,
  rows: readonly (typeof parks.$inferInsert)[],
  policyIds: ReadonlyMap<string, readonly number[]>,
) {
  const counts = await upsert(tx, parks, 'code', rows)
  const byHand = rows.some(({ editedBy }) => editedBy != null)
  const codes = inArray(parks.code, [...policyIds.keys()])
  const found = await tx
    .select({ id: parks.id, code: parks.code })
    .from(parks)
    .where(byHand ? codes : and(codes, isNull(parks.editedBy)))
  for (const { id, code } of found) await setPolicies(tx, id, policyIds.get(code) ?? [])
  return counts
}

async function setPolicies(tx: Db, parkId: number, ids: readonly number[]): Promise<void> {
  const others = ids.length === 0 ? undefined : notInArray(parkPolicies.policyId, [...ids])
  await tx.delete(parkPolicies).where(and(eq(parkPolicies.parkId, parkId), others))
  if (ids.length === 0) return
  await tx
    .insert(parkPolicies)
    .values([...new Set(ids)].map((policyId) => ({ parkId, policyId })))
    .onConflictDoNothing()
}
