import { asc, eq, inArray } from 'drizzle-orm'
import type { referenceCalls } from '../../contract/reference/reference.ts'
import { dictionaries } from '../../db/tables/reference.ts'
import type { Handler } from '../handler.ts'

const order = [asc(dictionaries.dictKey), asc(dictionaries.sort), asc(dictionaries.id)]

export const dictionaryMap: Handler<typeof referenceCalls.dictionaryMap> = async ({ keys }, { db }) => {
  const rows = await db
    .select()
    .from(dictionaries)
    .where(keys === undefined ? undefined : inArray(dictionaries.dictKey, keys))
    .orderBy(...order)
  const byKey = Map.groupBy(rows, (row) => row.dictKey)
  return [...byKey].map(([dictKey, dictValues]) => ({ dictKey, dictValues }))
}

export const dictionaryKey: Handler<typeof referenceCalls.dictionaryKey> = ({ dictKey }, { db }) =>
  db
    .select()
    .from(dictionaries)
    .where(eq(dictionaries.dictKey, dictKey))
    .orderBy(...order)
