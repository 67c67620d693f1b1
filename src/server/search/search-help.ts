import type { SearchHelp } from '../../contract/catalogue/search.ts'
import type { Db } from '../../db/open.ts'
import { isCas } from '../../domain/catalogue/cas.ts'
import { normalizeKeyword, searchKinds, type SearchKind } from '../../domain/shell/search.ts'
import { keywordPieces } from './tokenize.ts'
import { sql } from 'drizzle-orm'
import { companies } from '../../db/tables/accounts.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import { keywordTsqueries } from './keyword-queries.ts'
import { shopMatchCondition } from './shop-match.ts'
import { searchTerms as t } from '../../db/tables/search.ts'
import { asPinyin, pinyinOf } from './pinyin.ts'
import { termKey } from './terms.ts'

/**
 * Terms similar to a word in pinyin or typing, the most similar first. One query: by trigrams of the pinyin, and for
 * Latin letters also of the initials.
 */
export async function similarTerms(db: Db, kind: SearchKind, word: string): Promise<string[]> {
  const { pinyin } = pinyinOf(word)
  const typed = asPinyin(word)
  const found = sql`${t.kind} = ${kind} and ${t.hits} > 0 and ${t.key} <> ${termKey(word)}`
  const bySound = sql`(select ${t.term} as term, ${t.pinyin} as form, similarity(${t.pinyin}, ${pinyin}) as near,
      ${t.searches} as searches, ${t.hits} as hits
    from ${t} where ${found} and ${t.pinyin} % ${pinyin} order by near desc, searches desc, hits desc limit 20)`
  const byInitials = sql`(select ${t.term}, ${t.initials}, similarity(${t.initials}, ${typed ?? ''}), ${t.searches}, ${t.hits}
    from ${t} where ${found} and ${typed !== undefined && typed.length <= 12} and length(${t.initials}) > 3
      and similarity(${t.initials}, ${typed ?? ''}) > 0.4 order by 3 desc, 4 desc, 5 desc limit 20)`
  const rows = await db
    .select({ term: sql<string>`term`, form: sql<string>`form` })
    .from(sql`(${bySound} union all ${byInitials}) as terms`)
    .orderBy(sql`near desc, searches desc, hits desc`)
  const near = rows
    .map(({ term, form }, place) => ({ term, place, distance: editDistance(form, pinyin) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(pinyin.length / 5)))
    .toSorted((a, b) => a.distance - b.distance || a.place - b.place)
  return [...new Set(near.map(({ term }) => term))]
}

/** Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of adjacent letters. */
export function editDistance(from: string, to: string): number {
  let [before, last] = [
    Array.from({ length: to.length + 1 }, () => 0),
    Array.from({ length: to.length + 1 }, (_, at) => at),
  ]
  for (let i = 1; i <= from.length; i += 1) {
    const now = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1]
      const best = Math.min((last[j] ?? 0) + 1, (now[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      now.push(swapped ? Math.min(best, (before[j - 2] ?? 0) + 1) : best)
    }
    ;[before, last] = [last, now]
  }
  return last[to.length] ?? 0
}

const maxCounted = 1_000

/** Counts published listings or open shops that match a keyword by words or numbers, up to 1,000. */
async function countMatches(db: Db, kind: SearchKind, keyword: string): Promise<number> {
  if (kind === 'supplier') {
    return countUpTo(
      db,
      sql`select 1 from ${shops} join ${companies} on ${companies.id} = ${shops.companyId}
        where ${companies.isSaler} and ${shopMatchCondition(keyword)}`,
    )
  }
  const { words } = keywordTsqueries(keyword)
  if (words === '') return 0
  const t = kind === 'service' ? services : products
  return countUpTo(db, sql`select 1 from ${t} where ${t.status} = 'published' and ${t.tokens} @@ ${words}::tsquery`)
}

async function countUpTo(db: Db, found: ReturnType<typeof sql>): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(${found} limit ${maxCounted}) as found`)
  return row?.count ?? 0
}

/** Counts the hits of a keyword up to a limit. */
export type HitCounter = (keyword: string) => Promise<number>
const maxPieces = 5

/**
 * Suggestions for a keyword without hits: similar terms, the keyword without its rarest word, and other types of search
 * with hits. For a CAS number no other number is suggested.
 */
export async function searchHelpFor(
  db: Db,
  kind: SearchKind,
  typed: string,
  countHits: HitCounter,
): Promise<SearchHelp> {
  const keyword = normalizeKeyword(typed)
  if (keyword === '' || (await countHits(keyword)) > 0) return null
  const pieces = keywordPieces(keyword).slice(0, maxPieces)
  const counts = await Promise.all(pieces.map(countHits))
  const whole = isCas(keyword) ? [] : await similarTerms(db, kind, keyword)
  const parts = whole.length === 0 && pieces.length > 1 ? await correctKeyword(db, kind, pieces, counts) : []
  const tried = await Promise.all(
    [...whole, ...parts].slice(0, 5).map(async (term) => ({ term, hits: await countHits(term) })),
  )
  const terms = tried.filter(({ hits }) => hits > 0).map(({ term }) => term)
  const elsewhere = await Promise.all(
    searchKinds
      .filter((other) => other !== kind)
      .map(async (other) => ({ kind: other, total: await countMatches(db, other, keyword) })),
  )
  return {
    terms: terms.slice(0, 3),
    fewer: await withoutRarest(pieces, counts, countHits),
    elsewhere: elsewhere.filter(({ total }) => total > 0),
  }
}

/** The keyword with each word without hits replaced by a similar term. */
async function correctKeyword(db: Db, kind: SearchKind, pieces: readonly string[], counts: readonly number[]) {
  const near = await Promise.all(
    pieces.map(async (piece, at) => (counts[at] === 0 ? (await similarTerms(db, kind, piece))[0] : piece)),
  )
  return near.every((piece) => piece !== undefined) ? [near.join(' ')] : []
}

/** Drops the rarest word repeatedly until there are hits. */
async function withoutRarest(pieces: readonly string[], counts: readonly number[], find: HitCounter) {
  let left = pieces.map((piece, at) => ({ piece, count: counts[at] ?? 0 }))
  const gone: string[] = []
  while (left.length > 1) {
    const rarest = left.toSorted((a, b) => a.count - b.count)[0]
    left = left.filter((each) => each !== rarest)
    gone.push(rarest?.piece ?? '')
    const keyword = left.map(({ piece }) => piece).join(' ')
    const total = await find(keyword)
    if (total > 0) return { keyword, without: gone.join(' '), total }
  }
  return null
}
