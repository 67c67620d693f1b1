import { and, count, eq, gt, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'

/** What was never submitted is the supplier's own; what was withdrawn is no longer offered. */
const received = (demandId: number) =>
  and(eq(offers.demandId, demandId), gt(offers.version, 0), ne(offers.status, 'withdrawn'))

/** Offers of a demand whose version in force the buyer may read: never under seal, or opened. */
export const readableOffers = (demandId: number): SQL | undefined =>
  and(received(demandId), or(eq(offerVersions.sealed, false), isNotNull(offerVersions.openedAt)))

/** Offers of a demand under seal: of them the buyer knows that they are there. */
export const sealedOffers = (demandId: number): SQL | undefined =>
  and(
    ...[received(demandId), eq(offers.status, 'submitted'), eq(offerVersions.sealed, true)],
    isNull(offerVersions.openedAt),
  )

/** How many offers of one of these kinds there are. */
export async function countReceived(db: Db, where: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .where(where)
  return counted?.total ?? 0
}

/** A demand of the company; another company's is not found. */
export async function ownDemandOf(db: Db, demandId: number, companyId: number) {
  const [demand] = await db
    .select()
    .from(demands)
    .where(and(eq(demands.id, demandId), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
  if (demand === undefined) throw new CallFailed('notFound')
  return demand
}
