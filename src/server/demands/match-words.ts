import { ilike, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { cut } from '../search/words.ts'
import { anywhere } from '../search/anywhere.ts'

/** Fewer hits than this among whole words, and titles are searched for the keyword as a part of a word too. */
const few = 20

/**
 * What a keyword finds: every pair of its Chinese characters and every Latin word or its beginning; where that finds
 * little, also titles with the keyword inside a word, by trigrams. Undefined without a keyword. One query at most.
 */
export async function matching(db: Db, keyword: string, among: SQL | undefined): Promise<SQL | undefined> {
  if (keyword === '') return undefined
  const inTitle = ilike(demands.title, anywhere(keyword))
  const words = wordQuery(keyword)
  if (words === '') return inTitle
  const byWords = or(sql`${demands.words} @@ ${words}::tsquery`, sql`${demands.demandNo} = ${keyword.toUpperCase()}`)
  const hits = sql`(select 1 from ${demands} where ${among} and ${byWords} limit ${few}) as hits`
  const [found] = await db.select({ count: sql<number>`count(*)::int` }).from(hits)
  return (found?.count ?? 0) < few ? or(byWords, inTitle) : byWords
}

/**
 * Words of the query. Of Chinese only the pairs: texts hold all of theirs, while longer words depend on what
 * stands around them. Words hold letters, figures, dots, dashes and slashes; the quotes keep these from being operators.
 */
function wordQuery(keyword: string): string {
  const words = cut(keyword).filter((word) => !/^\p{Script=Han}{3,}$/u.test(word))
  return words.map((word) => (/^\p{Script=Han}{2}$/u.test(word) ? `'${word}'` : `'${word}':*`)).join(' & ')
}
