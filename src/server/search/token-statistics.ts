import { getTableName, sql } from 'drizzle-orm'
import type { products, services } from '../../db/tables/catalogue.ts'
import type { Context } from '../handler.ts'
import { cachedReads } from '../cached-reads.ts'
import { queryAny, exactToken, type SearchQuery } from './search-query.ts'

/** Number of rows and the share of rows with each frequent token, from the last ANALYZE. */
export interface TokenStatistics {
  readonly rows: number
  readonly shares: ReadonlyMap<string, number>
  /** A word that is not among the shares is rarer than this. */
  readonly rarest: number
}

const cachedStatistics = cachedReads<TokenStatistics | undefined>({ tags: [] })

/** Undefined without statistics (embedded database, or never analysed): such a table is small. */
export const tokenStatistics = (t: typeof services | typeof products, context: Pick<Context, 'db' | 'pages'>) =>
  cachedStatistics(context, getTableName(t), async () => {
    const rows = await context.db
      .select({ rows: sql<number>`rows`, word: sql<string>`word`, share: sql<number>`share` })
      .from(
        sql`(select c.reltuples as rows, word, share::float8 as share from pg_class c
          join pg_stats s on s.schemaname = 'public' and s.tablename = c.relname,
          unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as common (word, share)
          where c.relname = ${getTableName(t)} and s.attname = 'tokens' and word is not null) as statistics`,
      )
    const [first] = rows
    if (first === undefined || first.rows <= 0) return undefined
    const shares = new Map(rows.map((row) => [row.word, row.share]))
    return { rows: first.rows, shares, rarest: Math.min(...shares.values()) }
  })

const tokensStartingWith = (start: string, { shares }: TokenStatistics) =>
  [...shares].filter(([each]) => each.startsWith(start))
const sum = (shares: readonly number[]) => shares.reduce((total, share) => total + share, 0)

/** Estimated share of matching rows: for several tokens between full correlation and independence. */
export function estimateShare(asked: SearchQuery, statistics: TokenStatistics): number {
  if ('all' in asked) {
    const shares = asked.all.map((part) => estimateShare(part, statistics))
    return Math.sqrt(Math.min(...shares) * shares.reduce((product, share) => product * share, 1))
  }
  if ('any' in asked) return Math.min(1, sum(asked.any.map((part) => estimateShare(part, statistics))))
  if (!asked.isPrefix) return statistics.shares.get(asked.word) ?? statistics.rarest
  return Math.min(1, sum(tokensStartingWith(asked.word, statistics).map(([, share]) => share)) + statistics.rarest)
}

/** Lower bound of the share of matching rows; 0 where unknown. */
export function minimumShare(asked: SearchQuery, statistics: TokenStatistics): number {
  if ('all' in asked) return Math.max(0, 1 - sum(asked.all.map((part) => 1 - minimumShare(part, statistics))))
  if ('any' in asked) return Math.max(...asked.any.map((part) => minimumShare(part, statistics)))
  if (!asked.isPrefix) return statistics.shares.get(asked.word) ?? 0
  return Math.max(0, ...tokensStartingWith(asked.word, statistics).map(([, share]) => share))
}

/** Upper bound of the share of matching rows. */
export function maximumShare(asked: SearchQuery, { shares, rarest }: TokenStatistics): number {
  const shareOf = (part: SearchQuery): number => {
    if ('all' in part) return Math.min(...part.all.map(shareOf))
    if ('any' in part) return Math.min(1, sum(part.any.map(shareOf)))
    // A prefix may stand for any number of rare tokens.
    return part.isPrefix ? 1 : (shares.get(part.word) ?? rarest)
  }
  return shareOf(asked)
}

/** Whether all tokens of a query have statistics. */
export function hasKnownShares(asked: SearchQuery, statistics: TokenStatistics): boolean {
  if ('word' in asked) return !asked.isPrefix && statistics.shares.has(asked.word)
  return ('all' in asked ? asked.all : asked.any).every((part) => hasKnownShares(part, statistics))
}

/** The alternatives with statistics; the query itself where none has. */
export function knownAlternatives(asked: SearchQuery, statistics: TokenStatistics): SearchQuery {
  if (!('any' in asked)) return asked
  const known = asked.any
    .map((part) => knownAlternatives(part, statistics))
    .filter((part) => hasKnownShares(part, statistics))
  return queryAny(...known) ?? asked
}

/**
 * Replaces frequent prefixes: by the token itself where it is frequent, else by the frequent tokens with that prefix.
 * For a prefix the database would collect all rows of all its tokens before it returns the first one.
 */
export function expandPrefixes(asked: SearchQuery, statistics: TokenStatistics, frequent: number): SearchQuery {
  if ('all' in asked) return { all: asked.all.map((part) => expandPrefixes(part, statistics, frequent)) }
  if ('any' in asked) return { any: asked.any.map((part) => expandPrefixes(part, statistics, frequent)) }
  if (!asked.isPrefix) return asked
  const isFrequent = (shares: readonly number[]) => sum(shares) * statistics.rows >= frequent
  if (isFrequent([statistics.shares.get(asked.word) ?? 0])) return exactToken(asked.word)
  const listed = tokensStartingWith(asked.word, statistics)
  return isFrequent(listed.map(([, share]) => share))
    ? (queryAny(...listed.map(([each]) => exactToken(each))) ?? asked)
    : asked
}
