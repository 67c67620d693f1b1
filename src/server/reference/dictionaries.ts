import { asc } from 'drizzle-orm'
import type { referenceCalls } from '../../contract/reference/reference.ts'
import { dictionaries } from '../../db/tables/reference.ts'
import type { Context, Handler } from '../handler.ts'
import { keptUntilChange, referenceTag } from '../kept.ts'

type Row = typeof dictionaries.$inferSelect
type Kept = Pick<Context, 'db' | 'pages'>
const kept = keptUntilChange<ReadonlyMap<string, readonly Row[]>>([referenceTag])

/** All dictionaries by key, their values in order: some hundred rows. */
const byKey = (context: Kept) =>
  kept(context, 'all', async () => {
    const rows = await context.db
      .select()
      .from(dictionaries)
      .orderBy(asc(dictionaries.dictKey), asc(dictionaries.sort), asc(dictionaries.id))
    return Map.groupBy(rows, (row) => row.dictKey)
  })

/** Texts of one dictionary by their code, in order. */
export const dictionaryTexts = async (context: Kept, dictKey: string): Promise<ReadonlyMap<string, string>> =>
  new Map(((await byKey(context)).get(dictKey) ?? []).map(({ dictCode, dictText }) => [dictCode, dictText]))

export const dictionaryMap: Handler<typeof referenceCalls.dictionaryMap> = async ({ keys }, context) => {
  const asked = keys === undefined ? undefined : new Set(keys)
  return [...(await byKey(context))]
    .filter(([dictKey]) => asked?.has(dictKey) ?? true)
    .map(([dictKey, values]) => ({ dictKey, dictValues: [...values] }))
}

export const dictionaryKey: Handler<typeof referenceCalls.dictionaryKey> = async ({ dictKey }, context) => [
  ...((await byKey(context)).get(dictKey) ?? []),
]
