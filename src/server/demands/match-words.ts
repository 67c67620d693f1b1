import { ilike, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { plainKeyword } from '../../domain/shell/search.ts'
import { anywhere } from '../search/anywhere.ts'
import { queryOf } from '../search/query.ts'

/** Fewer hits than this among whole words, and what sounds so and parts of words are searched too. */
const few = 20

/**
 * What a keyword finds, as everywhere in the product (decision 022): all its words, as written or in words of the same
 * meaning, or a number by its beginning; where that finds little, also what is typed so by sound, and titles that
 * contain it anywhere. Undefined without a keyword. One query at most.
 */
export async function matching(db: Db, typed: string, among: SQL | undefined): Promise<SQL | undefined> {
  const keyword = plainKeyword(typed)
  if (keyword === '') return undefined
  const { words, sound } = queryOf(keyword)
  const inTitle = ilike(demands.title, anywhere(keyword))
  if (words === '') return inTitle
  const byWords = holds(words)
  const hits = sql`(select 1 from ${demands} where ${among} and ${byWords} limit ${few}) as hits`
  const [found] = await db.select({ count: sql<number>`count(*)::int` }).from(hits)
  if ((found?.count ?? 0) >= few) return byWords
  return or(sound === '' ? byWords : holds(`${words} | ${sound}`), inTitle)
}

const holds = (query: string) => sql`${demands.words} @@ ${query}::tsquery`
