import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { brands, products, services } from '../../db/tables/catalogue.ts'
import { searchTerms } from '../../db/tables/search.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import type { SearchKind } from '../../domain/shell/search.ts'
import { lexicon } from './lexicon.ts'
import { soundOf } from './pinyin.ts'
import { keyOf } from './terms.ts'

/** Words of the trade without abbreviations, which are written in capitals when they are counted. */
const ofTrade = lexicon.filter((term) => !/^[a-z]+$/.test(term))

/**
 * What listings that are on sale now name for the first time is suggested at once; the night counts it. In one order,
 * so that two sellers who publish at the same moment never wait for each other both ways.
 */
export async function keepNewTerms(db: Db, kind: ListingKind, ids: readonly number[]): Promise<void> {
  const searchKind: SearchKind = kind === 'service' ? 'service' : 'goods'
  const rows = kind === 'service' ? await servicesOnSale(db, ids) : await productsOnSale(db, ids)
  const terms = rows.flatMap(({ title, capabilities, brandName }) => [
    ...capabilities,
    ...(brandName === null ? [] : [brandName]),
    ...(kind === 'product' ? [title.split(' ')[0] ?? ''] : []),
    ...ofTrade.filter((term) => title.includes(term)),
  ])
  const byKey = new Map(terms.map((term) => [keyOf(term), term]))
  const values = [...byKey]
    .filter(([key, term]) => key.length > 1 && term.length <= 20)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, term]) => ({
      ...{ kind: searchKind, key, term, hits: 1 },
      ...soundOf(term),
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
