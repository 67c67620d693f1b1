import { and, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import { products, services } from '../../db/tables/catalogue.ts'
import type { Context } from '../handler.ts'
import { anywhere } from '../search/anywhere.ts'
import { queryOf } from '../search/query.ts'
import { memory } from './memory.ts'

/** The two tables of listings; what they share is searched and filtered alike. */
export type Listings = typeof services | typeof products

/** Fewer hits than this among whole words, and titles are searched for the keyword as a part of a word too. */
const few = 20
const fewHits = memory<boolean>()

/**
 * What a keyword finds: all its words, as written or in words of the same meaning, or a number by its beginning; where
 * that finds little, also what is typed so by sound, and titles that contain it anywhere. Undefined without a keyword.
 */
export async function matching(
  t: Listings,
  keyword: string,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<SQL | undefined> {
  if (keyword === '') return undefined
  const { words, sound } = queryOf(keyword)
  const inTitle = partWords(keyword) ? ilike(t.title, anywhere(keyword)) : undefined
  if (words === '') return ilike(t.title, anywhere(keyword))
  const byWords = sql`${t.words} @@ ${words}::tsquery`
  if (sound === '' && inTitle === undefined) return byWords
  const name = 'cas' in t ? 'product' : 'service'
  const isRare = await fewHits(context, `${name} ${keyword}`, () => findsFew(t, byWords, context))
  if (!isRare) return byWords
  return or(sound === '' ? byWords : sql`${t.words} @@ ${`${words} | ${sound}`}::tsquery`, inTitle)
}

/** Pairs of Chinese characters are all words, so only a single one, Latin letters and figures can hide in a word. */
const partWords = (keyword: string) =>
  /[\p{L}\p{N}]/u.test(keyword.replace(/\p{Script=Han}/gu, '')) || keyword.length < 2

async function findsFew(t: Listings, condition: SQL | undefined, { db }: Pick<Context, 'db'>): Promise<boolean> {
  const hits = sql`(select 1 from ${t} where ${and(eq(t.status, 'published'), condition)} limit ${few}) as hits`
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(hits)
  return (row?.count ?? 0) < few
}
