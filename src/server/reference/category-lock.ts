import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { categories, categoryMerges } from '../../db/tables/reference.ts'
import type { CategoryTargets } from '../../domain/reference/category-address.ts'
import { isOffered, type CategoryNode } from './categories.ts'

/**
 * Keeps the category tree as it is until the transaction ends. First statement of every transaction that stores the
 * category of a listing, demand, subscription or lead: a change of the tree waits for them, and they for it, before
 * either has locked a row.
 */
export const holdCategories = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('categories'))`)

/** First statement of every transaction that changes the category tree. */
export const lockCategories = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('categories'))`)

/** Targets of merged categories by their former ids. Read after `holdCategories`. */
export async function mergedCategories(db: Db, ids?: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids?.length === 0) return new Map()
  const rows = await db
    .select({ id: categoryMerges.id, targetId: categoryMerges.targetId })
    .from(categoryMerges)
    .where(ids === undefined ? undefined : inArray(categoryMerges.id, [...ids]))
  return new Map(rows.map(({ id, targetId }) => [id, targetId]))
}

/** The offered categories of a kind as they are in the database, past the caches. Read after `holdCategories`. */
export async function currentCategories(
  tx: Db,
  kind: CategoryNode['kind'],
): Promise<ReadonlyMap<number, CategoryNode>> {
  const rows = await tx.select().from(categories).where(eq(categories.kind, kind))
  return new Map(rows.filter(isOffered(rows)).map((row) => [row.id, row]))
}

/** Targets of all merged categories, for addresses. */
export async function categoryTargets(db: Db): Promise<CategoryTargets> {
  const rows = await db
    .select({ former: categoryMerges.id, id: categories.id, level: categories.level })
    .from(categoryMerges)
    .innerJoin(categories, eq(categories.id, categoryMerges.targetId))
  return new Map(rows.map(({ former, ...target }) => [former, target]))
}
