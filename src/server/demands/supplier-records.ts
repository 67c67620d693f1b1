import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { OfferView } from '../../contract/demands/offer-view.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { offers } from '../../db/tables/demands.ts'
import { shopQualifications, shops } from '../../db/tables/shops.ts'
import { noTrade } from '../../domain/orders/supplier-record.ts'
import { supplierFacts } from '../orders/public.ts'

export type SupplierRecord = OfferView['record']

const today = sql`(now() at time zone 'Asia/Shanghai')::date`

/** What the platform knows of some suppliers, from facts only. One query each for offers and certificates, and what its orders tell. */
export async function supplierRecords(
  db: Db,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, SupplierRecord>> {
  const ids = [...new Set(companyIds)]
  if (ids.length === 0) return new Map()
  const [found, offered, trades, certified] = await Promise.all([
    db.select({ id: companies.id, since: companies.createdAt }).from(companies).where(inArray(companies.id, ids)),
    db
      .select({
        companyId: offers.companyId,
        offers: sql<number>`count(*)::int`,
        won: sql<number>`(count(*) filter (where ${offers.status} = 'accepted'))::int`,
      })
      .from(offers)
      .where(and(inArray(offers.companyId, ids), sql`${offers.version} > 0`))
      .groupBy(offers.companyId),
    supplierFacts(db, ids),
    db
      .selectDistinct({ companyId: shops.companyId, name: shopQualifications.name })
      .from(shopQualifications)
      .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
      .where(
        and(
          inArray(shops.companyId, ids),
          eq(shopQualifications.status, 'approved'),
          or(isNull(shopQualifications.until), sql`${shopQualifications.until} >= ${today}`),
        ),
      ),
  ])
  const offersOf = new Map(offered.map((row) => [row.companyId, row]))
  const certificatesOf = Map.groupBy(certified, (row) => row.companyId)
  return new Map(
    found.map(({ id, since }) => [
      id,
      {
        certificates: (certificatesOf.get(id) ?? []).map(({ name }) => name),
        offers: offersOf.get(id)?.offers ?? 0,
        won: offersOf.get(id)?.won ?? 0,
        trade: trades.get(id) ?? noTrade,
        since: since.toISOString(),
      },
    ]),
  )
}
