import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { brands, productSpecs, products, services } from '../../db/tables/catalogue.ts'
import { demands } from '../../db/tables/demands.ts'
import { categories } from '../../db/tables/reference.ts'
import { shops } from '../../db/tables/shops.ts'
import type { AttributeValues } from '../../domain/catalogue/attributes.ts'
import type { Fact, ListingKind } from '../../domain/catalogue/listing.ts'
import { wordsOfListing, wordsOfShop } from './listing-words.ts'
import { keepNewTerms } from './new-terms.ts'

type Ids = readonly number[]
/** Of more than this at once, sheets and `reindex`, the terms are left to the night's count. */
const fewNew = 20
/** Facts that are names, and not properties. */
const otherNames = new Set(['英文名', '英文名称', '别名', '商品名', '通用名'])

/** Columns from which the words of any listing come. */
const listingColumns = <T extends typeof services | typeof products>(t: T) => ({
  id: t.id,
  title: t.title,
  summary: t.summary,
  path: t.categoryPath,
  tags: t.tags,
  capabilities: t.capabilities,
  attributes: t.attributes,
  detail: t.detail,
  shopName: shops.name,
})
type ListingRead = Pick<
  typeof products.$inferSelect,
  'id' | 'title' | 'summary' | 'tags' | 'capabilities' | 'attributes' | 'detail'
> & { readonly path: Ids; readonly shopName: string }

/**
 * Writes anew what these listings are found by, from the listings as they are saved. To be called in the transaction
 * of every write that changes a listing. Two or three reads and one write, however many they are.
 */
export async function keepListingWords(db: Db, kind: ListingKind, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  await (kind === 'service' ? keepServiceWords(db, ids) : keepProductWords(db, ids))
  if (ids.length <= fewNew) await keepNewTerms(db, kind, ids)
}

async function keepServiceWords(db: Db, ids: Ids): Promise<void> {
  const rows = await db
    .select({ ...listingColumns(services), serviceNo: services.serviceNo })
    .from(services)
    .innerJoin(shops, eq(shops.id, services.shopId))
    .where(inArray(services.id, [...ids]))
  const nameOf = await categoryNames(db, rows)
  await writeWords(
    db,
    services,
    rows.map((row) => [row.id, wordsOfListing(wordingOf(row, nameOf, [], [row.serviceNo]))]),
  )
}

async function keepProductWords(db: Db, ids: Ids): Promise<void> {
  const { productNo, cas, catalogueNo } = products
  const rows = await db
    .select({ ...listingColumns(products), productNo, cas, catalogueNo, brandName: brands.name })
    .from(products)
    .innerJoin(shops, eq(shops.id, products.shopId))
    .leftJoin(brands, eq(brands.id, products.brandId))
    .where(inArray(products.id, [...ids]))
  const codes = await db
    .select({ productId: productSpecs.productId, code: productSpecs.code })
    .from(productSpecs)
    .where(
      and(inArray(productSpecs.productId, [...ids]), isNull(productSpecs.removedAt), sql`${productSpecs.code} <> ''`),
    )
  const codesOf = Map.groupBy(codes, (row) => row.productId)
  const nameOf = await categoryNames(db, rows)
  await writeWords(
    db,
    products,
    rows.map((row) => {
      const own = [row.productNo, row.cas ?? '', row.catalogueNo ?? '']
      const numbers = [...own, ...(codesOf.get(row.id) ?? []).map(({ code }) => code)].filter((number) => number !== '')
      return [row.id, wordsOfListing(wordingOf(row, nameOf, row.brandName === null ? [] : [row.brandName], numbers))]
    }),
  )
}

/** What a listing says for itself, in the groups that its words are made from. */
export const wordingOf = (
  row: Omit<ListingRead, 'id' | 'attributes' | 'tags' | 'capabilities' | 'detail'> & {
    readonly tags: readonly string[]
    readonly capabilities: readonly string[]
    readonly attributes: AttributeValues
    readonly detail: { readonly facts: readonly Fact[] }
  },
  nameOf: ReadonlyMap<number, string>,
  brand: readonly string[],
  numbers: readonly string[],
) => ({
  ...{ title: row.title, summary: row.summary, numbers },
  // The root of a tree is no name of anything.
  names: [...row.path.slice(1).flatMap((id) => nameOf.get(id) ?? []), row.shopName, ...brand, ...row.capabilities],
  terms: [
    ...row.tags,
    ...Object.values(row.attributes).flat(),
    ...row.detail.facts.filter(({ label }) => otherNames.has(label)).map(({ value }) => value),
  ],
})

async function categoryNames(db: Db, rows: readonly { path: Ids }[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.flatMap(({ path }) => path))]
  const found = await db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(inArray(categories.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Writes anew what these shops are found by. Their listings carry the shop's name too: keep-shop-names.ts brings a new one to them. */
export async function keepShopWords(db: Db, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .select({
      ...{ id: shops.id, name: shops.name, brief: shops.brief, companyName: companies.name },
      ...{ tags: shops.tags, capabilities: shops.capabilities },
    })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(inArray(shops.id, [...ids]))
  await writeWords(
    db,
    shops,
    rows.map(({ id, tags, capabilities, ...row }) => [id, wordsOfShop({ ...row, terms: [...tags, ...capabilities] })]),
  )
}

/**
 * Writes anew what these demands are found by, of what everyone may read only: title, summary, categories, the values
 * of their requirements, their number. To be called in the transaction of every write that changes a demand.
 */
export async function keepDemandWords(db: Db, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  const { id, demandNo, title, summary, facts, categoryPath: path } = demands
  const rows = await db
    .select({ id, demandNo, title, summary, facts, path })
    .from(demands)
    .where(inArray(id, [...ids]))
  const nameOf = await categoryNames(db, rows)
  await writeWords(
    db,
    demands,
    rows.map((row) => [
      row.id,
      wordsOfListing({
        ...{ title: row.title, summary: row.summary, numbers: [row.demandNo] },
        // The root of the tree is no name of anything.
        names: row.path.slice(1).flatMap((each) => nameOf.get(each) ?? []),
        terms: row.facts.map(({ value }) => value),
      }),
    ]),
  )
}

type Findable = typeof services | typeof products | typeof shops | typeof demands

/** All of them in one statement. `cut` leaves no space in a word, so a text carries them. */
async function writeWords(db: Db, table: Findable, rows: readonly (readonly [number, readonly string[]])[]) {
  if (rows.length === 0) return
  const values = rows.map(([id, words]) => sql`(${id}::int, ${words.join(' ')}::text)`)
  await db.execute(sql`
    update ${table} set words = array_to_tsvector(string_to_array(known.words, ' '))
    from (values ${sql.join(values, sql`, `)}) as known (id, words) where ${table}.id = known.id`)
}
