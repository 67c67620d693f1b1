import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { entryTyped, type EntryTyped } from '../../../contract/content/entry-typed.ts'
import type { Db } from '../../../db/open.ts'
import { facts } from '../../../db/tables/operations.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'

const keyPrefix = (kind: EntryKind) => `entryDraft:${kind}:`
const keyOf = (kind: EntryKind, entryId: number) => `${keyPrefix(kind)}${entryId}`

/**
 * Form input of an incomplete draft, stored in `facts` because the content tables require complete rows. Null for
 * complete entries.
 */
export async function getDraftInput(db: Db, kind: EntryKind, entryId: number): Promise<EntryTyped | null> {
  const [row] = await db
    .select({ value: facts.value })
    .from(facts)
    .where(eq(facts.key, keyOf(kind, entryId)))
  return row === undefined ? null : entryTyped.parse(row.value)
}

/** SQL condition: whether an entry is an incomplete draft. */
export const hasDraftInput = (kind: EntryKind, entryId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${facts} where ${facts.key} = ${keyPrefix(kind)} || ${entryId}::text)`

export const saveDraftInput = (tx: Db, kind: EntryKind, entryId: number, typed: EntryTyped) =>
  tx
    .insert(facts)
    .values({ key: keyOf(kind, entryId), value: typed })
    .onConflictDoUpdate({ target: facts.key, set: { value: typed } })

export const deleteDraftInput = (tx: Db, kind: EntryKind, entryId: number) =>
  tx.delete(facts).where(eq(facts.key, keyOf(kind, entryId)))
