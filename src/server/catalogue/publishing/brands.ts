import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { brands } from '../../../db/tables/catalogue.ts'
import { nameKey } from '../../../db/tables/columns.ts'

/** What a brand is compared by, as the table does: case, spaces and width make no other brand. */
export const brandKey = (name: string): string => name.normalize('NFKC').replace(/\s/g, '').toLowerCase()

/** Ids of brands by the key of their names; those that are missing are made. Three statements for any number. */
export async function brandIds(tx: Db, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const named = new Map(names.filter((name) => brandKey(name) !== '').map((name) => [brandKey(name), name]))
  if (named.size === 0) return new Map()
  const keys = [...named.keys()]
  const known = await read(tx, keys)
  const missing = keys.filter((key) => !known.has(key))
  if (missing.length === 0) return known
  await tx
    .insert(brands)
    .values(missing.toSorted().map((key) => ({ name: named.get(key) ?? key })))
    // Somebody else may be making the same one.
    .onConflictDoNothing()
  return read(tx, keys)
}

async function read(tx: Db, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const key = nameKey(brands.name)
  const rows = await tx
    .select({ id: brands.id, name: brands.name })
    .from(brands)
    .where(inArray(sql`${key}`, [...keys]))
  return new Map(rows.map(({ id, name }) => [brandKey(name), id]))
}
