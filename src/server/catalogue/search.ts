import { and, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import { products, services } from '../../db/tables/catalogue.ts'
import { mostListed } from '../../domain/catalogue/list-query.ts'
import { plainKeyword } from '../../domain/shell/search.ts'
import type { Context } from '../handler.ts'
import { anywhere } from '../search/anywhere.ts'
import { anyOf, tsqueryOf, word, type Asked } from '../search/asked.ts'
import { signs } from '../search/listing-words.ts'
import { readingOf, wordsOfTerm, type Reading } from '../search/query.ts'
import { termsBySound } from '../search/terms-by-sound.ts'
import { isKnown, knownOf, settled, shareAtLeast, shareAbout, wordStatistics, type WordStatistics } from '../search/word-statistics.ts' // prettier-ignore
import { memory } from './memory.ts'

/** The two tables of listings; what they share is searched and filtered alike. */
export type Listings = typeof services | typeof products
type Reads = Pick<Context, 'db' | 'pages'>

/** A part of what a keyword finds, and how well that answers it: 0 by number, 2 in the title, 3 elsewhere, 4 and 5 by sound. */
export interface Rank {
  readonly place: number
  readonly condition: SQL
  /** About how many it finds; undefined where nothing is known. */
  readonly most: number | undefined
}

/** What a keyword finds. */
export interface Match {
  readonly condition: SQL
  /** The same in parts, the best first; what a part finds, later ones may find too. */
  readonly ranks: readonly Rank[]
  /** About how many; undefined where nothing is known. */
  readonly most: number | undefined
  /** Whether statistics say that there are more than a list counts. */
  readonly isMore: boolean
}

/** Statistics are believed that there are more than a list counts from here on. */
export const surelyMore = 2 * mostListed
/** Fewer hits than this among whole words, and titles are searched for the keyword as a part of a word too. */
const few = 20
/** So far is counted what statistics do not know. */
const mostCounted = 1_000
const counted = memory<number>()

/**
 * What a keyword finds: all its words, as written or in words of the same meaning, or a number by its beginning; where
 * that finds little, also what is typed so by sound, and titles that contain it anywhere. Undefined without a keyword.
 */
export async function matchOf(t: Listings, typed: string, context: Reads): Promise<Match | undefined> {
  const keyword = plainKeyword(typed)
  if (keyword === '') return undefined
  const statistics = await wordStatistics(t, context)
  const around = statistics !== undefined && isShort(keyword) ? wordsWith(keyword.toLowerCase(), statistics) : []
  const reading = statistics === undefined ? readingOf(keyword) : frequentOf(readingOf(keyword), around, statistics)
  if (reading.words === undefined) return byTitle(t, keyword)
  const { words, sound } = reading
  const isHidden = partWords(keyword) && around.length === 0
  // A whole word of the language is known as such, whatever its pairs are found in.
  const whole = statistics?.shares.get(keyword.toLowerCase()) ?? 0
  const sure = statistics === undefined ? 0 : statistics.rows * Math.max(whole, shareAtLeast(words, statistics))
  const known =
    statistics !== undefined && isKnown(words, statistics) ? statistics.rows * shareAbout(words, statistics) : undefined
  const isAsked = (statistics !== undefined && known === undefined) || ((sound !== undefined || isHidden) && sure < few)
  const key = `${'cas' in t ? 'product' : 'service'} ${keyword}`
  const found = isAsked ? await counted(context, key, () => count(t, holds(t, words), context)) : Infinity
  if (found >= few || (sound === undefined && !isHidden)) {
    const condition = holds(t, words)
    const most =
      statistics === undefined ? undefined : Math.min(known ?? Infinity, found >= mostCounted ? Infinity : found)
    const ranks = ranksOf(t, { ...reading, sound: undefined, titleSound: undefined }, { words: most, sound: 0 })
    return { condition, ranks, most, isMore: sure >= surelyMore }
  }
  const { reading: heard, most } = await bySound(t, keyword, reading, { statistics, context })
  const all = anyOf(words, heard.sound) ?? words
  // Where much sounds so, letters that hide in a word are not meant.
  const inTitle = isHidden && (most ?? 0) < mostCounted ? ilike(t.title, anywhere(keyword)) : undefined
  const condition = or(holds(t, all), inTitle) ?? holds(t, all)
  const rest = inTitle && { place: 5, condition: inTitle, most: undefined }
  const ranks = ranksOf(t, heard, { words: found, sound: most })
  return { condition, ranks: rest === undefined ? ranks : [...ranks, rest], most, isMore: false }
}

/** The condition alone. */
export const matching = async (t: Listings, keyword: string, context: Reads): Promise<SQL | undefined> =>
  (await matchOf(t, keyword, context))?.condition

const holds = (t: Listings, asked: Asked): SQL => sql`${t.words} @@ ${tsqueryOf(asked)}::tsquery`

/** No word at all is in it, only signs. */
function byTitle(t: Listings, keyword: string): Match {
  const condition = ilike(t.title, anywhere(keyword))
  return { condition, ranks: [{ place: 5, condition, most: undefined }], most: undefined, isMore: false }
}

/** Pairs of Chinese characters are all words, so only a single one, Latin letters and figures can hide in a word. */
const partWords = (keyword: string) =>
  /[\p{L}\p{N}]/u.test(keyword.replace(/\p{Script=Han}/gu, '')) || keyword.length < 2

/** Too short for the index of parts of titles. */
const isShort = (keyword: string) => /^(\p{Script=Han}|[\p{L}\p{N}]{1,2})$/u.test(keyword)

/** Beginnings that are frequent as the frequent words that begin so; `around` are words that hold the keyword. */
function frequentOf(reading: Reading, around: readonly string[], statistics: WordStatistics): Reading {
  const settle = (asked: Asked | undefined) => asked && settled(asked, statistics, surelyMore)
  const within = (sign: string) => around.map((each) => word(sign + each))
  return {
    number: reading.number,
    words: settle(anyOf(reading.words, ...within(''))),
    title: settle(anyOf(reading.title, ...within(signs.title))),
    sound: settle(reading.sound),
    titleSound: settle(reading.titleSound),
  }
}

/** The frequent words that hold what is too short; of Chinese the pairs, of which a text holds all of its own. */
const wordsWith = (part: string, { shares }: WordStatistics) =>
  [...shares.keys()].filter(
    (each) => each !== part && each.includes(part) && /^(\p{Script=Han}{2}|[a-z0-9]{2,10})$/u.test(each),
  )

/** What is typed by sound: as the terms that begin so, where they lead to more than a list counts. */
async function bySound(
  t: Listings,
  keyword: string,
  reading: Reading,
  { statistics, context }: { readonly statistics: WordStatistics | undefined; readonly context: Reads },
): Promise<{ readonly reading: Reading; readonly most: number | undefined }> {
  const { sound } = reading
  if (statistics === undefined || sound === undefined) return { reading, most: undefined }
  const sure = statistics.rows * shareAtLeast(sound, statistics)
  if (sure >= mostCounted) {
    const known = knownOf(sound, statistics)
    return { reading: { ...reading, sound: known }, most: statistics.rows * shareAbout(known, statistics) }
  }
  const terms = await termsBySound(context.db, 'cas' in t ? 'goods' : 'service', keyword)
  const most = terms.reduce((sum, { hits }) => sum + hits, 0)
  if (most < mostCounted) return { reading, most: undefined }
  const as = (sign: string) => anyOf(...terms.map(({ term }) => wordsOfTerm(term, sign)))
  return { reading: { ...reading, sound: as(''), titleSound: as(signs.title) }, most }
}

/** Its parts, the best first, of which about so many are found by words and by sound. */
function ranksOf(
  t: Listings,
  { number, title, words, titleSound, sound }: Reading,
  most: Readonly<Record<'words' | 'sound', number | undefined>>,
): Rank[] {
  const parts: readonly [number, Asked | undefined, number | undefined][] = [
    [0, number, few],
    [2, title, most.words],
    [3, words, most.words],
    [4, titleSound, most.sound],
    [5, sound, most.sound],
  ]
  return parts.flatMap(([place, asked, about]) =>
    asked === undefined ? [] : [{ place, condition: holds(t, asked), most: about }],
  )
}

async function count(t: Listings, condition: SQL, { db }: Reads): Promise<number> {
  const hits = sql`(select from ${t} where ${and(eq(t.status, 'published'), condition)} limit ${mostCounted}) as hits`
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(hits)
  return row?.count ?? 0
}
