import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { searchTerms as t } from '../../db/tables/search.ts'
import type { SearchKind } from '../../domain/shell/search.ts'
import { asTyped, soundOf } from './pinyin.ts'
import { keyOf } from './terms.ts'

/**
 * Terms that sound or are typed almost as a word, the nearest first. One query: by trigrams of the sound, and for
 * Latin letters of the initials too.
 */
export async function nearTerms(db: Db, kind: SearchKind, word: string): Promise<string[]> {
  const { pinyin } = soundOf(word)
  const typed = asTyped(word)
  const found = sql`${t.kind} = ${kind} and ${t.hits} > 0 and ${t.key} <> ${keyOf(word)}`
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
    .map(({ term, form }, place) => ({ term, place, distance: distanceOf(form, pinyin) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(pinyin.length / 5)))
    .toSorted((a, b) => a.distance - b.distance || a.place - b.place)
  return [...new Set(near.map(({ term }) => term))]
}

/** Letters to change, add or leave out to come from one text to another; two swapped neighbours count as one. */
export function distanceOf(from: string, to: string): number {
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
