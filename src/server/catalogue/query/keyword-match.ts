import { and, sql, type SQL } from 'drizzle-orm'
import { preparedByShape } from '../../../db/prepared.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { matchCondition, placeholders, valuesOf, type MatchForm } from './conditions.ts'
import { needsOf, type Need } from './described-needs.ts'
import { isPublished, kindOf, listingTables, type Listings } from './listings.ts'
import { isCas } from '../../../domain/catalogue/cas.ts'
import { maxListed } from '../../../domain/catalogue/list-query.ts'
import { normalizeKeyword } from '../../../domain/shell/search.ts'
import type { Context } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { queryAll, queryAny, tsqueryOf, exactToken, type SearchQuery } from '../../search/search-query.ts'
import { tokenPrefixes } from '../../search/document-tokens.ts'
import {
  begunQuery,
  categoryQuery,
  correctedTypos,
  groupQuery,
  innerGroups,
  isGeneral,
  isTerm,
  keywordGroups,
  keywordQueries,
  looseQuery,
  pairGroups,
  relatedQuery,
  siblingQuery,
  termQuery,
  wholeQuery,
  widerQuery,
  writtenParts,
  type KeywordGroup,
  type KeywordQueries,
} from '../../search/keyword-queries.ts'
import { similarTerms } from '../../search/search-help.ts'
import { plainText } from '../../search/segment.ts'
import { termsByPinyin } from '../../search/suggestions.ts'
import {
  hasKnownShares,
  knownAlternatives,
  expandPrefixes,
  maximumShare,
  minimumShare,
  estimateShare,
  tokenStatistics,
  type TokenStatistics,
} from '../../search/token-statistics.ts'
import { cachedReads } from '../../cached-reads.ts'
import { categoryNodes } from '../../reference/categories.ts'

type CacheContext = Pick<Context, 'db' | 'pages'>

/** What a listing must contain: tokens by a tsquery, or a part of its title by a pattern, or either. */
interface Matched {
  readonly tokens: string | undefined
  readonly title: string | undefined
  /** Estimated number of hits; undefined if unknown. */
  readonly most: number | undefined
}

/**
 * Ranks, best first: the number; whole words of title and category, of the title, of one or the other; anything in the
 * title; words elsewhere; pinyin. `written` are those of the first three that contain the keyword as it is written.
 */
export const places = { number: 0, writtenTopic: 1, topic: 2, wholeTitle: 3, inCategory: 4, title: 5, words: 6, titleSound: 7, sound: 8, partial: 9 } as const // prettier-ignore

/** Part of a keyword match with its rank. */
export interface Rank extends Matched {
  readonly place: number
}

/** Match of a keyword. */
export interface Match extends Matched {
  /** The same condition by rank, best first; later ranks may contain hits of earlier ones. */
  readonly ranks: readonly Rank[]
  /** Whether statistics show more hits than a list counts. */
  readonly isMore: boolean
  /** The keyword that is searched, in plain letters. */
  readonly text: string
  /** Words and parts of words as typed: of equal hits, those with more of them in the title are better. */
  readonly written: readonly string[]
  /** What a misspelt keyword is searched as; undefined where it is searched as typed. */
  readonly corrected: string | undefined
  /** What orders the hits that have not all words; undefined where all have. */
  readonly score: { readonly queries: readonly string[]; readonly weights: readonly number[] } | undefined
  /** Words that the best hits need not have, because no listing has all of them. */
  readonly relaxed: readonly string[]
}

/** From this estimate on there are certainly more hits than a list counts. */
export const minCertainHits = 2 * maxListed
/** With fewer whole-word hits than this, titles are also searched for the keyword as part of a word. */
const minWholeWordHits = 20
/** Counting limit for keywords without statistics. */
const maxCounted = 1_000
const cachedCounts = cachedReads<number>()

/** What the condition of a match or rank consists of. */
export const matchForm = ({ tokens, title }: Matched): MatchForm => ({
  hasTokens: tokens !== undefined,
  hasTitle: title !== undefined,
})

/** Match of the words of a keyword alone, with their number of hits; Infinity where there are certainly enough. */
interface WordMatch extends Match {
  readonly wordHits: number
  readonly queries: KeywordQueries
}

/**
 * Match of a keyword. A misspelt one without hits is searched as it is probably meant, unless it is asked for exactly;
 * with few hits the listings that have most of its words follow, weighted by how rare the words are. Undefined without a
 * keyword.
 */
export async function matchKeyword(
  t: Listings,
  typed: string,
  context: CacheContext,
  isExact = false,
): Promise<Match | undefined> {
  const keyword = normalizeKeyword(typed)
  if (keyword === '') return undefined
  const { match, hits } = await countedMatch(t, keyword, context)
  if (hits >= minEnoughHits || (isExact && hits > 0)) return match
  const needs = await needsOf(kindOf(t), keyword, context)
  if (!isExact && hits < minTrustedHits) {
    const corrected = await correctKeyword(t, keyword, { hits, needs, context })
    if (corrected !== undefined) {
      const right = await countedMatch(t, corrected, context)
      if (right.hits >= minEnoughHits) return { ...right.match, corrected }
      const described = await needsOf(kindOf(t), corrected, context)
      return { ...(await relaxMatch(t, corrected, { ...right, needs: described, context })), corrected }
    }
  }
  return relaxMatch(t, keyword, { match, hits, needs, context })
}

/** With fewer hits than this, listings with most of the words follow. */
const minEnoughHits = 8
/** With fewer hits than this, a keyword may be misspelt. */
const minTrustedHits = 2

const preparedMatchCounts = preparedByShape(
  'match_count',
  (db, { kind, match }: { kind: ListingKind; match: MatchForm }, name) => {
    const t = listingTables[kind]
    const where = and(isPublished(t), matchCondition(t, match, 'match', placeholders))
    return db
      .select({ count: sql<number>`count(*)::int` })
      .from(sql`(select from ${t} where ${where} limit ${sql.raw(String(minEnoughHits))}) as hits`)
      .prepare(name)
  },
)

/** Match of a keyword with its number of hits, which is exact only below `minEnoughHits`. */
async function countedMatch(t: Listings, keyword: string, context: CacheContext) {
  const match = await matchWords(t, keyword, context)
  const hits = match.wordHits >= minEnoughHits ? match.wordHits : await countMatch(t, keyword, match, context)
  return { match, hits }
}

/** Number of listings that match, also by sound and as part of a word, up to `minEnoughHits`. */
function countMatch(t: Listings, keyword: string, match: WordMatch, context: CacheContext): Promise<number> {
  if (match.queries.sound === undefined && match.title === undefined) return Promise.resolve(match.wordHits)
  return cachedCounts(context, `${kindOf(t)} all ${keyword}`, async () => {
    const prepared = preparedMatchCounts(context.db, { kind: kindOf(t), match: matchForm(match) })
    const [row] = await prepared.execute({ matchTokens: match.tokens, matchTitle: match.title })
    return row?.count ?? 0
  })
}

const cachedCorrections = cachedReads<{ readonly keyword: string | undefined }>({ tags: ['services', 'products'] })

/** What a keyword with no or hardly any hits is probably meant as: a listed misspelling, or a term of the same sound. */
async function correctKeyword(
  t: Listings,
  keyword: string,
  { hits, needs, context }: Pick<Relaxing, 'hits' | 'needs' | 'context'>,
) {
  if (isCas(keyword)) return undefined
  const found = await cachedCorrections(context, `${kindOf(t)} ${keyword}`, async () => {
    const listed = correctedTypos(keyword)
    const hasHits = async (term: string) => (await matchWords(t, term, context)).wordHits > Math.max(hits, 0)
    if (listed !== undefined && (await hasHits(listed))) return { keyword: listed }
    if (hits > 0 || isTerm(keyword)) return { keyword: undefined }
    const kind = 'cas' in t ? 'goods' : 'service'
    const [near] = await similarTerms(context.db, kind, keyword)
    if (near !== undefined && (await hasHits(near))) return { keyword: near }
    const pieces = keywordGroups(keyword)
    const isDescription = pieces.length > maxMisspelt && (needs[0]?.likelihood ?? 0) >= minSureNeed
    if (pieces.length < 2 || isDescription) return { keyword: undefined }
    const counts = await countGroups(t, pieces, context)
    const right = await Promise.all(
      pieces.map(async ({ text }, at) => (counts[at] === 0 ? (await similarTerms(context.db, kind, text))[0] : text)),
    )
    const isChanged = counts.some((count) => count === 0) && right.every((piece) => piece !== undefined)
    const whole = right.join(' ')
    return { keyword: isChanged && (await hasHits(whole)) ? whole : undefined }
  })
  return found.keyword
}

const preparedGroupCounts = preparedByShape('keyword_group_counts', (db, { kind }: { kind: ListingKind }, name) => {
  const t = listingTables[kind]
  const hits = sql`select from ${t} where ${isPublished(t)} and ${t.tokens} @@ asked.query limit ${sql.raw(String(maxCounted))}`
  return db
    .select({ count: sql<number>`count` })
    .from(
      sql`(select at, (select count(*)::int from (${hits}) as hits) as count
          from (select at, query::tsquery as query from unnest(${placeholders('queries', 'text[]')}) with ordinality as asked (query, at)) as asked) as counts`,
    )
    .orderBy(sql`at`)
    .prepare(name)
})

/** Numbers of hits of each group of a keyword, up to `maxCounted`. */
const cachedGroupCounts = cachedReads<readonly number[]>({ tags: ['services', 'products'] })
async function countQueries(t: Listings, asked: readonly (SearchQuery | undefined)[], context: CacheContext) {
  if (asked.length === 0) return []
  const queries = asked.map(tsqueryOf)
  return cachedGroupCounts(context, `${kindOf(t)} ${queries.join('\n')}`, async () => {
    const rows = await preparedGroupCounts(context.db, { kind: kindOf(t) }).execute({ queries })
    return rows.map(({ count }) => count)
  })
}

const countGroups = (t: Listings, groups: readonly KeywordGroup[], context: CacheContext) =>
  countQueries(t, groups.map(looseQuery), context)

/** Most words that are combined; further ones only order the hits. */
const maxCombined = 6
/** Share of the weight of all words that a listing has at least, and of the weightiest one that it has else. */
const [minShare, minTellingShare] = [0.35, 0.5]
/** What a part of a word counts. */
const innerShare = 0.7
/** Most combinations of words that are counted, and that are read one after the other. */
const [maxTried, maxCombinations] = [24, 4]
/** Rows assumed where the database has no statistics. */
const assumedRows = 2_000
/** A word with fewer hits is also searched by the shorter words in it. */
const minWordHits = 3

interface Relaxing {
  readonly match: WordMatch
  readonly hits: number
  /** What the question describes, most likely first. */
  readonly needs: readonly Need[]
  readonly context: CacheContext
}

/** From this likelihood on a question of more words than this describes a need; its words are not misspelt. */
const [minSureNeed, maxMisspelt] = [0.45, 3]
/** What the likeliest need counts of all words, and the share of it that falls away for terms of the trade. */
const [needShare, termDiscount] = [1.2, 0.75]

/** A word with the number of its hits. */
interface Weighed {
  readonly group: KeywordGroup
  readonly count: number
  readonly weight: number
}

/** How much a word says by its kind and how rare it is: amounts, single characters and general words say little. */
function weightOf({ group, count }: Omit<Weighed, 'weight'>, rows: number): number {
  const isSmall = group.pair !== undefined || group.segments.every(({ kind }) => kind === 'measure')
  const kind = isGeneral(group) ? 0.25 : isSmall ? 0.35 : 1
  return kind * Math.log(1 + rows / (count + 1))
}

/** The match with listings that have most of its words, or related ones, ordered by the weight of what they have. */
async function relaxMatch(t: Listings, keyword: string, { match, hits, needs, context }: Relaxing): Promise<Match> {
  if (isCas(keyword) || (match.queries.number !== undefined && hits > 0)) return match
  const statistics = await tokenStatistics(t, context)
  const rows = Math.max(statistics?.rows ?? 0, assumedRows)
  const weigh = async (groups: readonly KeywordGroup[]): Promise<Weighed[]> => {
    const counts = await countGroups(t, groups, context)
    return groups.map((group, at) => {
      const count = counts[at] ?? 0
      return { group, count, weight: weightOf({ group, count }, rows) }
    })
  }
  const typed = await weigh(keywordGroups(keyword))
  const rare = typed.filter(({ count, group }) => count < minWordHits && group.pair === undefined)
  const inner = await weigh(rare.flatMap(({ group }) => innerGroups(group)).slice(0, 12))
  const isNothing = hits === 0 && [...typed, ...inner].every(({ count }) => count === 0)
  const pairs = isNothing ? await weigh(typed.flatMap(({ group }) => pairGroups(group)).slice(0, 12)) : []
  const all = [...typed, ...[...inner, ...pairs].map((each) => ({ ...each, weight: each.weight * innerShare }))]
  const found = all.filter(({ count }) => count > 0)
  const weighed = found.toSorted((one, other) => other.weight - one.weight).slice(0, maxCombined)
  const total = sumOfWeights(weighed)
  const asked = combinationsOf(weighed)
    .filter(
      ({ weight, chosen }) =>
        (weight >= total * minShare || hasAllButMeasures(chosen, weighed)) &&
        (hits === 0 || chosen.length < typed.length || hits < minTrustedHits),
    )
    .slice(0, maxTried)
    .map((each) => ({ ...each, query: queryAll(...each.chosen.map(({ group }) => looseQuery(group))) }))
  // With several words, listings that have some of them are nearer.
  const isSingle = typed.filter((each) => !isGeneral(each.group) && !isMeasure(each)).length === 1
  const { words } = match.queries
  const beside = match.wordHits > 0 && isSingle && words !== undefined ? await categoriesOfHits(t, words, context) : []
  const counted = await countQueries(t, [...asked.map(({ query }) => query), ...beside], context)
  const kin = beside.filter((_query, at) => (counted[asked.length + at] ?? Infinity) <= maxKin)
  const combinations = asked.filter((_each, at) => (counted[at] ?? 0) > 0).slice(0, maxCombinations)
  const covered = hits > 0 ? 1 : total === 0 ? 0 : (combinations[0]?.weight ?? 0) / total
  const needWeight = sumOfWeights(all) * needShare * (1 - termDiscount * termShareOf(typed) * covered)
  const partOfNeeds = (some: readonly Need[]): RelaxedPart => {
    const query = queryAny(...some.map((need) => need.query))
    const most = query && statistics && statistics.rows * estimateShare(query, statistics)
    return { query, most }
  }
  const parts: RelaxedPart[] = [partOfNeeds(needs.slice(0, 1)), partOfNeeds(needs.slice(1))]
  for (const { query, chosen } of combinations) {
    const few = Math.min(...chosen.map(({ count }) => count))
    parts.push({ query, most: few >= maxCounted ? undefined : few })
  }
  const close = queryAll(
    ...typed.map(({ group }) => queryAny(looseQuery(group), relatedQuery(group, ''), widerQuery(group, ''))),
  )
  parts.push({ query: queryAny(...kin), most: undefined })
  if (typed.some(({ group }) => (relatedQuery(group, '') ?? widerQuery(group, '')) !== undefined))
    parts.push({ query: close, most: undefined })
  const heaviest = weighed[0]?.weight ?? 0
  const telling = weighed.filter(({ weight, group }) => weight >= heaviest * minTellingShare && !isGeneral(group))
  parts.push({ query: queryAny(...telling.map(({ group }) => looseQuery(group))), most: undefined })
  const unknown = typed.filter(({ count, group }) => count === 0 && !isGeneral(group))
  parts.push({
    query: queryAny(
      ...unknown.map(({ group }) =>
        queryAny(relatedQuery(group, ''), widerQuery(group, ''), siblingQuery(group), begunQuery(group, '')),
      ),
    ),
    most: undefined,
  })
  const known = parts.flatMap(({ query, most }) => (query === undefined ? [] : [{ query, most }]))
  if (known.length === 0) return match
  const settle = (query: SearchQuery) => (statistics === undefined ? query : expandPrefixes(query, statistics, minCertainHits)) // prettier-ignore
  // With one telling word several parts are the same.
  const byTokens = Map.groupBy(known, ({ query }) => tsqueryOf(settle(query)))
  const relaxed = [...byTokens].map(([tokens, same]) => [tokens, same[0]?.most] as const)
  const any = relaxed.map(([tokens]) => tokens).join(' | ')
  const ranks = relaxed.map(([tokens, most], at) => ({ place: firstRelaxedPlace + at, tokens, title: undefined, most }))
  const kept = combinations[0]?.chosen.map(({ group }) => group) ?? []
  return {
    ...match,
    tokens: match.tokens === undefined ? any : `(${match.tokens} | ${any})`,
    ranks: [...match.ranks, ...ranks],
    most: undefined,
    isMore: false,
    relaxed: hits > 0 ? [] : typed.filter(({ group }) => !kept.includes(group)).map(({ group }) => group.text),
    score: scoreOf(all, [
      ...kin.map((query) => ({ query, weight: heaviest * kinShare })),
      ...needs.map(({ query, weight }) => ({ query, weight: needWeight * weight })),
    ]),
  }
}

/** Most hits whose categories are looked at, and most listings that follow because of them. */
const [maxLooked, maxKin] = [8, 100]
/** What the category of a hit counts, once for itself and once for the one above it. */
const kinShare = 0.2

const preparedHitCategories = preparedByShape('keyword_hit_categories', (db, { kind }: { kind: ListingKind }, name) => {
  const t = listingTables[kind]
  const words = matchCondition(t, { hasTokens: true, hasTitle: false }, 'match', placeholders)
  const where = and(isPublished(t), words)
  return db.select({ path: t.categoryPath }).from(t).where(where).limit(maxLooked).prepare(name)
})
const cachedHitCategories = cachedReads<readonly (readonly number[])[]>({ tags: ['services', 'products'] })

/**
 * Listings in the categories of the few hits that have the words, and in those above them: the nearest there is to the
 * hits.
 */
async function categoriesOfHits(t: Listings, words: SearchQuery, context: CacheContext): Promise<SearchQuery[]> {
  const matchTokens = tsqueryOf(words)
  const [nodes, paths] = await Promise.all([
    categoryNodes(context),
    cachedHitCategories(context, `${kindOf(t)} ${matchTokens}`, async () => {
      const rows = await preparedHitCategories(context.db, { kind: kindOf(t) }).execute({ matchTokens })
      return rows.map(({ path }) => path)
    }),
  ])
  const named = (depth: number) => {
    const ids = new Set(paths.filter(({ length }) => length > 2 - depth).flatMap((path) => path.at(depth) ?? []))
    return queryAny(...[...ids].flatMap((id) => categoryQuery(nodes.get(id)?.name ?? '') ?? []))
  }
  return [named(-1), named(-2)].filter((query) => query !== undefined)
}

/** How much of what is asked are terms of the trade; those that are found say more than a description of them. */
function termShareOf(typed: readonly Weighed[]): number {
  const whole = sumOfWeights(typed)
  return whole === 0 ? 0 : sumOfWeights(typed.filter(({ group }) => group.isConcept)) / whole
}

const sumOfWeights = (words: readonly Weighed[]) => words.reduce((sum, { weight }) => sum + weight, 0)

interface RelaxedPart {
  readonly query: SearchQuery | undefined
  readonly most: number | undefined
}

/** First rank of listings without some of the words. */
export const firstRelaxedPlace = 10

const isMeasure = ({ group }: Pick<Weighed, 'group'>) => group.segments.every(({ kind }) => kind === 'measure')
/** Whether a combination leaves out amounts and sizes alone: what is sought may come in another size. */
const hasAllButMeasures = (chosen: readonly Weighed[], weighed: readonly Weighed[]) =>
  chosen.length > 0 && weighed.every((each) => chosen.includes(each) || isMeasure(each))

/** Every combination of words but that of all, the weightiest first. */
function combinationsOf(weighed: readonly Weighed[]) {
  return Array.from({ length: Math.max(0, 2 ** weighed.length - 1) }, (_, at) => {
    const chosen = weighed.filter((_each, place) => ((at + 1) & (1 << place)) !== 0)
    return { chosen, weight: chosen.reduce((sum, { weight }) => sum + weight, 0) }
  }).toSorted((one, other) => other.weight - one.weight)
}

/** What each word of a listing counts for its place among those without some of the words. */
function scoreOf(
  words: readonly Weighed[],
  beside: readonly { readonly query: SearchQuery; readonly weight: number }[],
): Match['score'] {
  const parts = words.flatMap(({ group, weight, count }): readonly (readonly [SearchQuery | undefined, number])[] => [
    [groupQuery(group, ''), weight * 0.5],
    [groupQuery(group, tokenPrefixes.title), weight * 0.3],
    [wholeQuery(group, tokenPrefixes.title), weight * 0.2],
    [wholeQuery(group, tokenPrefixes.category), weight * 0.2],
    [looseQuery(group), weight * 0.1],
    [relatedQuery(group, tokenPrefixes.title), weight * 0.1],
    // Where nothing has the word, what is related is what is meant.
    [relatedQuery(group, ''), weight * (count === 0 ? 0.6 : 0.25)],
    [widerQuery(group, ''), weight * 0.05],
    [count === 0 ? siblingQuery(group) : undefined, weight * 0.05],
  ])
  const asked = [...parts, ...beside.map(({ query, weight }) => [query, weight] as const)].filter(
    ([query]) => query !== undefined,
  )
  return {
    queries: asked.map(([query]) => tsqueryOf(query)),
    weights: asked.map(([, weight]) => Math.round(weight * 1_000)),
  }
}

/**
 * Match of the words of a keyword: all of them (as written or by meaning), or a number prefix; with few hits also
 * pinyin and titles that contain it as a substring.
 */
async function matchWords(t: Listings, keyword: string, context: CacheContext): Promise<WordMatch> {
  const statistics = await tokenStatistics(t, context)
  const containingTokens =
    statistics !== undefined && isShortKeyword(keyword) ? frequentTokensWith(keyword.toLowerCase(), statistics) : []
  const reading =
    statistics === undefined
      ? keywordQueries(keyword)
      : expandFrequent(keywordQueries(keyword), containingTokens, statistics)
  const plain = plainText(keyword)
  const written = writtenParts(keyword)
  const rest = { text: plain, written, corrected: undefined, relaxed: [], score: undefined, queries: reading }
  if (reading.words === undefined) return { ...matchTitle(keyword), ...rest, wordHits: 0 }
  const { words, sound } = reading
  const mayBePartial = isPartialWord(keyword) && containingTokens.length === 0
  // A dictionary word has its own statistics, independent of its character pairs.
  const whole = statistics?.shares.get(keyword.toLowerCase()) ?? 0
  const certainHits = statistics === undefined ? 0 : statistics.rows * Math.max(whole, minimumShare(words, statistics))
  const known = statistics === undefined ? undefined : knownHits(words, statistics)
  const needsCount = certainHits < minWholeWordHits
  const key = `${kindOf(t)} ${keyword}`
  const tokens = tsqueryOf(words)
  const found = needsCount ? await cachedCounts(context, key, () => countHits(t, tokens, context)) : Infinity
  if (found >= minWholeWordHits || (sound === undefined && !mayBePartial)) {
    const most =
      statistics === undefined ? undefined : Math.min(known ?? Infinity, found >= maxCounted ? Infinity : found)
    const ranks = buildRanks({ ...reading, sound: undefined, titleSound: undefined }, { words: most, sound: 0 })
    const isMore = certainHits >= minCertainHits
    const queries = { ...reading, sound: undefined }
    return { tokens, title: undefined, ranks, most, isMore, ...rest, queries, wordHits: found }
  }
  const { reading: withPinyin, most } = await matchByPinyin(t, keyword, reading, { statistics, context })
  const all = queryAny(words, withPinyin.sound) ?? words
  // With many pinyin hits, substring matches in titles are skipped.
  const title = mayBePartial && (most ?? 0) < maxCounted ? likePattern(keyword) : undefined
  const inTitle = { place: places.partial, tokens: undefined, title, most: undefined }
  const ranks = buildRanks(withPinyin, { words: found, sound: most })
  return {
    tokens: tsqueryOf(all),
    title,
    ranks: title === undefined ? ranks : [...ranks, inTitle],
    most,
    isMore: false,
    ...rest,
    wordHits: found,
  }
}

/** Estimated hits of words; undefined where they must be counted, because there may be many or few of them. */
function knownHits(words: SearchQuery, statistics: TokenStatistics): number | undefined {
  if (hasKnownShares(words, statistics)) return statistics.rows * estimateShare(words, statistics)
  const most = statistics.rows * maximumShare(words, statistics)
  return most < maxCounted ? most : undefined
}

/** The condition of a keyword with its values, for statements that run once. */
export async function keywordCondition(t: Listings, keyword: string, context: CacheContext): Promise<SQL | undefined> {
  const match = await matchKeyword(t, keyword, context)
  if (match === undefined) return undefined
  const bind = valuesOf({ matchTokens: match.tokens, matchTitle: match.title })
  return matchCondition(t, matchForm(match), 'match', bind)
}

/** For keywords that contain only punctuation. */
function matchTitle(keyword: string) {
  const match = { tokens: undefined, title: likePattern(keyword), most: undefined }
  return { ...match, ranks: [{ ...match, place: places.partial }], isMore: false }
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
    wholeTitle: reading.wholeTitle,
    topic: reading.topic,
    inCategory: reading.inCategory,
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
  { number, topic, wholeTitle, inCategory, title, words, titleSound, sound }: KeywordQueries,
  most: Readonly<Record<'words' | 'sound', number | undefined>>,
): Rank[] {
  const parts: readonly [number, SearchQuery | undefined, number | undefined][] = [
    [places.number, number, minWholeWordHits],
    [places.topic, topic, most.words],
    [places.wholeTitle, wholeTitle, most.words],
    [places.inCategory, inCategory, most.words],
    [places.title, title, most.words],
    [places.words, words, most.words],
    [places.titleSound, titleSound, most.sound],
    [places.sound, sound, most.sound],
  ]
  return parts.flatMap(([place, asked, about]) =>
    asked === undefined ? [] : [{ place, tokens: tsqueryOf(asked), title: undefined, most: about }],
  )
}

const preparedCounts = preparedByShape('keyword_count', (db, { kind }: { kind: ListingKind }, name) => {
  const t = listingTables[kind]
  const words = matchCondition(t, { hasTokens: true, hasTitle: false }, 'match', placeholders)
  const hits = sql`(select from ${t} where ${and(isPublished(t), words)} limit ${sql.raw(String(maxCounted))}) as hits`
  return db
    .select({ count: sql<number>`count(*)::int` })
    .from(hits)
    .prepare(name)
})

async function countHits(t: Listings, matchTokens: string, { db }: CacheContext): Promise<number> {
  const rows = await preparedCounts(db, { kind: kindOf(t) }).execute({ matchTokens })
  return rows[0]?.count ?? 0
}
