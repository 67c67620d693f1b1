import { and, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import type { Listings } from './listings.ts'
import { maxListed } from '../../../domain/catalogue/list-query.ts'
import { normalizeKeyword } from '../../../domain/shell/search.ts'
import type { Context } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { queryAny, tsqueryOf, exactToken, type SearchQuery } from '../../search/search-query.ts'
import { tokenPrefixes } from '../../search/document-tokens.ts'
import { keywordQueries, termQuery, type KeywordQueries } from '../../search/keyword-queries.ts'
import { termsByPinyin } from '../../search/suggestions.ts'
import {
  hasKnownShares,
  knownAlternatives,
  expandPrefixes,
  minimumShare,
  estimateShare,
  tokenStatistics,
  type TokenStatistics,
} from '../../search/token-statistics.ts'
import { cachedReads } from '../../cached-reads.ts'

type CacheContext = Pick<Context, 'db' | 'pages'>

/** Part of a keyword match with its rank: 0 by number, 2 in the title, 3 elsewhere, 4 and 5 by pinyin. */
export interface Rank {
  readonly place: number
  readonly condition: SQL
  /** Estimated number of hits; undefined if unknown. */
  readonly most: number | undefined
}

/** Match of a keyword. */
export interface Match {
  readonly condition: SQL
  /** The same condition by rank, best first; later ranks may contain hits of earlier ones. */
  readonly ranks: readonly Rank[]
  /** Estimated number of hits; undefined if unknown. */
  readonly most: number | undefined
  /** Whether statistics show more hits than a list counts. */
  readonly isMore: boolean
}

/** From this estimate on there are certainly more hits than a list counts. */
export const minCertainHits = 2 * maxListed
/** With fewer whole-word hits than this, titles are also searched for the keyword as part of a word. */
const minWholeWordHits = 20
/** Counting limit for keywords without statistics. */
const maxCounted = 1_000
const cachedCounts = cachedReads<number>()

/**
 * Match of a keyword: all its words (as written or synonyms), or a number prefix; with few hits also pinyin and titles
 * that contain it as a substring. Undefined without a keyword.
 */
export async function matchKeyword(t: Listings, typed: string, context: CacheContext): Promise<Match | undefined> {
  const keyword = normalizeKeyword(typed)
  if (keyword === '') return undefined
  const statistics = await tokenStatistics(t, context)
  const containingTokens =
    statistics !== undefined && isShortKeyword(keyword) ? frequentTokensWith(keyword.toLowerCase(), statistics) : []
  const reading =
    statistics === undefined
      ? keywordQueries(keyword)
      : expandFrequent(keywordQueries(keyword), containingTokens, statistics)
  if (reading.words === undefined) return matchTitle(t, keyword)
  const { words, sound } = reading
  const mayBePartial = isPartialWord(keyword) && containingTokens.length === 0
  // A dictionary word has its own statistics, independent of its character pairs.
  const whole = statistics?.shares.get(keyword.toLowerCase()) ?? 0
  const certainHits = statistics === undefined ? 0 : statistics.rows * Math.max(whole, minimumShare(words, statistics))
  const known =
    statistics !== undefined && hasKnownShares(words, statistics)
      ? statistics.rows * estimateShare(words, statistics)
      : undefined
  const needsCount =
    (statistics !== undefined && known === undefined) ||
    ((sound !== undefined || mayBePartial) && certainHits < minWholeWordHits)
  const key = `${'cas' in t ? 'product' : 'service'} ${keyword}`
  const found = needsCount
    ? await cachedCounts(context, key, () => countHits(t, containsTokens(t, words), context))
    : Infinity
  if (found >= minWholeWordHits || (sound === undefined && !mayBePartial)) {
    const condition = containsTokens(t, words)
    const most =
      statistics === undefined ? undefined : Math.min(known ?? Infinity, found >= maxCounted ? Infinity : found)
    const ranks = buildRanks(t, { ...reading, sound: undefined, titleSound: undefined }, { words: most, sound: 0 })
    return { condition, ranks, most, isMore: certainHits >= minCertainHits }
  }
  const { reading: withPinyin, most } = await matchByPinyin(t, keyword, reading, { statistics, context })
  const all = queryAny(words, withPinyin.sound) ?? words
  // With many pinyin hits, substring matches in titles are skipped.
  const inTitle = mayBePartial && (most ?? 0) < maxCounted ? ilike(t.title, likePattern(keyword)) : undefined
  const condition = or(containsTokens(t, all), inTitle) ?? containsTokens(t, all)
  const rest = inTitle && { place: 5, condition: inTitle, most: undefined }
  const ranks = buildRanks(t, withPinyin, { words: found, sound: most })
  return { condition, ranks: rest === undefined ? ranks : [...ranks, rest], most, isMore: false }
}

/** The condition alone. */
export const matchCondition = async (t: Listings, keyword: string, context: CacheContext): Promise<SQL | undefined> =>
  (await matchKeyword(t, keyword, context))?.condition

const containsTokens = (t: Listings, asked: SearchQuery): SQL => sql`${t.tokens} @@ ${tsqueryOf(asked)}::tsquery`

/** For keywords that contain only punctuation. */
function matchTitle(t: Listings, keyword: string): Match {
  const condition = ilike(t.title, likePattern(keyword))
  return { condition, ranks: [{ place: 5, condition, most: undefined }], most: undefined, isMore: false }
}

/** Pairs of Chinese characters are tokens; only single characters, Latin letters and digits can be partial words. */
const isPartialWord = (keyword: string) =>
  /[\p{L}\p{N}]/u.test(keyword.replace(/\p{Script=Han}/gu, '')) || keyword.length < 2

/** Whether a keyword is too short for the trigram index of titles. */
const isShortKeyword = (keyword: string) => /^(\p{Script=Han}|[\p{L}\p{N}]{1,2})$/u.test(keyword)

/** Replaces frequent prefixes by the frequent tokens they match; `around` are tokens that contain the keyword. */
function expandFrequent(
  reading: KeywordQueries,
  around: readonly string[],
  statistics: TokenStatistics,
): KeywordQueries {
  const settle = (asked: SearchQuery | undefined) => asked && expandPrefixes(asked, statistics, minCertainHits)
  const within = (sign: string) => around.map((each) => exactToken(sign + each))
  return {
    number: reading.number,
    words: settle(queryAny(reading.words, ...within(''))),
    title: settle(queryAny(reading.title, ...within(tokenPrefixes.title))),
    sound: settle(reading.sound),
    titleSound: settle(reading.titleSound),
  }
}

/** Frequent tokens that contain a short keyword; for Chinese the character pairs. */
const frequentTokensWith = (part: string, { shares }: TokenStatistics) =>
  [...shares.keys()].filter(
    (each) => each !== part && each.includes(part) && /^(\p{Script=Han}{2}|[a-z0-9]{2,10})$/u.test(each),
  )

/** Match by pinyin; replaced by the matching search terms where those have many hits. */
async function matchByPinyin(
  t: Listings,
  keyword: string,
  reading: KeywordQueries,
  { statistics, context }: { readonly statistics: TokenStatistics | undefined; readonly context: CacheContext },
): Promise<{ readonly reading: KeywordQueries; readonly most: number | undefined }> {
  const { sound } = reading
  if (statistics === undefined || sound === undefined) return { reading, most: undefined }
  const sure = statistics.rows * minimumShare(sound, statistics)
  if (sure >= maxCounted) {
    const known = knownAlternatives(sound, statistics)
    return { reading: { ...reading, sound: known }, most: statistics.rows * estimateShare(known, statistics) }
  }
  const terms = await termsByPinyin(context.db, 'cas' in t ? 'goods' : 'service', keyword)
  const most = terms.reduce((sum, { hits }) => sum + hits, 0)
  if (most < maxCounted) return { reading, most: undefined }
  const as = (sign: string) => queryAny(...terms.map(({ term }) => termQuery(term, sign)))
  return { reading: { ...reading, sound: as(''), titleSound: as(tokenPrefixes.title) }, most }
}

/** Ranks of a match, best first, with estimated hits by words and by pinyin. */
function buildRanks(
  t: Listings,
  { number, title, words, titleSound, sound }: KeywordQueries,
  most: Readonly<Record<'words' | 'sound', number | undefined>>,
): Rank[] {
  const parts: readonly [number, SearchQuery | undefined, number | undefined][] = [
    [0, number, minWholeWordHits],
    [2, title, most.words],
    [3, words, most.words],
    [4, titleSound, most.sound],
    [5, sound, most.sound],
  ]
  return parts.flatMap(([place, asked, about]) =>
    asked === undefined ? [] : [{ place, condition: containsTokens(t, asked), most: about }],
  )
}

async function countHits(t: Listings, condition: SQL, { db }: CacheContext): Promise<number> {
  const hits = sql`(select from ${t} where ${and(eq(t.status, 'published'), condition)} limit ${maxCounted}) as hits`
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(hits)
  return row?.count ?? 0
}
