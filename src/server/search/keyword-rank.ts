import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { normalizeKeyword } from '../../domain/shell/search.ts'
import { keywordTsqueries } from './keyword-queries.ts'

const containsTokens = (tokens: SQLWrapper, query: string): SQL =>
  query === '' ? sql`false` : sql`${tokens} @@ ${query}::tsquery`

/**
 * Rank of a match, 0 best: number, whole keyword in the title, all words in the title, words elsewhere, pinyin of the
 * title, pinyin of another name.
 */
export function keywordRank(keyword: string, tokens: SQLWrapper, title: SQLWrapper): SQL {
  const query = keywordTsqueries(keyword)
  return sql`case when ${containsTokens(tokens, query.number)} then 0
    when ${containsTokens(tokens, query.wholeTitle)} and strpos(lower(${title}), ${normalizeKeyword(keyword).toLowerCase()}) > 0 then 1
    when ${containsTokens(tokens, query.wholeTitle)} or strpos(lower(${title}), ${normalizeKeyword(keyword).toLowerCase()}) > 0 then 2
    when ${containsTokens(tokens, query.title)} then 2 when ${containsTokens(tokens, query.words)} then 3
    when ${containsTokens(tokens, query.titleSound)} then 4 else 5 end`
}
