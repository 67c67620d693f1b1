import { ilike, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { normalizeKeyword } from '../../domain/shell/search.ts'
import { likePattern } from '../search/like-pattern.ts'
import { keywordTsqueries } from '../search/keyword-queries.ts'

/** With fewer whole-word hits than this, pinyin and substrings are searched as well. */
const minWordHits = 20

/**
 * Search condition of a keyword (src/docs/design/search.md): all its words or their synonyms, or a number by prefix;
 * with few hits also pinyin and titles that contain the keyword. Undefined without a keyword. Runs one query at most.
 */
export async function keywordCondition(db: Db, input: string, among: SQL | undefined): Promise<SQL | undefined> {
  const keyword = normalizeKeyword(input)
  if (keyword === '') return undefined
  const { words, sound } = keywordTsqueries(keyword)
  const inTitle = ilike(demands.title, likePattern(keyword))
  if (words === '') return inTitle
  const byWords = matchesQuery(words)
  const hits = sql`(select 1 from ${demands} where ${among} and ${byWords} limit ${minWordHits}) as hits`
  const [found] = await db.select({ count: sql<number>`count(*)::int` }).from(hits)
  if ((found?.count ?? 0) >= minWordHits) return byWords
  return or(sound === '' ? byWords : matchesQuery(`${words} | ${sound}`), inTitle)
}

const matchesQuery = (query: string) => sql`${demands.tokens} @@ ${query}::tsquery`
