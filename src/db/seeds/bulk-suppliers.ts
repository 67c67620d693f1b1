import { sql } from 'drizzle-orm'
import type { Db } from '../open.ts'
import { companies } from '../tables/accounts.ts'
import { brands } from '../tables/catalogue.ts'
import { districts } from '../tables/reference.ts'
import { shops } from '../tables/shops.ts'
import { nameHeads, trades, wornTags } from './data/bulk-words.ts'
import type { Random } from './random.ts'
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
