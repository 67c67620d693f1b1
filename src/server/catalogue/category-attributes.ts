import { asc, eq, inArray } from 'drizzle-orm'
import type { listingReviewsCalls } from '../../contract/catalogue/listing-reviews.ts'
import { CallFailed } from '../../contract/failures.ts'
import { categoryAttributes as table, dictionaries } from '../../db/tables/reference.ts'
import { attributesAlong, type Attribute } from '../../domain/catalogue/attributes.ts'
import type { Context, Handler } from '../handler.ts'
import { cachedReads, referenceTag } from '../cached-reads.ts'
import { categoryNodes } from '../reference/categories.ts'

type ByCategory = ReadonlyMap<number, readonly Attribute[]>

const cachedAttributes = cachedReads<ByCategory>({ tags: [referenceTag] })

/** Attributes declared on each category itself, with their dictionary values: two queries for all. */
export const ownAttributes = (context: Pick<Context, 'db' | 'pages'>) =>
  cachedAttributes(context, 'all', async (): Promise<ByCategory> => {
    const { db } = context
    const rows = await db
      .select()
      .from(table)
      .where(eq(table.isOn, true))
      .orderBy(asc(table.categoryId), asc(table.sort), asc(table.id))
    const keys = [...new Set(rows.map(({ dictKey }) => dictKey).filter((key) => key !== ''))]
    const values =
      keys.length === 0
        ? []
        : await db
            .select({ key: dictionaries.dictKey, text: dictionaries.dictText })
            .from(dictionaries)
            .where(inArray(dictionaries.dictKey, keys))
            .orderBy(asc(dictionaries.sort), asc(dictionaries.id))
    const options = Map.groupBy(values, ({ key }) => key)
    const attributes = rows.map(({ categoryId, dictKey, code, name, input, unit, required }) => ({
      categoryId,
      code,
      name,
      input,
      unit,
      required,
      options: (options.get(dictKey) ?? []).map(({ text }) => text),
    }))
    return Map.groupBy(attributes, ({ categoryId }) => categoryId)
  })

/**
 * Returns a lookup of attributes by category path (ids from the root down), see `attributesAlong`.
 */
export async function attributesByPath(
  context: Pick<Context, 'db' | 'pages'>,
): Promise<(path: readonly number[]) => readonly Attribute[]> {
  const all = await ownAttributes(context)
  return (path) => attributesAlong(all, path)
}

export const categoryAttributes: Handler<typeof listingReviewsCalls.categoryAttributes> = async (
  { categoryId },
  context,
) => {
  const node = (await categoryNodes(context)).get(categoryId)
  if (node === undefined) throw new CallFailed('notFound')
  const attributesOf = await attributesByPath(context)
  return attributesOf(node.path).map(({ code, name, input, options, unit, required }) => ({
    code,
    name,
    input,
    unit,
    required,
    options: [...options],
  }))
}
