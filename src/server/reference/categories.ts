import { asc, eq, sql } from 'drizzle-orm'
import type { Category, referenceCalls } from '../../contract/reference/reference.ts'
import type { Db } from '../../db/open.ts'
import { services } from '../../db/tables/catalogue.ts'
import { categories } from '../../db/tables/reference.ts'
import type { Handler } from '../handler.ts'

type Row = typeof categories.$inferSelect

/** All categories in one read: a few hundred rows. */
const rowsOf = (db: Db) =>
  db.select().from(categories).orderBy(asc(categories.level), asc(categories.sort), asc(categories.id))

function treeOf(rows: readonly Row[]): Category[] {
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
export async function categoryTree(db: Db): Promise<Category[]> {
  const rows = await rowsOf(db)
  return treeOf(rows.toSorted((a, b) => Number(b.kind === 'service') - Number(a.kind === 'service')))
}

export const categoriesFand: Handler<typeof referenceCalls.categoriesFand> = (_input, { db }) => categoryTree(db)

export const categoriesForIndex: Handler<typeof referenceCalls.categoriesForIndex> = async (_input, { db }) => {
  const counts = await db
    .select({ id: sql<number>`unnest(${services.categoryPath})`.as('category'), count: sql<number>`count(*)::int` })
    .from(services)
    .where(eq(services.status, 'published'))
    .groupBy(sql`1`)
  const countOf = new Map(counts.map((row) => [row.id, row.count]))
  const [root] = treeOf((await rowsOf(db)).filter((row) => row.kind === 'service'))
  return (root?.childList ?? []).map((stage) => ({
    ...stage,
    serviceCount: countOf.get(stage.categoryId) ?? 0,
    childList: [...stage.childList],
  }))
}
