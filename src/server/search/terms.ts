import { and, eq, gt, lt, sql, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { searchTerms } from '../../db/tables/search.ts'
import { normalizeKeyword, searchKinds, type SearchKind } from '../../domain/shell/search.ts'
import { pinyinOf } from './pinyin.ts'
import { termsOfSearches, termsOfListings, termsOfShops, tradeTermsInListings, type Term } from './term-sources.ts'
import { brands, products, services } from '../../db/tables/catalogue.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { lexicon } from './lexicon.ts'

/** Lookup key of a term: plain, lower case, without spaces. */
export const termKey = (term: string): string => normalizeKeyword(term).toLowerCase().replace(/\s+/g, '')

const batchSize = 500

/** Saves terms with hits; the search counts of existing terms are preserved. */
export async function saveTerms(db: Db, kind: SearchKind, terms: readonly Term[], now = new Date()): Promise<void> {
  const byKey = new Map<string, Term>()
  for (const { term, hits } of terms) {
    const key = termKey(term)
    const known = byKey.get(key)
    if (key.length > 1 && term.length <= 30 && hits >= (known?.hits ?? 0)) {
      byKey.set(key, { term: known?.term ?? term.trim(), hits })
    }
  }
  const rows = [...byKey].map(([key, each]) => ({ kind, key, ...each, ...pinyinOf(each.term), updatedAt: now }))
  for (let at = 0; at < rows.length; at += batchSize) {
    await db
      .insert(searchTerms)
      .values(rows.slice(at, at + batchSize))
      .onConflictDoUpdate({
        target: [searchTerms.kind, searchTerms.key],
        set: { hits: sql`excluded.hits`, updatedAt: now },
      })
  }
}

/**
 * Recounts the hits of every term and deletes terms without hits that nobody searches for.
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
        ? await termsOfShops(db)
        : [...(await termsOfListings(db, kind)), ...(await tradeTermsInListings(db, kind))]
    const found = await termsOfSearches(
      db,
      kind,
      searched.map(({ term }) => term),
    )
    await saveTerms(db, kind, [...named, ...found], now)
    const old = and(eq(searchTerms.kind, kind), lt(searchTerms.updatedAt, now))
    await db.delete(searchTerms).where(and(old, eq(searchTerms.searches, 0)))
    await db.update(searchTerms).set({ hits: 0 }).where(old)
  }
}

/** Terms of the lexicon without abbreviations, which the nightly job writes in capitals. */
const tradeTerms = lexicon.filter((term) => !/^[a-z]+$/.test(term))

/**
 * Saves new terms of published listings, so that they are suggested at once; the nightly job counts their hits.
 * Inserted in key order, so that two concurrent publications cannot deadlock.
 */
export async function saveNewTerms(db: Db, kind: ListingKind, ids: readonly number[]): Promise<void> {
  const searchKind: SearchKind = kind === 'service' ? 'service' : 'goods'
  const rows = kind === 'service' ? await servicesOnSale(db, ids) : await productsOnSale(db, ids)
  const terms = rows.flatMap(({ title, capabilities, brandName }) => [
    ...capabilities,
    ...(brandName === null ? [] : [brandName]),
    ...(kind === 'product' ? [title.split(' ')[0] ?? ''] : []),
    ...tradeTerms.filter((term) => title.includes(term)),
  ])
  const byKey = new Map(terms.map((term) => [termKey(term), term]))
  const values = [...byKey]
    .filter(([key, term]) => key.length > 1 && term.length <= 20)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, term]) => ({
      kind: searchKind,
      key,
      term,
      hits: 1,
      ...pinyinOf(term),
    }))
  if (values.length > 0) await db.insert(searchTerms).values(values).onConflictDoNothing()
}

const servicesOnSale = async (db: Db, ids: readonly number[]) => {
  const rows = await db
    .select({ title: services.title, capabilities: services.capabilities })
    .from(services)
    .where(and(inArray(services.id, [...ids]), eq(services.status, 'published')))
  return rows.map((row) => ({ ...row, brandName: null }))
}

const productsOnSale = (db: Db, ids: readonly number[]) =>
  db
    .select({ title: products.title, capabilities: products.capabilities, brandName: brands.name })
    .from(products)
    .leftJoin(brands, eq(brands.id, products.brandId))
    .where(and(inArray(products.id, [...ids]), eq(products.status, 'published')))
