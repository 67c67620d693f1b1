import { ilike, or, sql, type SQL } from 'drizzle-orm'
import { shops } from '../../db/tables/shops.ts'
import { anywhere } from './anywhere.ts'
import { queryOf } from './query.ts'

/**
 * Shops that a keyword finds: by all its words, by a part of their name and, where no shop has the words, by what is
 * typed so by sound. Undefined without a keyword.
 */
export function shopMatching(keyword: string): SQL | undefined {
  if (keyword === '') return undefined
  const { words, sound } = queryOf(keyword)
  const inName = ilike(shops.name, anywhere(keyword))
  if (words === '') return inName
  const found = sql`${shops.words} @@ ${words}::tsquery`
  if (sound === '') return or(found, inName)
  const none = sql`not exists (select 1 from ${shops} as known where known.words @@ ${words}::tsquery)`
  return or(found, inName, sql`(${shops.words} @@ ${sound}::tsquery and ${none})`)
}
