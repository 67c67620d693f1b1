import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { listingChanges, products, services } from '../../../db/tables/catalogue.ts'
import { demands, demandSubscriptions, leads } from '../../../db/tables/demands.ts'
import {
  adSettings,
  categories,
  categoryAttributes,
  categoryMerges,
  dictionaries,
} from '../../../db/tables/reference.ts'
import { savedSearches } from '../../../db/tables/search.ts'
import { addressAfterMerge, queryAfterMerge, type CategoryTargets } from '../../../domain/reference/category-address.ts'
import type { CategoryMove, CategoryPlace } from '../../../domain/reference/category-tree.ts'
import { hotWordKeys } from '../../../domain/reference/dictionary-keys.ts'
import { savedCategory } from './category-usage.ts'
import { indexDemands, indexListings } from '../../search/index-documents.ts'

type Kind = CategoryPlace['kind']

/** Documents written per statement. */
const batchSize = 200
const literal = (ids: readonly number[]) => `{${ids.join(',')}}`
const isMerge = ({ id, to }: CategoryMove) => id !== to

/** The moves as rows of a statement: id, target, path. */
const movedRows = (moves: readonly CategoryMove[]): SQL =>
  sql`(values ${sql.join(
    moves.map(({ id, to, path }) => sql`(${id}::int, ${to}::int, ${literal(path)}::int[])`),
    sql`, `,
  )}) as moved (id, target, path)`

/**
 * Writes a planned change of the tree with everything that copies it: paths of listings and demands, categories of
 * waiting changes, subscriptions, requests, attributes, hot words and promotions, and the search documents. Cards
 * follow by triggers. The tree must be locked (`lockCategories`). Listings and demands are locked in the order of their
 * ids, as their writers do; their versions stay, so that forms that are open can still be saved.
 */
export async function applyTreeChange(
  tx: Db,
  kind: Kind,
  rows: readonly CategoryPlace[],
  moves: readonly CategoryMove[],
): Promise<void> {
  if (moves.length === 0) return
  const [merges, places] = [moves.filter(isMerge), moves.filter((move) => !isMerge(move))]
  await writePlaces(tx, rows, places)
  const ids = moves.map(({ id }) => id)
  const t = kind === 'service' ? services : products
  const listingIds = await lockRows(tx, t, ids)
  const demandIds = kind === 'service' ? await lockRows(tx, demands, ids) : []
  for (const table of kind === 'service' ? [t, demands] : [t]) {
    if (places.length > 0)
      await tx.execute(sql`update ${table} set category_path = moved.path from ${movedRows(places)}
        where ${table.categoryId} = moved.id`)
    if (merges.length > 0)
      await tx.execute(sql`update ${table} set category_id = moved.target, category_path = moved.path
        from ${movedRows(merges)} where ${table.categoryId} = moved.id`)
  }
  if (merges.length > 0) await mergeReferences(tx, kind, rows, merges)
  await reindex(tx, kind, listingIds, demandIds)
}

/** Renames a category in hot words, and in the search documents of its branch. */
export async function applyRename(tx: Db, { id, kind, name: from }: CategoryPlace, to: string): Promise<void> {
  const t = kind === 'service' ? services : products
  const within = (table: typeof services | typeof products | typeof demands) =>
    sql`${table.categoryPath} @> array[${id}]::int[]`
  const listingIds = await lockWhere(tx, t, within(t))
  const demandIds = kind === 'service' ? await lockWhere(tx, demands, within(demands)) : []
  await renameHotWord(tx, from, to)
  await reindex(tx, kind, listingIds, demandIds)
}

async function writePlaces(tx: Db, rows: readonly CategoryPlace[], places: readonly CategoryMove[]): Promise<void> {
  const before = new Map(rows.map((row) => [row.id, row]))
  for (const { id, parentId, level, path } of places) {
    const isNewParent = before.get(id)?.parentId !== parentId && parentId !== null
    await tx
      .update(categories)
      .set({
        parentId,
        level,
        path: [...path],
        ...(isNewParent ? { sort: await nextSort(tx, parentId) } : {}),
      })
      .where(eq(categories.id, id))
  }
}

/** The place after the last child of a category. */
export async function nextSort(tx: Db, parentId: number): Promise<number> {
  const [last] = await tx
    .select({ sort: sql<number>`coalesce(max(${categories.sort}), -1)::int` })
    .from(categories)
    .where(eq(categories.parentId, parentId))
  return (last?.sort ?? -1) + 1
}

const lockRows = (tx: Db, t: typeof services | typeof products | typeof demands, ids: readonly number[]) =>
  lockWhere(tx, t, inArray(t.categoryId, [...ids]))

async function lockWhere(tx: Db, t: typeof services | typeof products | typeof demands, where: SQL): Promise<number[]> {
  const rows = await tx.select({ id: t.id }).from(t).where(where).orderBy(asc(t.id)).for('no key update')
  return rows.map(({ id }) => id)
}

async function mergeReferences(
  tx: Db,
  kind: Kind,
  rows: readonly CategoryPlace[],
  merges: readonly CategoryMove[],
): Promise<void> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ids = merges.map(({ id }) => id)
  const { form } = listingChanges
  await tx.execute(sql`update ${listingChanges} set form = jsonb_set(${form}, '{categoryId}', to_jsonb(moved.target))
    from ${movedRows(merges)} where ${listingChanges.kind} = ${kind} and (${form} ->> 'categoryId')::int = moved.id`)
  if (kind === 'service') {
    await tx.execute(sql`update ${demandSubscriptions} set category_ids = array(
        select coalesce(moved.target, named.id) from unnest(${demandSubscriptions.categoryIds}) with ordinality as named (id, at)
        left join ${movedRows(merges)} on moved.id = named.id group by 1 order by min(named.at))
      where ${demandSubscriptions.categoryIds} && ${literal(ids)}::int[]`)
    await tx.execute(sql`update ${leads} set category_id = moved.target from ${movedRows(merges)}
      where ${leads.categoryId} = moved.id`)
  }
  for (const merge of merges) await mergeAttributes(tx, merge)
  const targets = new Map(merges.map(({ id, to, level }) => [id, { id: to, level }]))
  await mergePromotions(tx, targets)
  await mergeSavedSearches(tx, kind, targets)
  for (const { id, to } of merges) {
    const [from, target] = [byId.get(id), byId.get(to)]
    if (from === undefined || target === undefined) continue
    await renameHotWord(tx, from.name, target.name)
    await tx.update(categoryMerges).set({ targetId: to }).where(eq(categoryMerges.targetId, id))
    await tx.insert(categoryMerges).values({ id, targetId: to, name: from.name })
  }
  await tx.delete(categories).where(inArray(categories.id, ids))
}

/** Attributes that the target lacks move to it, so that values of listings stay visible; nobody must fill them in. */
async function mergeAttributes(tx: Db, { id, to, path }: CategoryMove): Promise<void> {
  const known = await tx
    .select({ code: categoryAttributes.code })
    .from(categoryAttributes)
    .where(inArray(categoryAttributes.categoryId, [...path]))
  const codes = known.map(({ code }) => code)
  await tx
    .delete(categoryAttributes)
    .where(and(eq(categoryAttributes.categoryId, id), inArray(categoryAttributes.code, codes)))
  await tx
    .update(categoryAttributes)
    .set({ categoryId: to, required: false, sort: sql`${categoryAttributes.sort} + 10000` })
    .where(eq(categoryAttributes.categoryId, id))
}

/** Promotions that lead to the list of a merged category lead to that of its target. */
async function mergePromotions(tx: Db, targets: CategoryTargets): Promise<void> {
  const rows = await tx.select({ id: adSettings.id, href: adSettings.href }).from(adSettings)
  for (const { id, href } of rows) {
    const next = addressAfterMerge(href, targets)
    if (next !== undefined) await tx.update(adSettings).set({ href: next }).where(eq(adSettings.id, id))
  }
}

/** Saved searches in a merged category search in its target. */
async function mergeSavedSearches(tx: Db, kind: Kind, targets: CategoryTargets): Promise<void> {
  const rows = await tx
    .select({ id: savedSearches.id, query: savedSearches.query })
    .from(savedSearches)
    .where(and(eq(savedSearches.kind, kind), inArray(savedCategory, [...targets.keys()])))
    .orderBy(asc(savedSearches.id))
  for (const { id, query } of rows)
    await tx
      .update(savedSearches)
      .set({ query: queryAfterMerge(kind, query, targets) })
      .where(eq(savedSearches.id, id))
}

/** A hot word that names a category follows its name; where that is a hot word already, the former one goes. */
async function renameHotWord(tx: Db, from: string, to: string): Promise<void> {
  if (from === to) return
  for (const key of Object.values(hotWordKeys)) {
    const words = await tx
      .select()
      .from(dictionaries)
      .where(and(eq(dictionaries.dictKey, key), or(eq(dictionaries.dictText, from), eq(dictionaries.dictText, to))))
    const former = words.find(({ dictText }) => dictText === from)
    if (former === undefined) continue
    if (words.some(({ dictText }) => dictText === to))
      await tx.delete(dictionaries).where(eq(dictionaries.id, former.id))
    else await tx.update(dictionaries).set({ dictText: to }).where(eq(dictionaries.id, former.id))
  }
}

/** Search documents contain the names of all categories of a path. */
async function reindex(tx: Db, kind: Kind, listingIds: readonly number[], demandIds: readonly number[]): Promise<void> {
  for (let at = 0; at < listingIds.length; at += batchSize) {
    await indexListings(tx, kind, listingIds.slice(at, at + batchSize))
    await setImmediate()
  }
  for (let at = 0; at < demandIds.length; at += batchSize) {
    await indexDemands(tx, demandIds.slice(at, at + batchSize))
    await setImmediate()
  }
}
