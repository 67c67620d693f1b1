import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../open.ts'
import { facts } from '../tables/operations.ts'
import { insertListings, type ListingPart, bulkPieces, type Pieces } from './bulk-listings.ts'
import { bulkSuppliers, type BulkShop } from './bulk-suppliers.ts'
import { random, type Random } from './random.ts'

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
 * packings; shops, companies and brands in proportion. The indexes of both tables are rebuilt at the end, which is
 * many times faster. Throws when it was done before.
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
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
    const shops = await bulkSuppliers(tx, listings, chance)
    const pieces = await bulkPieces(tx, shops, words)
    onProgress(`${shops.length.toLocaleString('en')} shops, ${seconds()}`)
    const indexes = await dropIndexes(tx)
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
      await tx.execute(sql.raw(index.definition))
      onProgress(`index ${at + 1} of ${indexes.length}, ${index.name}, ${seconds()}`)
    }
    await tx.execute(sql`update shops set
      service_count = (select count(*) from services s where s.shop_id = shops.id and s.status = 'published'),
      product_count = (select count(*) from products p where p.shop_id = shops.id and p.status = 'published')`)
    await tx.execute(sql`drop table bulk_pieces`)
  })
  for (const table of ['services', 'products', 'product_specs', 'companies', 'shops', 'brands']) {
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

interface Index {
  readonly name: string
  readonly definition: string
}

/** Drops the non-unique indexes of both tables and returns their definitions. */
async function dropIndexes(tx: Db): Promise<Index[]> {
  const found = await tx
    .select({ name: sql<string>`indexname`, definition: sql<string>`indexdef` })
    .from(sql`pg_indexes`)
    .where(sql`schemaname = 'public' and tablename in ('services', 'products') and indexdef not like 'CREATE UNIQUE%'`)
  for (const { name } of found) await tx.execute(sql.raw(`drop index "${name}"`))
  return found
}
