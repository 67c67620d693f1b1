import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { referenceCalls } from '../../contract/reference/reference.ts'
import { dictionaries } from '../../db/tables/reference.ts'
import type { Context, Handler } from '../handler.ts'
import { cachedReads, referenceTag } from '../cached-reads.ts'

type Row = typeof dictionaries.$inferSelect
type CacheContext = Pick<Context, 'db' | 'pages'>
const cachedDictionaries = cachedReads<ReadonlyMap<string, readonly Row[]>>({ tags: [referenceTag] })

/** All dictionaries by key, their values in order: a few hundred rows. */
const dictionariesByKey = (context: CacheContext) =>
  cachedDictionaries(context, 'all', async () => {
    const rows = await context.db
      .select()
      .from(dictionaries)
      .orderBy(asc(dictionaries.dictKey), asc(dictionaries.sort), asc(dictionaries.id))
    return Map.groupBy(rows, (row) => row.dictKey)
  })

/** Some keys begin with a space (specification section 3), which clients may omit. */
const withoutBlank = (key: string) => key.trim()

/** Texts of one dictionary by their code, in order. */
export const dictionaryTexts = async (context: CacheContext, dictKey: string): Promise<ReadonlyMap<string, string>> =>
  new Map(((await dictionariesByKey(context)).get(dictKey) ?? []).map(({ dictCode, dictText }) => [dictCode, dictText]))

/** Key of the dictionary of qualifications. */
export const qualificationKey = 'QUALIFICATION_TAG'

/** All qualifications that a shop can hold, without the cache of calls. */
export async function listQualificationTags(db: Db): Promise<string[]> {
  const rows = await db
    .select({ tag: dictionaries.dictCode })
    .from(dictionaries)
    .where(eq(dictionaries.dictKey, qualificationKey))
    .orderBy(asc(dictionaries.sort), asc(dictionaries.id))
  return rows.map(({ tag }) => tag)
}

export const dictionaryMap: Handler<typeof referenceCalls.dictionaryMap> = async ({ keys }, context) => {
  const requestedKeys = keys === undefined ? undefined : new Set(keys.map(withoutBlank))
  return [...(await dictionariesByKey(context))]
    .filter(([dictKey]) => requestedKeys?.has(withoutBlank(dictKey)) ?? true)
    .map(([dictKey, values]) => ({ dictKey, dictValues: [...values] }))
}

export const dictionaryKey: Handler<typeof referenceCalls.dictionaryKey> = async ({ dictKey }, context) =>
  [...(await dictionariesByKey(context))].flatMap(([key, rows]) =>
    withoutBlank(key) === withoutBlank(dictKey) ? rows : [],
  )
