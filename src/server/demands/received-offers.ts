import { and, count, eq, gt, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'

/** Condition: offers visible to the buyer, submitted at least once and not withdrawn. */
const receivedOffers = (demandId: number) =>
  and(eq(offers.demandId, demandId), gt(offers.version, 0), ne(offers.status, 'withdrawn'))

/** Condition: offers whose current version the buyer may read, not sealed or opened. */
export const readableOffers = (demandId: number): SQL | undefined =>
  and(receivedOffers(demandId), or(eq(offerVersions.sealed, false), isNotNull(offerVersions.openedAt)))

/** Condition: sealed offers; the buyer may only see that they exist. */
export const sealedOffers = (demandId: number): SQL | undefined =>
  and(
    receivedOffers(demandId),
    eq(offers.status, 'submitted'),
    eq(offerVersions.sealed, true),
    isNull(offerVersions.openedAt),
  )

/** Counts offers by one of the conditions above. */
export async function countReceivedOffers(db: Db, where: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .where(where)
  return counted?.total ?? 0
}

/** Loads a demand of the company; throws notFound for other companies' demands. */
export async function getOwnDemand(db: Db, demandId: number, companyId: number) {
  const [demand] = await db
    .select()
    .from(demands)
    .where(and(eq(demands.id, demandId), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
  if (demand === undefined) throw new CallFailed('notFound')
  return demand
}
