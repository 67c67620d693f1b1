import { ilike, or, sql, type SQL } from 'drizzle-orm'
import { products } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import { normalizeKeyword } from '../../domain/shell/search.ts'
import { likePattern } from './like-pattern.ts'
import { keywordTsqueries } from './keyword-queries.ts'

/**
 * Condition for shops that match a keyword: all its words, a substring of the name, the complete CAS or catalogue
 * number of their goods and, where no shop has the words, pinyin. Undefined without a keyword.
 */
export function shopMatchCondition(typed: string): SQL | undefined {
  const keyword = normalizeKeyword(typed)
  if (keyword === '') return undefined
  const { words, number, sound } = keywordTsqueries(keyword)
  const inName = or(ilike(shops.name, likePattern(keyword)), number === '' ? undefined : sellsNumber(number))
  if (words === '') return inName
  const found = sql`${shops.tokens} @@ ${words}::tsquery`
  if (sound === '') return or(found, inName)
  const none = sql`not exists (select 1 from ${shops} as known where known.tokens @@ ${words}::tsquery)`
  return or(found, inName, sql`(${shops.tokens} @@ ${sound}::tsquery and ${none})`)
}

const sellsNumber = (number: string): SQL =>
  sql`${shops.id} in (select ${products.shopId} from ${products}
    where ${products.status} = 'published' and ${products.tokens} @@ ${number}::tsquery)`
