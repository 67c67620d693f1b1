import { and, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { QualificationReviewRow } from '../../../contract/shops/qualifications.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'

/** Serialises what is decided about a number, until the transaction ends: two companies never pass with the same one. */
export const lockNumber = (tx: Db, numberKey: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('certificate number'), hashtext(${numberKey}))`)

/** Statuses that claim a number. */
const claiming = notInArray(shopQualifications.status, ['rejected', 'revoked'])

/** Whether another company has submitted a number. */
export async function isHeldElsewhere(db: Db, numberKey: string, shopId: number): Promise<boolean> {
  if (numberKey === '') return false
  const { numberKey: key, shopId: owner } = shopQualifications
  return (await db.$count(shopQualifications, and(eq(key, numberKey), ne(owner, shopId), claiming))) > 0
}

/** Condition for certificates whose number another company has submitted too, among those that claim one. */
export const isException = sql`${shopQualifications.numberKey} <> '' and ${claiming} and exists (
  select 1 from ${shopQualifications} as other where other.number_key = ${shopQualifications.numberKey}
    and other.shop_id <> ${shopQualifications.shopId} and other.status not in ('rejected', 'revoked'))`

type Holder = QualificationReviewRow['heldBy'][number]

/** Holders of some numbers by key, in one query. */
export async function listNumberHolders(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly Holder[]>> {
  const wanted = [...new Set(keys.filter((key) => key !== ''))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .select({
      key: shopQualifications.numberKey,
      shopId: shops.id,
      orgId: companies.id,
      companyName: companies.name,
      status: shopQualifications.status,
      until: shopQualifications.until,
    })
    .from(shopQualifications)
    .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(inArray(shopQualifications.numberKey, wanted), claiming))
    .orderBy(shopQualifications.id)
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, holders]) => [
      key,
      holders.map(({ shopId, orgId, companyName, status, until }) => ({ shopId, orgId, companyName, status, until })),
    ]),
  )
}
