import { and, asc, eq, gt, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import { offerRows } from './present-offer.ts'

/** What was never submitted is the supplier's own; what was withdrawn is no longer offered. */
const received = (demandId: number) =>
  and(eq(offers.demandId, demandId), gt(offers.version, 0), ne(offers.status, 'withdrawn'))

/** Offers of a demand whose version in force the buyer may read: never under seal, or opened. */
export const readableOffers = (demandId: number): SQL | undefined =>
  and(received(demandId), or(eq(offerVersions.sealed, false), isNotNull(offerVersions.openedAt)))

/** Offers of a demand under seal, in the order they came: of them the buyer knows that they are there. */
export const sealedOffers = (db: Db, demandId: number) =>
  offerRows(db)
    .where(
      and(
        received(demandId),
        eq(offers.status, 'submitted'),
        eq(offerVersions.sealed, true),
        isNull(offerVersions.openedAt),
      ),
    )
    .orderBy(asc(offers.id))

/** A demand of the company; another company's is not found. */
export async function ownDemandOf(db: Db, demandId: number, companyId: number) {
  const [demand] = await db
    .select()
    .from(demands)
    .where(and(eq(demands.id, demandId), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
  if (demand === undefined) throw new CallFailed('notFound')
  return demand
}
