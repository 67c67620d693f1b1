import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { categoriesCalls } from '../../contract/catalogue/categories.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import { categories } from '../../db/tables/reference.ts'
import type { Handler } from '../handler.ts'
import { referenceTag } from '../kept.ts'

/** All children of one parent or nothing: an order that leaves one out was made from an old list. */
export const productCategoriesIndexSort: Handler<typeof categoriesCalls.productCategoriesIndexSort> = async (
  { categoryIds },
  { db, pages, after, note },
) => {
  if (new Set(categoryIds).size < categoryIds.length)
    throw fieldFailed({ field: 'categoryIds', message: '同一分类出现了两次' })
  return db.transaction(async (tx) => {
    const given = await tx.select().from(categories).where(inArray(categories.id, categoryIds))
    const [parentId, ...others] = new Set(given.map((row) => row.parentId))
    if (given.length < categoryIds.length) throw new CallFailed('notFound')
    if (parentId === undefined || parentId === null || others.length > 0)
      throw fieldFailed({ field: 'categoryIds', message: '只能调整同一级分类的先后' })
    // Locked in one order, so that two operators at once follow each other.
    const brothers = await tx
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.parentId, parentId))
      .orderBy(asc(categories.id))
      .for('update')
    if (brothers.length !== categoryIds.length) throw new CallFailed('conflict')
    const order = sql`(values ${sql.join(
      categoryIds.map((id, place) => sql`(${id}::int, ${place}::int)`),
      sql`, `,
    )}) as wanted (id, place)`
    await tx.execute(sql`update ${categories} set sort = wanted.place from ${order} where ${categories.id} = wanted.id`)
    const [parent] = await tx.select({ name: categories.name }).from(categories).where(eq(categories.id, parentId))
    note(parent?.name ?? '')
    after(() => pages.invalidate([referenceTag]))
    return {}
  })
}
