import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../open.ts'
import { products, services } from '../tables/catalogue.ts'
import { categories } from '../tables/reference.ts'
import type { BulkShop } from './bulk-suppliers.ts'
import { drugForms, goodsEnds, serviceEnds } from './data/bulk-words.ts'
import { compounds } from './data/compounds.ts'
import { insertBatches } from './rows.ts'

/** Parts that names are composed of, by their numbers in the table `bulk_pieces`. */
export interface Pieces {
  /** Ids of the demo listings used as templates. */
  readonly services: readonly number[]
  readonly products: readonly number[]
  /** Compound and form, prefix of a service name. */
  readonly fronts: readonly number[]
  readonly serviceBacks: readonly number[]
  readonly goodsBacks: readonly number[]
  readonly names: ReadonlyMap<string, number>
}

/** Number of the empty piece. */
const nothing = 0

/**
 * Tokenizes each piece once instead of a million names: pieces are separated by spaces, so no token spans two of them.
 * A template listing is stored under its own id, products under the negative id.
 */
export async function bulkPieces(
  tx: Db,
  shops: readonly BulkShop[],
  words: (text: string) => SQL<string>,
): Promise<Pieces> {
  await tx.execute(sql`create table bulk_pieces (id integer primary key, text text not null, tokens tsvector not null)`)
  const rows: { id: number; text: string; cut: string }[] = [{ id: nothing, text: '', cut: '' }]
  let last = 1_000_000
  const add = (text: string) => {
    last += 1
    rows.push({ id: last, text, cut: text })
    return last
  }
  const bases = {
    service: await basesOf(tx, services),
    product: await basesOf(tx, products),
  }
  for (const { id, cut } of bases.service) rows.push({ id, text: '', cut })
  for (const { id, cut } of bases.product) rows.push({ id: -id, text: '', cut })
  const fronts = compounds.flatMap(({ name }) => drugForms.map((form) => add(`${name}${form}`)))
  const serviceBacks = serviceEnds.map(add)
  const goodsBacks = goodsEnds.map(add)
  const names = new Map(shops.map(({ name }) => [name, add(name)]))
  await insertBatches(rows, 500, (part) => {
    const values = part.map(({ id, text, cut }) => sql`(${id}::int, ${text}, ${words(cut)})`)
    return tx.execute(sql`insert into bulk_pieces values ${sql.join(values, sql`, `)}`)
  })
  await tx.execute(sql`analyze bulk_pieces`)
  return {
    services: bases.service.map(({ id }) => id),
    products: bases.product.map(({ id }) => id),
    fronts: [...fronts, ...fronts.map(() => nothing)],
    serviceBacks,
    goodsBacks,
    names,
  }
}

const basesOf = (tx: Db, t: typeof services | typeof products) =>
  tx
    .select({ id: t.id, cut: sql<string>`concat_ws(' ', ${t.title}, ${t.summary}, ${categories.name})` })
    .from(t)
    .innerJoin(categories, eq(categories.id, t.categoryId))
    .where(eq(t.status, 'published'))
    .orderBy(t.id)

/** A listing as numbers of pieces: `base` is its template among the demo listings. */
export interface ListingPart {
  readonly number: number
  readonly base: number
  readonly shop: number
  /** Piece with the shop's name. */
  readonly name: number
  readonly brand: number
  readonly front: number
  readonly back: number
  readonly priceType: number
  /** fen */
  readonly price: number
  readonly publishedAt: Date
  readonly weeks: number
}

/** Inserts listings in one statement: only numbers are sent, texts and tokens are composed by the database. */
export const insertListings = (tx: Db, kind: 'service' | 'product', parts: readonly ListingPart[]): Promise<unknown> =>
  tx.execute(kind === 'service' ? servicesOf(parts) : productsOf(parts))

const column = (values: readonly (number | string)[], type: string) =>
  sql`${`{${values.join(',')}}`}::${sql.raw(`${type}[]`)}`

const partsOf = (parts: readonly ListingPart[]) => sql`unnest(
  ${column(parts.map(({ number }) => number), 'int')}, ${column(parts.map(({ base }) => base), 'int')},
  ${column(parts.map(({ shop }) => shop), 'int')}, ${column(parts.map(({ name }) => name), 'int')},
  ${column(parts.map(({ brand }) => brand), 'int')}, ${column(parts.map(({ front }) => front), 'int')},
  ${column(parts.map(({ back }) => back), 'int')}, ${column(parts.map(({ priceType }) => priceType), 'int')},
  ${column(parts.map(({ price }) => price), 'bigint')},
  ${column(parts.map(({ publishedAt }) => publishedAt.toISOString()), 'timestamptz')},
  ${column(parts.map(({ weeks }) => weeks), 'int')}
) as part(number, base, shop, name, brand, front, back, price_type, price, published_at, weeks)` // prettier-ignore

/** Columns shared by services and products, and their source. */
const shared = `shop_id, company_id, category_id, category_path, title, summary, price_type, price, high_price,
  district_code, tags, figure, detail, attributes, capabilities, status, tokens, view_count, follow_count,
  published_at, created_at, updated_at`

const sharedFrom = (title: SQL, code: SQL) => sql`
  shops.id, shops.company_id, base.category_id, base.category_path, ${title}, base.summary, part.price_type,
  case when part.price_type < 2 then part.price end, case when part.price_type = 1 then part.price * 3 / 2 end,
  companies.district_code, shops.tags[1:3], base.figure, base.detail, base.attributes, base.capabilities, 'published',
  base_piece.tokens || front.tokens || back.tokens || name.tokens || array_to_tsvector(string_to_array(trim(lower(${code} || ' #' || replace(${code}, '-', '') || ' ' || array_to_string(shops.tags[1:3], ' '))), ' ')),
  part.number % 997, part.number % 89, part.published_at, part.published_at, part.published_at`

const joined = sql`
  join shops on shops.id = part.shop join companies on companies.id = shops.company_id
  join bulk_pieces as front on front.id = part.front join bulk_pieces as back on back.id = part.back
  join bulk_pieces as name on name.id = part.name`

const title = sql`ltrim(front.text || ' ' || base.title || ' ' || back.text)`

const servicesOf = (parts: readonly ListingPart[]) => sql`
  insert into services (service_no, ${sql.raw(shared)}, down_payment_percent, min_days, max_days, duration_text)
  select 'S2020-' || (1000000 + part.number), ${sharedFrom(title, sql`'S2020-' || (1000000 + part.number)`)},
    case part.price_type when 0 then 30 else 0 end, part.weeks * 7, part.weeks * 7 + 14,
    part.weeks || '~' || (part.weeks + 2) || ' 周'
  from ${partsOf(parts)} join services as base on base.id = part.base
  join bulk_pieces as base_piece on base_piece.id = base.id ${joined}`

const catalogueNo = sql`('YX' || (1000000 + part.number))`

const productsOf = (parts: readonly ListingPart[]) => sql`
  with made as (
    insert into products (product_no, ${sql.raw(shared)}, brand_id, cas, catalogue_no, spec_text, unit, min_order)
    select 'P' || (20000000 + part.number), ${sharedFrom(title, catalogueNo)},
      part.brand, base.cas, ${catalogueNo}, base.spec_text, base.unit, 1
    from ${partsOf(parts)} join products as base on base.id = part.base
    join bulk_pieces as base_piece on base_piece.id = -base.id ${joined}
    returning id, price, spec_text
  )
  insert into product_specs (product_id, name, price, stock)
  select id, spec_text, coalesce(price, 10000), id % 400 from made`
