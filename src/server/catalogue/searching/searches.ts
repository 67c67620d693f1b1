import { and, desc, eq, gt } from 'drizzle-orm'
import type { searchCalls } from '../../../contract/catalogue/search.ts'
import type { Db } from '../../../db/open.ts'
import { searchTerms } from '../../../db/tables/search.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import type { Context, Handler } from '../../handler.ts'
import { planListing } from '../query/plan-question.ts'
import { topSearchedShops } from '../../shops/matching-shops.ts'
import { logChoice, logSearch, type SearchFound } from '../../search/search-log.ts'
import { hitCounterOf } from './cached-search-help.ts'
import { hotWordsKind, searchKinds, type SearchKind } from '../../../domain/shell/search.ts'
import { hotWordKeys } from '../../../domain/reference/dictionary-keys.ts'
import { suggestionsFor } from '../../search/suggestions.ts'
import { dictionaryTexts } from '../../reference/dictionaries.ts'

const [maxTerms, maxShops] = [10, 10]

export const topSearches: Handler<typeof searchCalls.topSearches> = async (_input, { db }) => ({
  service: await topTerms(db, 'service'),
  goods: await topTerms(db, 'goods'),
  shops: await topSearchedShops(db, maxShops),
})

const topTerms = (db: Db, kind: 'service' | 'goods') =>
  db
    .select({ term: searchTerms.term, hits: searchTerms.hits, searches: searchTerms.searches })
    .from(searchTerms)
    .where(and(eq(searchTerms.kind, kind), gt(searchTerms.searches, 0), gt(searchTerms.hits, 0)))
    .orderBy(desc(searchTerms.searches), searchTerms.key)
    .limit(maxTerms)

/** Calls made while a page is rendered have no IP address and are not logged as searches. */
export const searchDone: Handler<typeof searchCalls.searchDone> = async ({ kind, keyword }, context) => {
  const { ip } = context.request
  if (ip === undefined) return {}
  const kinds = kind === 'all' ? searchKinds : [kind]
  const found = await Promise.all(kinds.map(async (each) => ({ each, found: await foundFor(each, keyword, context) })))
  const some = found.filter((one) => one.found !== 'none')
  // A search of everything without any result is one of services.
  for (const one of some.length > 0 ? some : found.slice(0, 1))
    await logSearch(context.db, one.each, keyword, ip, new Date(), one.found)
  return {}
}

/** What a keyword finds in a type without any other condition. */
async function foundFor(
  kind: SearchKind,
  keyword: string,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<SearchFound> {
  if ((await hitCounterOf(kind, context)(keyword)) === 0) return 'none'
  if (kind === 'supplier') return 'all'
  const listed = kind === 'service' ? 'service' : 'product'
  const { reading } = await planListing(listed, { keyword, tags: [], certified: false }, context)
  return reading === null || reading.relaxed.length === 0 ? 'all' : 'part'
}

export const searchChosen: Handler<typeof searchCalls.searchChosen> = async (input, { db, request }) => {
  const { kind, keyword: term, listingId, step } = input
  if (request.ip === undefined) return {}
  const t = kind === 'service' ? services : products
  const [listing] = await db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.id, listingId), eq(t.status, 'published')))
  if (listing !== undefined) await logChoice(db, { kind, term, listingId, step }, request.ip, new Date())
  return {}
}

export const searchSuggestions: Handler<typeof searchCalls.searchSuggestions> = async ({ kind, keyword }, context) => ({
  suggestions: await suggestionsFor(context.db, kind, keyword),
  hotWords: [...(await dictionaryTexts(context, hotWordKeys[hotWordsKind(kind)])).values()],
})
