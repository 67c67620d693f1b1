import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { categoryEditingCalls } from '../../../contract/reference/category-editing.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { demands } from '../../../db/tables/demands.ts'
import { categories, categoryAttributes, categoryMerges } from '../../../db/tables/reference.ts'
import {
  maxCategoryLevels,
  planCategoryMerge,
  planCategoryMove,
  type TreePlan,
} from '../../../domain/reference/category-tree.ts'
import { referenceTag } from '../../cached-reads.ts'
import type { Context, Handler } from '../../handler.ts'
import { allCategoryRows } from '../../reference/categories.ts'
import { lockCategories } from '../../reference/category-lock.ts'
import { confirmOrAsk } from '../second-operator.ts'
import { applyRename, applyTreeChange, nextSort } from './apply-tree-change.ts'
import { isUsed, sumUsage, usageByCategory } from './category-usage.ts'

type Calls = typeof categoryEditingCalls
type Row = typeof categories.$inferSelect

/** Tags of everything that shows categories or is counted by them. */
const changedTags = [referenceTag, 'home', 'services', 'products', 'shops', 'demands']

/** All public pages follow a change of the trees. */
const invalidateAfter = ({ after, pages }: Pick<Context, 'after' | 'pages'>) =>
  after(() => pages.invalidate(changedTags))

const findRow = (rows: readonly Row[], id: number): Row => {
  const row = rows.find((each) => each.id === id)
  if (row === undefined || row.level === 0) throw new CallFailed('notFound')
  return row
}

/** Uses of a category and everything below it. */
async function branchUsage(db: Db, rows: readonly Row[], { id, kind }: Pick<Row, 'id' | 'kind'>) {
  const uses = await usageByCategory(db, kind)
  return sumUsage(rows.filter(({ path }) => path.includes(id)).map((row) => uses.get(row.id)))
}

export const editedCategories: Handler<Calls['editedCategories']> = async ({ kind }, { db }) => {
  const rows = (await allCategoryRows(db)).filter((row) => row.kind === kind)
  const root = rows.find(({ level }) => level === 0)
  if (root === undefined) throw new CallFailed('notFound')
  const uses = await usageByCategory(db, kind)
  const attributes = await db
    .select({ id: categoryAttributes.categoryId, count: sql<number>`count(*)::int` })
    .from(categoryAttributes)
    .where(eq(categoryAttributes.isOn, true))
    .groupBy(categoryAttributes.categoryId)
  const attributesOf = new Map(attributes.map(({ id, count }) => [id, count]))
  return {
    rootId: root.id,
    categories: rows.flatMap(({ id, name, parentId, level, mark, figure, isOn }) =>
      parentId === null
        ? []
        : [
            {
              categoryId: id,
              categoryName: name,
              parentId,
              level,
              mark,
              figure,
              isOn,
              attributeCount: attributesOf.get(id) ?? 0,
              usage: sumUsage(rows.filter(({ path }) => path.includes(id)).map((row) => uses.get(row.id))),
            },
          ],
    ),
  }
}

export const categoryUsage: Handler<Calls['categoryUsage']> = async ({ categoryId }, { db }) => {
  const rows = await allCategoryRows(db)
  return branchUsage(db, rows, findRow(rows, categoryId))
}

export const categorySave: Handler<Calls['categorySave']> = async (input, context) => {
  const { db, note } = context
  const { categoryId, parentId, categoryName: name, mark, figure } = input
  return db.transaction(async (tx) => {
    await lockCategories(tx)
    const rows = await allCategoryRows(tx)
    const row = categoryId === undefined ? undefined : findRow(rows, categoryId)
    const parent = rows.find(({ id }) => id === (row?.parentId ?? parentId))
    if (parent === undefined) throw new CallFailed('notFound')
    if (rows.some((each) => each.parentId === parent.id && each.name === name && each.id !== categoryId))
      throw new CallFailed('categoryNameUsed')
    invalidateAfter(context)
    if (row === undefined) {
      if (parent.level >= maxCategoryLevels[parent.kind]) throw new CallFailed('categoryTooDeep')
      note(`${name}，新增`)
      return { categoryId: await addCategory(tx, parent, { name, mark, figure }) }
    }
    note(row.name === name ? name : `${row.name} → ${name}`)
    await tx.update(categories).set({ name, mark, figure }).where(eq(categories.id, row.id))
    if (row.name !== name) await applyRename(tx, row, name)
    return { categoryId: row.id }
  })
}

async function addCategory(
  tx: Db,
  parent: Row,
  values: { readonly name: string; readonly mark: string; readonly figure: string },
): Promise<number> {
  const [added] = await tx
    .insert(categories)
    .values({
      ...values,
      kind: parent.kind,
      parentId: parent.id,
      level: parent.level + 1,
      path: [],
      sort: await nextSort(tx, parent.id),
    })
    .returning({ id: categories.id })
  if (added === undefined) throw new Error('No category was added')
  await tx
    .update(categories)
    .set({ path: [...parent.path, added.id] })
    .where(eq(categories.id, added.id))
  return added.id
}

const movesOf = (plan: TreePlan) => {
  if ('refused' in plan) throw new CallFailed(plan.refused)
  return plan.moves
}

export const categoryMove: Handler<Calls['categoryMove']> = ({ categoryId, parentId }, context) =>
  context.db.transaction(async (tx) => {
    await lockCategories(tx)
    const rows = await allCategoryRows(tx)
    const row = findRow(rows, categoryId)
    const moves = movesOf(planCategoryMove(rows, categoryId, parentId))
    const usage = await branchUsage(tx, rows, row)
    await applyTreeChange(tx, row.kind, rows, moves)
    const parent = rows.find(({ id }) => id === parentId)
    context.note(`${row.name}，移到${parent?.level === 0 ? '第一级' : `“${parent?.name ?? ''}”之下`}`)
    invalidateAfter(context)
    return usage
  })

export const categoryMerge: Handler<Calls['categoryMerge']> = ({ categoryId, targetId }, context) =>
  context.db.transaction(async (tx) => {
    await lockCategories(tx)
    const rows = await allCategoryRows(tx)
    const [row, target] = [findRow(rows, categoryId), findRow(rows, targetId)]
    const moves = movesOf(planCategoryMerge(rows, categoryId, targetId))
    const usage = await branchUsage(tx, rows, row)
    // What was offered stays offered.
    if (!target.isOn && isUsed(usage))
      await tx
        .update(categories)
        .set({ isOn: true })
        .where(inArray(categories.id, [...target.path]))
    await applyTreeChange(tx, row.kind, rows, moves)
    context.note(`${row.name}，并入“${target.name}”`)
    invalidateAfter(context)
    return usage
  })

export const categorySwitch: Handler<Calls['categorySwitch']> = ({ categoryId, isOn }, context) =>
  context.db.transaction(async (tx) => {
    await lockCategories(tx)
    const rows = await allCategoryRows(tx)
    const row = findRow(rows, categoryId)
    const usage = await branchUsage(tx, rows, row)
    if (!isOn && isUsed(usage)) throw new CallFailed('categoryUsed', usage)
    await tx.update(categories).set({ isOn }).where(eq(categories.id, categoryId))
    context.note(`${row.name}，${isOn ? '启用' : '停用'}`)
    invalidateAfter(context)
    return {}
  })

/** Rows that their owners have deleted remain for orders and history: they refer to the category above. */
async function moveDeletedRows(tx: Db, ids: readonly number[], { id, kind, path }: Row): Promise<void> {
  for (const t of kind === 'service' ? [services, demands] : [products])
    await tx
      .update(t)
      .set({ categoryId: id, categoryPath: [...path] })
      .where(inArray(t.categoryId, [...ids]))
}

export const categoryDelete: Handler<Calls['categoryDelete']> = ({ categoryId }, context) =>
  context.db.transaction(async (tx) => {
    await lockCategories(tx)
    const rows = await allCategoryRows(tx)
    const row = findRow(rows, categoryId)
    const usage = await branchUsage(tx, rows, row)
    if (isUsed(usage)) throw new CallFailed('categoryUsed', usage)
    const parent = rows.find(({ id }) => id === row.parentId)
    if (parent === undefined) throw new CallFailed('notFound')
    const request = { action: 'categoryDelete', subjectId: categoryId, title: row.name, reason: '' } as const
    if (!(await confirmOrAsk(tx, context, request))) {
      context.note(`申请：${row.name}`)
      return { waiting: true }
    }
    const ids = rows.filter(({ path }) => path.includes(categoryId)).map(({ id }) => id)
    await moveDeletedRows(tx, ids, parent)
    await tx.delete(categoryAttributes).where(inArray(categoryAttributes.categoryId, ids))
    await tx.delete(categoryMerges).where(inArray(categoryMerges.targetId, ids))
    await tx.delete(categories).where(and(inArray(categories.id, ids), ne(categories.level, 0)))
    context.note(row.name)
    invalidateAfter(context)
    return { waiting: false }
  })
