import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { plainKeyword } from '../../domain/shell/search.ts'
import { queryOf } from './query.ts'

const holds = (words: SQLWrapper, query: string): SQL =>
  query === '' ? sql`false` : sql`${words} @@ ${query}::tsquery`

/**
 * How well something answers a keyword, 0 best: by its number, the keyword whole in its title, all its words there,
 * its words elsewhere, its title by sound, another name by sound.
 */
export function rankOf(keyword: string, words: SQLWrapper, title: SQLWrapper): SQL {
  const query = queryOf(keyword)
  return sql`case when ${holds(words, query.number)} then 0
    when strpos(lower(${title}), ${plainKeyword(keyword).toLowerCase()}) > 0 then 1
    when ${holds(words, query.title)} then 2 when ${holds(words, query.words)} then 3
    when ${holds(words, query.titleSound)} then 4 else 5 end`
}
