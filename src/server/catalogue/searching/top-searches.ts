import { and, desc, eq, gt } from 'drizzle-orm'
import type { searchCalls } from '../../../contract/catalogue/search.ts'
import type { Db } from '../../../db/open.ts'
import { searchTerms } from '../../../db/tables/search.ts'
import type { Handler } from '../../handler.ts'
import { mostSearchedShops } from '../../shops/public.ts'

const [mostWords, mostShops] = [10, 10]

export const topSearches: Handler<typeof searchCalls.topSearches> = async (_input, { db }) => ({
  service: await topWords(db, 'service'),
  goods: await topWords(db, 'goods'),
  shops: await mostSearchedShops(db, mostShops),
})

const topWords = (db: Db, kind: 'service' | 'goods') =>
  db
    .select({ term: searchTerms.term, hits: searchTerms.hits, searches: searchTerms.searches })
    .from(searchTerms)
    .where(and(eq(searchTerms.kind, kind), gt(searchTerms.searches, 0), gt(searchTerms.hits, 0)))
    .orderBy(desc(searchTerms.searches), searchTerms.key)
    .limit(mostWords)
