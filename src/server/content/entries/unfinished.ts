import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { entryTyped, type EntryTyped } from '../../../contract/content/entry-typed.ts'
import type { Db } from '../../../db/open.ts'
import { facts } from '../../../db/tables/operations.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'

const beginning = (kind: EntryKind) => `entryDraft:${kind}:`
const keyOf = (kind: EntryKind, entryId: number) => `${beginning(kind)}${entryId}`

/**
 * What was typed into a draft that is not whole yet, among the facts of the installation: tables of the content hold
 * what readers may be shown, and its columns ask for all of it. Null for what is whole.
 */
export async function typedOf(db: Db, kind: EntryKind, entryId: number): Promise<EntryTyped | null> {
  const [row] = await db
    .select({ value: facts.value })
    .from(facts)
    .where(eq(facts.key, keyOf(kind, entryId)))
  return row === undefined ? null : entryTyped.parse(row.value)
}

/** Whether the row of a list is such a draft. */
export const isUnfinished = (kind: EntryKind, entryId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${facts} where ${facts.key} = ${beginning(kind)} || ${entryId}::text)`

export const keepTyped = (tx: Db, kind: EntryKind, entryId: number, typed: EntryTyped) =>
  tx
    .insert(facts)
    .values({ key: keyOf(kind, entryId), value: typed })
    .onConflictDoUpdate({ target: facts.key, set: { value: typed } })

export const dropTyped = (tx: Db, kind: EntryKind, entryId: number) =>
  tx.delete(facts).where(eq(facts.key, keyOf(kind, entryId)))
