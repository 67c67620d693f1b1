import type { Context } from '../handler.ts'
import { cachedReads, referenceTag } from '../cached-reads.ts'
import { asc } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { categories } from '../../db/tables/reference.ts'
import type { Category } from '../../contract/reference/reference.ts'

type CategoryRow = typeof categories.$inferSelect
const cachedRows = cachedReads<readonly CategoryRow[]>({ tags: [referenceTag] })

/** Whether a category is offered: neither it nor one above it is switched off. */
export function isOffered(rows: readonly Pick<CategoryRow, 'id' | 'isOn'>[]) {
  const off = new Set(rows.flatMap(({ id, isOn }) => (isOn ? [] : [id])))
  return ({ path }: Pick<CategoryRow, 'path'>): boolean => off.size === 0 || !path.some((id) => off.has(id))
}

/** All offered categories of both trees, parents before children, siblings in their order: a few hundred rows. */
export const categoryRows = (context: Pick<Context, 'db' | 'pages'>): Promise<readonly CategoryRow[]> =>
  cachedRows(context, 'all', async () => {
    const rows = await allCategoryRows(context.db)
    return rows.filter(isOffered(rows))
  })

/** Every category, also those switched off, parents before children, siblings in their order. */
export const allCategoryRows = (db: Db): Promise<CategoryRow[]> =>
  db.select().from(categories).orderBy(asc(categories.level), asc(categories.sort), asc(categories.id))

/** Category data for menus and breadcrumbs. */
export interface CategoryNode {
  readonly id: number
  readonly kind: 'service' | 'product'
  readonly parentId: number | null
  readonly level: number
  readonly name: string
  readonly path: readonly number[]
  readonly mark: string
  readonly figure: string
}

const cachedNodes = cachedReads<ReadonlyMap<number, CategoryNode>>({ tags: [referenceTag] })

/** All categories by id, in display order. */
export const categoryNodes = (context: Pick<Context, 'db' | 'pages'>): Promise<ReadonlyMap<number, CategoryNode>> =>
  cachedNodes(context, 'all', async () => new Map((await categoryRows(context)).map((row) => [row.id, row])))

/** Path of a category from the first level down, without the root. */
export const categoryTrail = (nodes: ReadonlyMap<number, CategoryNode>, path: readonly number[]) =>
  path
    .flatMap((id) => nodes.get(id) ?? [])
    .filter(({ level }) => level > 0)
    .map(({ id, name }) => ({ categoryId: id, categoryName: name }))

type TreeRow = typeof categories.$inferSelect

/** Builds trees from rows; siblings keep the order of the rows. */
export function buildTree(rows: readonly TreeRow[]): Category[] {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const branch = (row: TreeRow): Category => ({
    categoryId: row.id,
    categoryName: row.name,
    mark: row.mark,
    childList: (below.get(row.id) ?? []).map(branch),
  })
  return (below.get(null) ?? []).map(branch)
}

/** Both trees, services first. */
export async function categoryTree(context: Pick<Context, 'db' | 'pages'>): Promise<Category[]> {
  const rows = await categoryRows(context)
  return buildTree(rows.toSorted((a, b) => Number(b.kind === 'service') - Number(a.kind === 'service')))
}
