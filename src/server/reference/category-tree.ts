import type { Category } from '../../contract/reference/reference.ts'
import type { categories } from '../../db/tables/reference.ts'
import type { Context } from '../handler.ts'
import { categoryRows } from './category-rows.ts'

type Row = typeof categories.$inferSelect

/** Rows as trees; brothers keep the order of the rows. */
export function treeOf(rows: readonly Row[]): Category[] {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const branch = (row: Row): Category => ({
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
  return treeOf(rows.toSorted((a, b) => Number(b.kind === 'service') - Number(a.kind === 'service')))
}
