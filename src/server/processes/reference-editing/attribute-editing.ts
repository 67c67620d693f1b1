import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { categoryEditingCalls } from '../../../contract/reference/category-editing.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { categories, categoryAttributes as table, dictionaries } from '../../../db/tables/reference.ts'
import type { AttributeInput } from '../../../domain/catalogue/attributes.ts'
import { referenceTag } from '../../cached-reads.ts'
import type { Handler } from '../../handler.ts'
import { lockCategories } from '../../reference/category-lock.ts'

type Calls = typeof categoryEditingCalls
type Category = typeof categories.$inferSelect

async function findCategory(db: Db, categoryId: number): Promise<Category> {
  const [row] = await db.select().from(categories).where(eq(categories.id, categoryId))
  if (row === undefined || row.level === 0) throw new CallFailed('notFound')
  return row
}

const hasOptions = (input: AttributeInput) => input === 'select' || input === 'multi'

export const editedAttributes: Handler<Calls['editedAttributes']> = async ({ categoryId }, { db }) => {
  await findCategory(db, categoryId)
  const rows = await db
    .select()
    .from(table)
    .where(eq(table.categoryId, categoryId))
    .orderBy(asc(table.sort), asc(table.id))
  const keys = rows.map(({ dictKey }) => dictKey).filter((key) => key !== '')
  const texts =
    keys.length === 0
      ? []
      : await db
          .select({ key: dictionaries.dictKey, text: dictionaries.dictText })
          .from(dictionaries)
          .where(inArray(dictionaries.dictKey, keys))
          .orderBy(asc(dictionaries.sort), asc(dictionaries.id))
  const options = Map.groupBy(texts, ({ key }) => key)
  return rows.map(({ id, name, input, dictKey, unit, required, isOn }) => ({
    attributeId: id,
    name,
    input,
    options: (options.get(dictKey) ?? []).map(({ text }) => text),
    unit,
    required,
    isOn,
  }))
}

/** Saves an attribute. Its options are its own: a dictionary that other attributes share is copied first. */
export const attributeSave: Handler<Calls['attributeSave']> = async (input, { db, after, pages, note }) => {
  const options = [...new Set(input.options)]
  if (hasOptions(input.input) && options.length === 0)
    throw fieldFailed({ field: 'options', message: '请至少填写一个选项' })
  return db.transaction(async (tx) => {
    await lockCategories(tx)
    const category = await findCategory(tx, input.categoryId)
    const siblings = await tx.select().from(table).where(eq(table.categoryId, category.id))
    const known = siblings.find(({ id }) => id === input.attributeId)
    if (input.attributeId !== undefined && known === undefined) throw new CallFailed('notFound')
    if (siblings.some(({ id, name }) => name === input.name && id !== input.attributeId))
      throw new CallFailed('attributeNameUsed')
    note(`${category.name}，${input.name}`)
    after(() => pages.invalidate([referenceTag, 'services', 'products']))
    const { name, unit, required } = input
    if (known !== undefined) {
      const dictKey = hasOptions(known.input) ? await saveOptions(tx, category, known, options) : ''
      await tx.update(table).set({ name, unit, required, dictKey }).where(eq(table.id, known.id))
      return { attributeId: known.id }
    }
    const sort = Math.max(-1, ...siblings.map((each) => each.sort)) + 1
    const [added] = await tx
      .insert(table)
      .values({ categoryId: category.id, code: '', name, unit, required, sort, input: input.input })
      .returning()
    if (added === undefined) throw new Error('No attribute was added')
    const code = `attribute${added.id}`
    const dictKey = hasOptions(added.input) ? await saveOptions(tx, category, { ...added, code }, options) : ''
    await tx.update(table).set({ code, dictKey }).where(eq(table.id, added.id))
    return { attributeId: added.id }
  })
}

/** Writes the options in their order and returns the key of their dictionary. Options of listings cannot be removed. */
async function saveOptions(
  tx: Db,
  category: Category,
  { id, code, dictKey }: typeof table.$inferSelect,
  options: readonly string[],
): Promise<string> {
  const before = await tx.select().from(dictionaries).where(eq(dictionaries.dictKey, dictKey))
  const removed = before.map(({ dictText }) => dictText).filter((text) => !options.includes(text))
  if (removed.length > 0) {
    const count = await countListings(tx, category, code, removed)
    if (count > 0) throw new CallFailed('attributeOptionUsed', { count })
  }
  const isShared = (await tx.$count(table, and(eq(table.dictKey, dictKey), ne(table.id, id)))) > 0
  const key = dictKey === '' || isShared ? `ATTR_OF_${id}` : dictKey
  await tx.delete(dictionaries).where(eq(dictionaries.dictKey, key))
  await tx
    .insert(dictionaries)
    .values(options.map((dictText, sort) => ({ dictKey: key, dictCode: String(sort + 1), dictText, sort })))
  return key
}

/** Listings of a branch with one of these values. */
function countListings(tx: Db, { id, kind }: Category, code: string, values: readonly string[]): Promise<number> {
  const t = kind === 'service' ? services : products
  const within = sql`${t.categoryPath} @> array[${id}]::int[] and ${t.deletedAt} is null`
  return tx.$count(
    t,
    sql`${within} and exists (select 1 from jsonb_array_elements_text(coalesce(${t.attributes} -> ${code}::text, '[]')) as given
      where given = any(${sql.param([...values])}::text[]))`,
  )
}

export const attributeSort: Handler<Calls['attributeSort']> = ({ categoryId, attributeIds }, context) =>
  context.db.transaction(async (tx) => {
    await lockCategories(tx)
    const category = await findCategory(tx, categoryId)
    const rows = await tx.select({ id: table.id }).from(table).where(eq(table.categoryId, categoryId))
    const ids = new Set(attributeIds)
    if (ids.size !== rows.length || rows.some(({ id }) => !ids.has(id))) throw new CallFailed('conflict')
    for (const [sort, id] of [...ids].entries()) await tx.update(table).set({ sort }).where(eq(table.id, id))
    context.note(category.name)
    context.after(() => context.pages.invalidate([referenceTag, 'services', 'products']))
    return {}
  })

export const attributeSwitch: Handler<Calls['attributeSwitch']> = ({ attributeId, isOn }, context) =>
  context.db.transaction(async (tx) => {
    await lockCategories(tx)
    const [saved] = await tx.update(table).set({ isOn }).where(eq(table.id, attributeId)).returning()
    if (saved === undefined) throw new CallFailed('notFound')
    context.note(`${saved.name}，${isOn ? '启用' : '停用'}`)
    context.after(() => context.pages.invalidate([referenceTag, 'services', 'products']))
    return {}
  })
