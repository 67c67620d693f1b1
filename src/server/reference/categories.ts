import { sql } from 'drizzle-orm'
import type { referenceCalls } from '../../contract/reference/reference.ts'
import { categoryAttributes } from '../../db/tables/reference.ts'
import { countsByCategory } from '../catalogue/public.ts'
import type { Handler } from '../handler.ts'
import { categoryRows } from './category-rows.ts'
import { categoryTree, treeOf } from './category-tree.ts'

export const categoriesFand: Handler<typeof referenceCalls.categoriesFand> = (_input, context) => categoryTree(context)

export const categoriesForIndex: Handler<typeof referenceCalls.categoriesForIndex> = async (_input, context) => {
  const counts = await countsByCategory(context, 'service')
  const [root] = treeOf((await categoryRows(context)).filter((row) => row.kind === 'service'))
  return (root?.childList ?? []).map((stage) => ({
    ...stage,
    serviceCount: counts.get(stage.categoryId) ?? 0,
    childList: [...stage.childList],
  }))
}

export const categoriesBack: Handler<typeof referenceCalls.categoriesBack> = async (_input, context) => {
  const attributes = await context.db
    .select({ id: categoryAttributes.categoryId, count: sql<number>`count(*)::int` })
    .from(categoryAttributes)
    .groupBy(categoryAttributes.categoryId)
  const attributesOf = new Map(attributes.map(({ id, count }) => [id, count]))
  const [services, products] = [await countsByCategory(context, 'service'), await countsByCategory(context, 'product')]
  return (await categoryRows(context)).map(({ id, name, kind, parentId, level, sort, mark, figure }) => ({
    ...{ categoryId: id, categoryName: name, kind, parentId, level, sort, mark, figure },
    attributeCount: attributesOf.get(id) ?? 0,
    listingCount: (kind === 'service' ? services : products).get(id) ?? 0,
  }))
}
