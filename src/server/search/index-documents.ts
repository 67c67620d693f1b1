import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { brands, productSpecs, products, services } from '../../db/tables/catalogue.ts'
import { demands } from '../../db/tables/demands.ts'
import { categories } from '../../db/tables/reference.ts'
import { qualificationItems, shopQualifications, shops } from '../../db/tables/shops.ts'
import type { AttributeValues } from '../../domain/catalogue/attributes.ts'
import type { ListingDetail, ListingKind } from '../../domain/catalogue/listing.ts'
import { listingTokens, shopTokens } from './document-tokens.ts'
import { saveNewTerms } from './terms.ts'

type Ids = readonly number[]
/** For larger batches (sheet imports, `reindex`), new terms are left to the nightly job. */
const maxNewTermListings = 20
/** Labels of facts that contain names of the listing. */
const nameFactLabels = new Set(['英文名', '英文名称', '别名', '商品名', '通用名'])

/** Columns that the search document of a listing is built from. */
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

/** Writes the cards of listings anew, where they differ from their saved rows (migration functions_indexes_triggers). */
export const refreshCards = (db: Db, kind: ListingKind, ids: Ids) =>
  db.execute(sql`select refresh_listing_cards(${kind}, ${sql.param([...ids])}::int[])`)

/**
 * Updates the search documents of listings from their saved rows. To be called in the transaction of every write that
 * changes a listing. Two or three reads and one write for any number.
 */
export async function indexListings(db: Db, kind: ListingKind, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  await (kind === 'service' ? indexServices(db, ids) : indexProducts(db, ids))
  if (ids.length <= maxNewTermListings) await saveNewTerms(db, kind, ids)
}

async function indexServices(db: Db, ids: Ids): Promise<void> {
  const rows = await db
    .select({ ...listingColumns(services), serviceNo: services.serviceNo })
    .from(services)
    .innerJoin(shops, eq(shops.id, services.shopId))
    .where(inArray(services.id, [...ids]))
  const nameOf = await categoryNames(db, rows)
  await writeTokens(
    db,
    services,
    rows.map((row) => [row.id, listingTokens(listingDocument(row, nameOf, [], [row.serviceNo]))]),
  )
}

async function indexProducts(db: Db, ids: Ids): Promise<void> {
  const { productNo, cas, catalogueNo } = products
  const rows = await db
    .select({ ...listingColumns(products), productNo, cas, catalogueNo, brandName: brands.name })
    .from(products)
    .innerJoin(shops, eq(shops.id, products.shopId))
    .leftJoin(brands, eq(brands.id, products.brandId))
    .where(inArray(products.id, [...ids]))
  const codes = await db
    .select({ productId: productSpecs.productId, code: productSpecs.code, name: productSpecs.name })
    .from(productSpecs)
    .where(and(inArray(productSpecs.productId, [...ids]), isNull(productSpecs.removedAt)))
  const codesOf = Map.groupBy(codes, (row) => row.productId)
  const nameOf = await categoryNames(db, rows)
  await writeTokens(
    db,
    products,
    rows.map((row) => {
      const own = [row.productNo, row.cas ?? '', row.catalogueNo ?? '']
      const numbers = [...own, ...(codesOf.get(row.id) ?? []).map(({ code }) => code)].filter((number) => number !== '')
      return [
        row.id,
        listingTokens(
          listingDocument(
            row,
            nameOf,
            row.brandName === null ? [] : [row.brandName],
            numbers,
            (codesOf.get(row.id) ?? []).map(({ name }) => name),
          ),
        ),
      ]
    }),
  )
}

/** The search document of a listing: its texts grouped by kind of token. */
export const listingDocument = (
  row: Omit<ListingRead, 'id' | 'attributes' | 'tags' | 'capabilities' | 'detail'> & {
    readonly tags: readonly string[]
    readonly capabilities: readonly string[]
    readonly attributes: AttributeValues
    readonly detail: ListingDetail
  },
  nameOf: ReadonlyMap<number, string>,
  brand: readonly string[],
  numbers: readonly string[],
  specifications: readonly string[] = [],
) => ({
  title: row.title,
  summary: row.summary,
  numbers,
  details: [...specifications, ...detailTexts(row.detail)],
  // The root category has no meaningful name.
  categories: row.path.slice(1).flatMap((id) => nameOf.get(id) ?? []),
  names: [row.shopName, ...brand, ...row.capabilities],
  terms: [
    ...row.tags,
    ...Object.values(row.attributes).flat(),
    ...row.detail.facts.filter(({ label }) => nameFactLabels.has(label)).map(({ value }) => value),
  ],
})

/** Texts of the page of a listing. */
const detailTexts = ({ facts, paragraphs, table, steps, deliverables, certificates }: ListingDetail): string[] => [
  ...facts.map(({ label, value }) => `${label}\n${value}`),
  ...(table?.head ?? []),
  ...(table?.rows.flat() ?? []),
  ...steps.map(({ name }) => name),
  ...deliverables.map(({ name, note }) => `${name}\n${note}`),
  ...certificates.map(({ name, scope }) => `${name}\n${scope}`),
  ...paragraphs,
]

async function categoryNames(db: Db, rows: readonly { path: Ids }[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.flatMap(({ path }) => path))]
  const found = await db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(inArray(categories.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Updates the search documents of shops. Listings also contain the shop name: index-renamed-shops.ts updates those. */
export async function indexShops(db: Db, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .select({
      id: shops.id,
      name: shops.name,
      brief: shops.brief,
      companyName: companies.name,
      tags: shops.tags,
      capabilities: shops.capabilities,
    })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(inArray(shops.id, [...ids]))
  const scopes = await scopeTexts(db, ids)
  await writeTokens(
    db,
    shops,
    rows.map(({ id, tags, capabilities, ...row }) => [
      id,
      shopTokens({ ...row, terms: [...tags, ...capabilities, ...(scopes.get(id) ?? [])] }),
    ]),
  )
}

/** Texts of accredited items that a search document has at most. */
const maxScopeTexts = 1_500

/** Items, parameters and methods of the certificates in force, by shop, each once. */
async function scopeTexts(db: Db, ids: Ids): Promise<ReadonlyMap<number, readonly string[]>> {
  const { item, parameter, method, qualificationId } = qualificationItems
  const rows = await db
    .select({ shopId: shopQualifications.shopId, item, parameter, method })
    .from(qualificationItems)
    .innerJoin(shopQualifications, eq(shopQualifications.id, qualificationId))
    .where(
      and(
        inArray(shopQualifications.shopId, [...ids]),
        eq(shopQualifications.status, 'approved'),
        sql`(${shopQualifications.until} is null or ${shopQualifications.until} >= (now() at time zone 'Asia/Shanghai')::date)`,
      ),
    )
  return new Map(
    [...Map.groupBy(rows, ({ shopId }) => shopId)].map(([shopId, items]) => [
      shopId,
      [...new Set(items.flatMap((one) => [one.item, one.parameter, one.method]))]
        .filter((text) => text !== '')
        .slice(0, maxScopeTexts),
    ]),
  )
}

/**
 * Updates the search documents of demands from public fields only: title, summary, categories, values of the
 * requirements, number. To be called in the transaction of every write that changes a demand.
 */
export async function indexDemands(db: Db, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  const { id, demandNo, title, summary, facts, categoryPath: path } = demands
  const rows = await db
    .select({ id, demandNo, title, summary, facts, path })
    .from(demands)
    .where(inArray(id, [...ids]))
  const nameOf = await categoryNames(db, rows)
  await writeTokens(
    db,
    demands,
    rows.map((row) => [
      row.id,
      listingTokens({
        title: row.title,
        summary: row.summary,
        numbers: [row.demandNo],
        // The root category has no meaningful name.
        categories: row.path.slice(1).flatMap((each) => nameOf.get(each) ?? []),
        names: [],
        terms: row.facts.map(({ value }) => value),
      }),
    ]),
  )
}

type IndexedTable = typeof services | typeof products | typeof shops | typeof demands

/** One statement for all. `tokenize` leaves no space in a token, so a joined text is safe. */
async function writeTokens(db: Db, table: IndexedTable, rows: readonly (readonly [number, readonly string[]])[]) {
  if (rows.length === 0) return
  const values = rows.map(([id, tokens]) => sql`(${id}::int, ${tokens.join(' ')}::text)`)
  await db.execute(sql`
    update ${table} set tokens = array_to_tsvector(string_to_array(known.tokens, ' '))
    from (values ${sql.join(values, sql`, `)}) as known (id, tokens) where ${table}.id = known.id`)
}
