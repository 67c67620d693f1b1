import { and, desc, eq, gt } from 'drizzle-orm'
import type { searchCalls } from '../../../contract/catalogue/search.ts'
import type { Db } from '../../../db/open.ts'
import { searchTerms } from '../../../db/tables/search.ts'
import type { Handler } from '../../handler.ts'
import { topSearchedShops } from '../../shops/matching-shops.ts'
import { logSearch } from '../../search/search-log.ts'
import { hitCounterOf } from './cached-search-help.ts'
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
  if (ip !== undefined && (await hitCounterOf(kind, context)(keyword)) > 0) {
    await logSearch(context.db, kind, keyword, ip, new Date())
  }
  return {}
}

export const searchSuggestions: Handler<typeof searchCalls.searchSuggestions> = async ({ kind, keyword }, context) => ({
  suggestions: await suggestionsFor(context.db, kind, keyword),
  hotWords: [...(await dictionaryTexts(context, hotWordKeys[kind])).values()],
})
