import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { categoriesCalls, CountedCategory } from '../../contract/catalogue/categories.ts'
import { CallFailed } from '../../contract/failures.ts'
import { brands, products } from '../../db/tables/catalogue.ts'
import { areaMenu } from '../../domain/reference/area-menu.ts'
import type { Context, Handler } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { categoryNodes, type CategoryNode } from './category-tree.ts'
import { placeNames } from './places.ts'
import { countsByCategory, countsByPlace } from './tallies.ts'

type Kept = Pick<Context, 'db' | 'pages'>
type Kind = CategoryNode['kind']

const ofKind = async (context: Kept, kind: Kind) =>
  [...(await categoryNodes(context)).values()].filter((node) => node.kind === kind)

/** The categories of a kind from the first level down to `deepest`, counted. */
async function countedTree(context: Kept, kind: Kind, deepest: number): Promise<CountedCategory[]> {
  const nodes = await ofKind(context, kind)
  const counts = await countsByCategory(context, kind)
  const below = Map.groupBy(nodes, ({ parentId }) => parentId)
  const branch = ({ id, name, level, mark }: CategoryNode): CountedCategory => ({
    ...{ categoryId: id, categoryName: name, level, mark, count: counts.get(id) ?? 0 },
    childList: level < deepest ? (below.get(id) ?? []).map(branch) : [],
  })
  return nodes.filter(({ level }) => level === 1).map(branch)
}

export const productCategoriesIndex: Handler<typeof categoriesCalls.productCategoriesIndex> = (_input, context) =>
  countedTree(context, 'product', 4)

export const serviceFields: Handler<typeof categoriesCalls.serviceFields> = (_input, context) =>
  countedTree(context, 'service', 3)

export const productCategoriesFirst: Handler<typeof categoriesCalls.productCategoriesFirst> = async (_input, context) =>
  (await ofKind(context, 'product'))
    .filter(({ level }) => level === 1)
    .map(({ id, name, mark, figure }) => ({ categoryId: id, categoryName: name, mark, figure }))

export const productCategories: Handler<typeof categoriesCalls.productCategories> = async ({ categoryId }, context) => {
  const nodes = await ofKind(context, 'product')
  const parent = nodes.find(({ id, level }) => (categoryId === undefined ? level === 0 : id === categoryId))
  if (parent === undefined) throw new CallFailed('notFound')
  const parents = new Set(nodes.map(({ parentId }) => parentId))
  return nodes
    .filter(({ parentId }) => parentId === parent.id)
    .map(({ id, name, level, mark }) => ({
      ...{ categoryId: id, categoryName: name, level, mark },
      isLeaf: !parents.has(id),
    }))
}

const keptBrands = keptUntilChange<readonly { brandId: number; brandName: string; count: number }[]>(['products'])

export const productBrands: Handler<typeof categoriesCalls.productBrands> = async ({ categoryId }, context) => {
  const nodes = await ofKind(context, 'product')
  const within = nodes.filter(({ path }) => categoryId === undefined || path.includes(categoryId)).map(({ id }) => id)
  if (within.length === 0) return []
  const rows = await keptBrands(context, String(categoryId ?? ''), () =>
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

async function areas(context: Kept, kind: Kind, categoryId: number | undefined) {
  const names = await placeNames(context.db)
  const counts = await countsByPlace(context, kind, categoryId)
  return areaMenu(counts, (code) => names.get(code)).map((row) => ({ ...row, childList: [...row.childList] }))
}

export const productAreas: Handler<typeof categoriesCalls.productAreas> = ({ categoryId }, context) =>
  areas(context, 'product', categoryId)

export const serviceAreas: Handler<typeof categoriesCalls.serviceAreas> = ({ categoryId }, context) =>
  areas(context, 'service', categoryId)
