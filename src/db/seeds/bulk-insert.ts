import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../open.ts'

/** A listing as numbers of its pieces: `base` is the demo's listing that it is made after. */
export interface Part {
  readonly number: number
  readonly base: number
  readonly shop: number
  /** Piece of the shop's name. */
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

/** Writes listings in one statement: only numbers travel, texts and words are put together by the database. */
export const fill = (tx: Db, kind: 'service' | 'product', parts: readonly Part[]): Promise<unknown> =>
  tx.execute(kind === 'service' ? servicesOf(parts) : productsOf(parts))

const column = (values: readonly (number | string)[], type: string) =>
  sql`${`{${values.join(',')}}`}::${sql.raw(`${type}[]`)}`

const partsOf = (parts: readonly Part[]) => sql`unnest(
  ${column(parts.map(({ number }) => number), 'int')}, ${column(parts.map(({ base }) => base), 'int')},
  ${column(parts.map(({ shop }) => shop), 'int')}, ${column(parts.map(({ name }) => name), 'int')},
  ${column(parts.map(({ brand }) => brand), 'int')}, ${column(parts.map(({ front }) => front), 'int')},
  ${column(parts.map(({ back }) => back), 'int')}, ${column(parts.map(({ priceType }) => priceType), 'int')},
  ${column(parts.map(({ price }) => price), 'bigint')},
  ${column(parts.map(({ publishedAt }) => publishedAt.toISOString()), 'timestamptz')},
  ${column(parts.map(({ weeks }) => weeks), 'int')}
) as part(number, base, shop, name, brand, front, back, price_type, price, published_at, weeks)` // prettier-ignore

/** Columns that services and goods share, and where they come from. */
const shared = `shop_id, company_id, category_id, category_path, title, summary, price_type, price, high_price,
  district_code, tags, figure, detail, attributes, capabilities, status, words, view_count, follow_count,
  published_at, created_at, updated_at`

const sharedFrom = (title: SQL, code: SQL) => sql`
  shops.id, shops.company_id, base.category_id, base.category_path, ${title}, base.summary, part.price_type,
  case when part.price_type < 2 then part.price end, case when part.price_type = 1 then part.price * 3 / 2 end,
  companies.district_code, shops.tags[1:3], base.figure, base.detail, base.attributes, base.capabilities, 'published',
  base_piece.words || front.words || back.words || name.words || array_to_tsvector(string_to_array(trim(lower(${code} || ' #' || replace(${code}, '-', '') || ' ' || array_to_string(shops.tags[1:3], ' '))), ' ')),
  part.number % 997, part.number % 89, part.published_at, part.published_at, part.published_at`

const joined = sql`
  join shops on shops.id = part.shop join companies on companies.id = shops.company_id
  join bulk_pieces as front on front.id = part.front join bulk_pieces as back on back.id = part.back
  join bulk_pieces as name on name.id = part.name`

const title = sql`ltrim(front.text || ' ' || base.title || ' ' || back.text)`

const servicesOf = (parts: readonly Part[]) => sql`
  insert into services (service_no, ${sql.raw(shared)}, down_payment_percent, min_days, max_days, duration_text)
  select 'S2020-' || (1000000 + part.number), ${sharedFrom(title, sql`'S2020-' || (1000000 + part.number)`)},
    case part.price_type when 0 then 30 else 0 end, part.weeks * 7, part.weeks * 7 + 14,
    part.weeks || '~' || (part.weeks + 2) || ' 周'
  from ${partsOf(parts)} join services as base on base.id = part.base
  join bulk_pieces as base_piece on base_piece.id = base.id ${joined}`

const catalogueNo = sql`('YX' || (1000000 + part.number))`

const productsOf = (parts: readonly Part[]) => sql`
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
