import { and, desc, eq, inArray, sql, asc } from 'drizzle-orm'
import type { categoriesCalls, CountedCategory } from '../../contract/catalogue/categories.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import { brands, products } from '../../db/tables/catalogue.ts'
import { areaMenu } from '../../domain/reference/area-menu.ts'
import type { Context, Handler } from '../handler.ts'
import { cachedReads, referenceTag } from '../cached-reads.ts'
import { categoryNodes, type CategoryNode, categoryRows, categoryTree, buildTree } from '../reference/categories.ts'
import { districtNames } from '../platform/district-names.ts'
import { countsByCategory, countsByDistrict } from './listings/counts.ts'
import { categories, categoryAttributes } from '../../db/tables/reference.ts'
import type { referenceCalls } from '../../contract/reference/reference.ts'

type CacheContext = Pick<Context, 'db' | 'pages'>
type Kind = CategoryNode['kind']

const categoriesOfKind = async (context: CacheContext, kind: Kind) =>
  [...(await categoryNodes(context)).values()].filter((node) => node.kind === kind)

/** Categories of a kind from the first level down to `deepest`, with listing counts. */
async function countedTree(context: CacheContext, kind: Kind, deepest: number): Promise<CountedCategory[]> {
  const nodes = await categoriesOfKind(context, kind)
  const counts = await countsByCategory(context, kind)
  const below = Map.groupBy(nodes, ({ parentId }) => parentId)
  const branch = ({ id, name, level, mark }: CategoryNode): CountedCategory => ({
    categoryId: id,
    categoryName: name,
    level,
    mark,
    count: counts.get(id) ?? 0,
    childList: level < deepest ? (below.get(id) ?? []).map(branch) : [],
  })
  return nodes.filter(({ level }) => level === 1).map(branch)
}

export const productCategoriesIndex: Handler<typeof categoriesCalls.productCategoriesIndex> = (_input, context) =>
  countedTree(context, 'product', 4)

export const serviceFields: Handler<typeof categoriesCalls.serviceFields> = (_input, context) =>
  countedTree(context, 'service', 3)

export const productCategoriesFirst: Handler<typeof categoriesCalls.productCategoriesFirst> = async (_input, context) =>
  (await categoriesOfKind(context, 'product'))
    .filter(({ level }) => level === 1)
    .map(({ id, name, mark, figure }) => ({ categoryId: id, categoryName: name, mark, figure }))

export const productCategories: Handler<typeof categoriesCalls.productCategories> = async ({ categoryId }, context) => {
  const nodes = await categoriesOfKind(context, 'product')
  const parent = nodes.find(({ id, level }) => (categoryId === undefined ? level === 0 : id === categoryId))
  if (parent === undefined) throw new CallFailed('notFound')
  const parents = new Set(nodes.map(({ parentId }) => parentId))
  return nodes
    .filter(({ parentId }) => parentId === parent.id)
    .map(({ id, name, level, mark }) => ({
      categoryId: id,
      categoryName: name,
      level,
      mark,
      isLeaf: !parents.has(id),
    }))
}

const cachedBrands = cachedReads<readonly { brandId: number; brandName: string; count: number }[]>({
  tags: ['products'],
})

export const productBrands: Handler<typeof categoriesCalls.productBrands> = async ({ categoryId }, context) => {
  const nodes = await categoriesOfKind(context, 'product')
  const within = nodes.filter(({ path }) => categoryId === undefined || path.includes(categoryId)).map(({ id }) => id)
  if (within.length === 0) return []
  const rows = await cachedBrands(context, String(categoryId ?? ''), () =>
    context.db
      .select({ brandId: brands.id, brandName: brands.name, count: sql<number>`count(*)::int` })
      .from(products)
      .innerJoin(brands, eq(brands.id, products.brandId))
      .where(
        and(
          eq(products.status, 'published'),
          categoryId === undefined ? undefined : inArray(products.categoryId, within),
        ),
      )
      .groupBy(brands.id, brands.name)
      .orderBy(desc(sql`count(*)`), brands.name)
      .limit(200),
  )
  return [...rows]
}

async function countedAreas(context: CacheContext, kind: Kind, categoryId: number | undefined) {
  const names = await districtNames(context.db)
  const counts = await countsByDistrict(context, kind, categoryId)
  return areaMenu(counts, (code) => names.get(code)).map((row) => ({ ...row, childList: [...row.childList] }))
}

export const productAreas: Handler<typeof categoriesCalls.productAreas> = ({ categoryId }, context) =>
  countedAreas(context, 'product', categoryId)

export const serviceAreas: Handler<typeof categoriesCalls.serviceAreas> = ({ categoryId }, context) =>
  countedAreas(context, 'service', categoryId)

/** Requires all children of one parent: an incomplete list is stale and answers conflict. */
export const productCategoriesIndexSort: Handler<typeof categoriesCalls.productCategoriesIndexSort> = async (
  { categoryIds },
  { db, pages, after, note },
) => {
  if (new Set(categoryIds).size < categoryIds.length)
    throw fieldFailed({ field: 'categoryIds', message: '同一分类出现了两次' })
  return db.transaction(async (tx) => {
    const requested = await tx.select().from(categories).where(inArray(categories.id, categoryIds))
    const [parentId, ...others] = new Set(requested.map((row) => row.parentId))
    if (requested.length < categoryIds.length) throw new CallFailed('notFound')
    if (parentId === undefined || parentId === null || others.length > 0)
      throw fieldFailed({ field: 'categoryIds', message: '只能调整同一级分类的先后' })
    // Locked in id order, so that two concurrent updates cannot deadlock.
    const siblings = await tx
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.parentId, parentId))
      .orderBy(asc(categories.id))
      .for('update')
    if (siblings.length !== categoryIds.length) throw new CallFailed('conflict')
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

export const categoriesFand: Handler<typeof referenceCalls.categoriesFand> = (_input, context) => categoryTree(context)

export const categoriesForIndex: Handler<typeof referenceCalls.categoriesForIndex> = async (_input, context) => {
  const counts = await countsByCategory(context, 'service')
  const [root] = buildTree((await categoryRows(context)).filter((row) => row.kind === 'service'))
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
    categoryId: id,
    categoryName: name,
    kind,
    parentId,
    level,
    sort,
    mark,
    figure,
    attributeCount: attributesOf.get(id) ?? 0,
    listingCount: (kind === 'service' ? services : products).get(id) ?? 0,
  }))
}
