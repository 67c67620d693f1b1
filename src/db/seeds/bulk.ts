import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../open.ts'
import { companies } from '../tables/accounts.ts'
import { brands, products, services } from '../tables/catalogue.ts'
import { facts } from '../tables/operations.ts'
import { categories, districts } from '../tables/reference.ts'
import { shops } from '../tables/shops.ts'
import { drugForms, goodsEnds, nameHeads, serviceEnds, trades, wornTags } from './data/bulk-words.ts'
import { compounds } from './data/compounds.ts'
import { type Random, random } from './random.ts'
import { insertBatches } from './rows.ts'

/** A shop with the values that its listings copy. */
export interface BulkShop {
  readonly id: number
  readonly companyId: number
  readonly districtCode: string
  readonly tags: readonly string[]
  /** Number of the piece with its name. */
  readonly name: string
  readonly brandId: number
}

/** Average number of listings per shop. */
const listingsPerShop = 100

/** Companies with shops and brands in proportion to the listings. Half of them are in the demo's districts. */
export async function bulkSuppliers(tx: Db, listings: number, chance: Random): Promise<BulkShop[]> {
  const [known, all] = [
    await tx.selectDistinct({ code: companies.districtCode }).from(companies),
    await tx
      .select({ code: districts.code })
      .from(districts)
      .where(sql`${districts.code} not like '%00' and ${districts.code} < '70'`),
  ]
  const names = invented(Math.max(4, Math.ceil(listings / listingsPerShop)), chance)
  const made: BulkShop[] = []
  await insertBatches(names, 500, async (part) => {
    const rows = part.map((name) => ({
      name: `${name}科技有限公司`,
      shortName: name,
      districtCode: chance.pick(chance.next() < 0.5 ? known : all).code,
      foundedAt: `${chance.int(1996, 2023)}-0${chance.int(1, 9)}-1${chance.int(0, 9)}`,
      certification: chance.next() < 0.7 ? ('approved' as const) : ('draft' as const),
      isSaler: true,
    }))
    const owners = await tx.insert(companies).values(rows).returning({ id: companies.id })
    const shopRows = owners.map(({ id }, index) => ({
      companyId: id,
      name: part[index] ?? String(id),
      brief: '药物与器械研发的服务与供应',
      tags: wornTags.filter((_tag, place) => chance.next() < 0.5 / (place + 1)),
    }))
    const opened = await tx.insert(shops).values(shopRows).returning({ id: shops.id })
    // Every fifth shop has its own brand, the others share the previous one.
    const own = shopRows.filter((_row, index) => index % 5 === 0).map(({ name }) => ({ name: `${name}牌` }))
    const branded = await tx.insert(brands).values(own).onConflictDoNothing().returning({ id: brands.id })
    for (const [index, { id }] of opened.entries()) {
      const [shop, row] = [shopRows[index], rows[index]]
      const brand = branded[Math.floor(index / 5)] ?? branded[0]
      if (shop === undefined || row === undefined || brand === undefined) continue
      made.push({ id, brandId: brand.id, companyId: shop.companyId, districtCode: row.districtCode, tags: shop.tags, name: shop.name }) // prettier-ignore
    }
  })
  return made
}

/** Distinct company names: three characters and a trade, generated until there are enough. */
function invented(count: number, chance: Random): string[] {
  const heads = [...nameHeads]
  const names = new Set<string>()
  while (names.size < count) {
    names.add(`${chance.pick(heads)}${chance.pick(heads)}${chance.pick(heads)}${chance.pick(trades)}`)
  }
  return [...names]
}

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
  companies.district_code, shops.tags[1:3], regexp_replace(base.figure, '\\d+$', '') || part.number * 7 % 1000, base.detail, base.attributes, base.capabilities, 'published',
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

export interface BulkOptions {
  readonly now: Date
  /** Total, half services and half products. */
  readonly listings: number
  readonly words: (text: string) => SQL<string>
  readonly onProgress: (line: string) => void
}

/** Rows per statement: enough to be fast, few enough for the embedded database. */
const atOnce = 5_000
/** The time over which the listings were published, in minutes. */
const publishedSpanMinutes = 900 * 24 * 60
const fact = 'bulkListings'

/**
 * Adds many generated listings to the demo, in one transaction: names composed of the demo's words, compounds and
 * packings; shops, companies and brands in proportion. The indexes of both tables are rebuilt and the cards of all
 * listings written at the end, which is many times faster than row by row. Throws when it was done before.
 */
export async function seedBulk(db: Db, { now, listings, words, onProgress }: BulkOptions): Promise<void> {
  const chance = random(4_711)
  const begun = performance.now()
  const seconds = () => `${Math.round((performance.now() - begun) / 1000)} s`
  await db.transaction(async (tx) => {
    const [done] = await tx
      .select()
      .from(facts)
      .where(sql`${facts.key} = ${fact}`)
    if (done !== undefined) throw new Error('The invented listings are in already')
    await tx.insert(facts).values({ key: fact, value: listings })
    await tx.execute(sql`set local synchronous_commit = off`)
    await tx.execute(sql`set local maintenance_work_mem = '1GB'`)
    const shops = await bulkSuppliers(tx, listings, chance)
    const pieces = await bulkPieces(tx, shops, words)
    onProgress(`${shops.length.toLocaleString('en')} shops, ${seconds()}`)
    const indexes = await dropIndexes(tx)
    for (const table of ['services', 'products'] as const) {
      await tx.execute(sql.raw(`alter table ${table} disable trigger ${table}_card`))
    }
    const halves = { service: Math.ceil(listings / 2), product: Math.floor(listings / 2) }
    for (const kind of ['service', 'product'] as const) {
      for (let from = 0; from < halves[kind]; from += atOnce) {
        const count = Math.min(atOnce, halves[kind] - from)
        await insertListings(
          tx,
          kind,
          chooseParts(kind, { from, count, all: halves[kind] }, { shops, pieces, chance, now }),
        )
        if ((from / atOnce) % 20 === 19) onProgress(`${(from + count).toLocaleString('en')} ${kind}s, ${seconds()}`)
      }
    }
    for (const [at, index] of indexes.entries()) {
      for (const statement of index.definition.split('; ')) await tx.execute(sql.raw(statement))
      onProgress(`index ${at + 1} of ${indexes.length}, ${index.name}, ${seconds()}`)
    }
    await writeCards(tx)
    onProgress(`cards, ${seconds()}`)
    await tx.execute(sql`update shops set
      service_count = (select count(*) from services s where s.shop_id = shops.id and s.status = 'published'),
      product_count = (select count(*) from products p where p.shop_id = shops.id and p.status = 'published')`)
    await tx.execute(sql`drop table bulk_pieces`)
  })
  for (const table of ['services', 'products', 'listing_cards', 'product_specs', 'companies', 'shops', 'brands']) {
    await db.execute(sql.raw(`vacuum analyze ${table}`))
  }
  onProgress(`${listings.toLocaleString('en')} listings in ${seconds()}`)
}

interface Sources {
  readonly shops: readonly BulkShop[]
  readonly pieces: Pieces
  readonly chance: Random
  readonly now: Date
}

/** Chooses the parts of some listings; a few templates, shops and suffixes are far more frequent than others. */
function chooseParts(
  kind: 'service' | 'product',
  { from, count, all }: { from: number; count: number; all: number },
  { shops, pieces, chance, now }: Sources,
): ListingPart[] {
  const skewed = <T>(list: readonly T[]) => list[Math.floor(list.length * chance.next() ** 2)] ?? chance.pick(list)
  const bases = kind === 'service' ? pieces.services : pieces.products
  return Array.from({ length: count }, (_, index) => {
    const shop = skewed(shops)
    const base = skewed(bases)
    const age = ((all - from - index) / all) * publishedSpanMinutes + chance.next() * 60
    const type = chance.next()
    return {
      number: from + index,
      base,
      shop: shop.id,
      name: pieces.names.get(shop.name) ?? 0,
      brand: shop.brandId,
      front: kind === 'service' ? skewed(pieces.fronts) : 0,
      back: skewed(kind === 'service' ? pieces.serviceBacks : pieces.goodsBacks),
      priceType: type < 0.65 ? 0 : type < 0.85 ? 1 : 2,
      // Skewed to low prices: 1 to 1,000 times the minimum.
      price: Math.round((kind === 'service' ? 300_000 : 3_000) * 10 ** (chance.next() * 2.6)),
      publishedAt: new Date(now.getTime() - age * 60_000),
      weeks: chance.int(1, 40),
    }
  })
}

/** Writes the cards of all listings that have none, in one statement a table, and enables their triggers again. */
async function writeCards(tx: Db): Promise<void> {
  for (const [kind, table] of [
    ['service', 'services'],
    ['product', 'products'],
  ] as const) {
    await tx.execute(
      sql.raw(`insert into listing_cards (kind, listing_id, card)
      select '${kind}', l.id, ${kind}_card(l) from ${table} l
      where not exists (select from listing_cards c where c.kind = '${kind}' and c.listing_id = l.id)`),
    )
    await tx.execute(sql.raw(`alter table ${table} enable trigger ${table}_card`))
  }
}

interface Index {
  readonly name: string
  readonly definition: string
}

/** Drops the non-unique indexes of both tables and returns the statements that create them, with their statistics. */
async function dropIndexes(tx: Db): Promise<Index[]> {
  const found = await tx.select({ name: sql<string>`indexname`, definition: sql<string>`definition` }).from(
    sql`(select indexname, concat_ws('; ', indexdef, (
          select string_agg(format('alter index %I alter column %s set statistics %s', indexname, a.attnum, a.attstattarget), '; ')
          from pg_attribute a where a.attrelid = indexname::regclass and a.attstattarget > 0)) as definition
        from pg_indexes where schemaname = 'public' and tablename in ('services', 'products')
          and indexdef not like 'CREATE UNIQUE%') as indexes`,
  )
  for (const { name } of found) await tx.execute(sql.raw(`drop index "${name}"`))
  return found
}
