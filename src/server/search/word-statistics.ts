import { getTableName, sql } from 'drizzle-orm'
import type { products, services } from '../../db/tables/catalogue.ts'
import type { Context } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { anyOf, word, type Asked } from './asked.ts'

/** How many rows there are, and which share of them has a frequent word, as the database last looked. */
export interface WordStatistics {
  readonly rows: number
  readonly shares: ReadonlyMap<string, number>
  /** A word that is not among the shares is rarer than this. */
  readonly rarest: number
}

const known = keptUntilChange<WordStatistics | undefined>([])

/** Undefined where the database has never counted, as the embedded one does not: such a table is small. */
export const wordStatistics = (t: typeof services | typeof products, context: Pick<Context, 'db' | 'pages'>) =>
  known(context, getTableName(t), async () => {
    const rows = await context.db
      .select({ rows: sql<number>`rows`, word: sql<string>`word`, share: sql<number>`share` })
      .from(
        sql`(select c.reltuples as rows, word, share::float8 as share from pg_class c
          join pg_stats s on s.schemaname = 'public' and s.tablename = c.relname,
          unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as common (word, share)
          where c.relname = ${getTableName(t)} and s.attname = 'words' and word is not null) as statistics`,
      )
    const [first] = rows
    if (first === undefined || first.rows <= 0) return undefined
    const shares = new Map(rows.map((row) => [row.word, row.share]))
    return { rows: first.rows, shares, rarest: Math.min(...shares.values()) }
  })

const begun = (start: string, { shares }: WordStatistics) => [...shares].filter(([each]) => each.startsWith(start))
const sum = (shares: readonly number[]) => shares.reduce((total, share) => total + share, 0)

/** About the share of rows that hold what is asked: of several words between always together and only by chance. */
export function shareAbout(asked: Asked, statistics: WordStatistics): number {
  if ('all' in asked) {
    const shares = asked.all.map((part) => shareAbout(part, statistics))
    return Math.sqrt(Math.min(...shares) * shares.reduce((product, share) => product * share, 1))
  }
  if ('any' in asked) return Math.min(1, sum(asked.any.map((part) => shareAbout(part, statistics))))
  if (!asked.isBeginning) return statistics.shares.get(asked.word) ?? statistics.rarest
  return Math.min(1, sum(begun(asked.word, statistics).map(([, share]) => share)) + statistics.rarest)
}

/** The least share of rows that surely holds what is asked; 0 where nobody knows. */
export function shareAtLeast(asked: Asked, statistics: WordStatistics): number {
  if ('all' in asked) return Math.max(0, 1 - sum(asked.all.map((part) => 1 - shareAtLeast(part, statistics))))
  if ('any' in asked) return Math.max(...asked.any.map((part) => shareAtLeast(part, statistics)))
  if (!asked.isBeginning) return statistics.shares.get(asked.word) ?? 0
  return Math.max(0, ...begun(asked.word, statistics).map(([, share]) => share))
}

/** Whether how often it is found follows from words that are all known. */
export function isKnown(asked: Asked, statistics: WordStatistics): boolean {
  if ('word' in asked) return !asked.isBeginning && statistics.shares.has(asked.word)
  return ('all' in asked ? asked.all : asked.any).every((part) => isKnown(part, statistics))
}

/** Of several that are asked for alike those that are known; the same where none is. */
export function knownOf(asked: Asked, statistics: WordStatistics): Asked {
  if (!('any' in asked)) return asked
  const known = asked.any.map((part) => knownOf(part, statistics)).filter((part) => isKnown(part, statistics))
  return anyOf(...known) ?? asked
}

/**
 * The same without beginnings that are frequent: the word itself where it is one, else the frequent words that begin
 * so. A beginning has the database collect all rows of all words that begin so, before it looks at the first one.
 */
export function settled(asked: Asked, statistics: WordStatistics, frequent: number): Asked {
  if ('all' in asked) return { all: asked.all.map((part) => settled(part, statistics, frequent)) }
  if ('any' in asked) return { any: asked.any.map((part) => settled(part, statistics, frequent)) }
  if (!asked.isBeginning) return asked
  const isFrequent = (shares: readonly number[]) => sum(shares) * statistics.rows >= frequent
  if (isFrequent([statistics.shares.get(asked.word) ?? 0])) return word(asked.word)
  const listed = begun(asked.word, statistics)
  return isFrequent(listed.map(([, share]) => share)) ? (anyOf(...listed.map(([each]) => word(each))) ?? asked) : asked
}
