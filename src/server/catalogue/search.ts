import { and, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import { products, services } from '../../db/tables/catalogue.ts'
import type { Context } from '../handler.ts'
import { cut } from '../search/words.ts'
import { memory } from './memory.ts'
import { anywhere } from '../search/anywhere.ts'

/** The two tables of listings; what they share is searched and filtered alike. */
export type Listings = typeof services | typeof products

/** Fewer hits than this among whole words, and titles are searched for the keyword as a part of a word too. */
const few = 20
const fewHits = memory<boolean>()
const cas = /^[1-9]\d{1,6}-\d{2}-\d$/

/**
 * What a keyword finds: all its cut words (Latin ones also as beginnings), a number exactly, and where that finds
 * little, titles that contain it anywhere. Undefined without a keyword.
 */
export async function matching(
  t: Listings,
  keyword: string,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<SQL | undefined> {
  if (keyword === '') return undefined
  if ('cas' in t && cas.test(keyword)) return eq(t.cas, keyword)
  const words = cut(keyword).filter((word) => !/^\p{Script=Han}{3,}$/u.test(word))
  const inTitle = ilike(t.title, anywhere(keyword))
  if (words.length === 0) return inTitle
  const byNumber = 'cas' in t ? eq(t.productNo, keyword.toUpperCase()) : eq(t.serviceNo, keyword.toUpperCase())
  const byWords = or(sql`${t.words} @@ ${wordQuery(words)}::tsquery`, byNumber)
  if (!partWords(keyword)) return byWords
  const name = 'cas' in t ? 'product' : 'service'
  const isRare = await fewHits(context, `${name} ${keyword}`, () => findsFew(t, byWords, context))
  return isRare ? or(byWords, inTitle) : byWords
}

/** Pairs of Chinese characters are all words, so only a single one, Latin letters and figures can hide in a word. */
const partWords = (keyword: string) =>
  /[\p{L}\p{N}]/u.test(keyword.replace(/\p{Script=Han}/gu, '')) || keyword.length < 2

/**
 * Longer Chinese words are left to their pairs: the keyword may be a part of the word that the title was cut into.
 * Words hold letters, figures, dots, dashes and slashes only; the quotes keep those from being read as operators.
 */
const wordQuery = (words: readonly string[]) =>
  words.map((word) => (/^\p{Script=Han}{2}$/u.test(word) ? `'${word}'` : `'${word}':*`)).join(' & ')

async function findsFew(t: Listings, condition: SQL | undefined, { db }: Pick<Context, 'db'>): Promise<boolean> {
  const hits = sql`(select 1 from ${t} where ${and(eq(t.status, 'published'), condition)} limit ${few}) as hits`
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(hits)
  return (row?.count ?? 0) < few
}
