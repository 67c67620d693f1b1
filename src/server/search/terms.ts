import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { searchTerms } from '../../db/tables/search.ts'
import { plainKeyword, searchKinds, type SearchKind } from '../../domain/shell/search.ts'
import { soundOf } from './pinyin.ts'
import { foundWords, namedByListings, namedByShops, wordsOfTrade, type Term } from './term-sources.ts'

/** What a term is looked up by: plain, lower case, without spaces. */
export const keyOf = (term: string): string => plainKeyword(term).toLowerCase().replace(/\s+/g, '')

const batch = 500

/** Writes terms that something is found by; known ones keep how often they were searched for. */
export async function keepTerms(db: Db, kind: SearchKind, terms: readonly Term[], now = new Date()): Promise<void> {
  const byKey = new Map<string, Term>()
  for (const { term, hits } of terms) {
    const key = keyOf(term)
    const known = byKey.get(key)
    if (key.length > 1 && term.length <= 30 && hits >= (known?.hits ?? 0)) {
      byKey.set(key, { term: known?.term ?? term.trim(), hits })
    }
  }
  const rows = [...byKey].map(([key, each]) => ({ kind, key, ...each, ...soundOf(each.term), updatedAt: now }))
  for (let at = 0; at < rows.length; at += batch) {
    await db
      .insert(searchTerms)
      .values(rows.slice(at, at + batch))
      .onConflictDoUpdate({
        target: [searchTerms.kind, searchTerms.key],
        set: { hits: sql`excluded.hits`, updatedAt: now },
      })
  }
}

/**
 * Counts anew what every term leads to and forgets those that lead nowhere any more and that nobody searches for.
 * Safe to run twice, also at the same time.
 */
export async function countTerms(db: Db): Promise<void> {
  const now = new Date()
  for (const kind of searchKinds) {
    const searched = await db
      .select({ term: searchTerms.term })
      .from(searchTerms)
      .where(and(eq(searchTerms.kind, kind), gt(searchTerms.searches, 0)))
    const named =
      kind === 'supplier'
        ? await namedByShops(db)
        : [...(await namedByListings(db, kind)), ...(await wordsOfTrade(db, kind))]
    const found = await foundWords(
      db,
      kind,
      searched.map(({ term }) => term),
    )
    await keepTerms(db, kind, [...named, ...found], now)
    const old = and(eq(searchTerms.kind, kind), lt(searchTerms.updatedAt, now))
    await db.delete(searchTerms).where(and(old, eq(searchTerms.searches, 0)))
    await db.update(searchTerms).set({ hits: 0 }).where(old)
  }
}
