import { and, ilike, or, sql, type SQL } from 'drizzle-orm'
import { products } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import { normalizeKeyword } from '../../domain/shell/search.ts'
import { likePattern } from './like-pattern.ts'
import { groupQuery, keywordGroups, keywordTsqueries, relatedQuery } from './keyword-queries.ts'
import { queryAll, queryAny, tsqueryOf } from './search-query.ts'

/** Words of a supplier search that every supplier has. */
const common = new Set(['公司', '机构', '企业', '厂家', '供应商', '服务', '平台', '中心'])

/**
 * Shops with most terms of a keyword, for keywords whose words no shop has together: any half of up to four words.
 * Undefined for a single word.
 */
function halfOfWords(keyword: string): SQL | undefined {
  const groups = keywordGroups(keyword).filter(({ text, isConcept }) => isConcept && !common.has(text))
  const asked = groups.slice(0, 4).flatMap((group) => queryAny(groupQuery(group, ''), relatedQuery(group, '')) ?? [])
  if (asked.length < 2) return undefined
  const halves =
    asked.length === 2 ? asked : asked.flatMap((one, at) => asked.slice(at + 1).map((other) => queryAll(one, other)))
  return sql`${shops.tokens} @@ ${tsqueryOf(queryAny(...halves))}::tsquery`
}

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
  const half = halfOfWords(keyword)
  if (sound === '' && half === undefined) return or(found, inName)
  const none = sql`not exists (select 1 from ${shops} as known where known.tokens @@ ${words}::tsquery)`
  const bySound = sound === '' ? undefined : sql`${shops.tokens} @@ ${sound}::tsquery`
  return or(found, inName, and(none, or(bySound, half)))
}

const sellsNumber = (number: string): SQL =>
  sql`${shops.id} in (select ${products.shopId} from ${products}
    where ${products.status} = 'published' and ${products.tokens} @@ ${number}::tsquery)`
