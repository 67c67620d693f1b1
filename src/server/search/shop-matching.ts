import { ilike, or, sql, type SQL } from 'drizzle-orm'
import { products } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import { plainKeyword } from '../../domain/shell/search.ts'
import { anywhere } from './anywhere.ts'
import { queryOf } from './query.ts'

/**
 * Shops that a keyword finds: by all its words, by a part of their name, by the complete CAS or catalogue number of
 * goods that they sell and, where no shop has the words, by what is typed so by sound. Undefined without a keyword.
 */
export function shopMatching(typed: string): SQL | undefined {
  const keyword = plainKeyword(typed)
  if (keyword === '') return undefined
  const { words, number, sound } = queryOf(keyword)
  const inName = or(ilike(shops.name, anywhere(keyword)), number === '' ? undefined : sellsNumber(number))
  if (words === '') return inName
  const found = sql`${shops.words} @@ ${words}::tsquery`
  if (sound === '') return or(found, inName)
  const none = sql`not exists (select 1 from ${shops} as known where known.words @@ ${words}::tsquery)`
  return or(found, inName, sql`(${shops.words} @@ ${sound}::tsquery and ${none})`)
}

const sellsNumber = (number: string): SQL =>
  sql`${shops.id} in (select ${products.shopId} from ${products}
    where ${products.status} = 'published' and ${products.words} @@ ${number}::tsquery)`
