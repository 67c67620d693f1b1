import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { offerRows, presentOffer, versionsOf } from './present-offer.ts'

/** What was never submitted is the supplier's own; what was withdrawn is no longer offered. */
const received = and(gt(offers.version, 0), ne(offers.status, 'withdrawn'))

export const buyerOffers: Handler<typeof offersCalls.buyerOffers> = async (input, { caller, db }) => {
  const where = and(eq(offers.demandId, input.demandId), received)
  const total = await countOfOwn(db, input.demandId, caller.companyId)
  const rows = await offerRows(db)
    .where(where)
    .orderBy(asc(offerVersions.total), asc(offers.id))
    .limit(input.pageSize)
    .offset((input.current - 1) * input.pageSize)
  const versions = await versionsOf(
    db,
    rows.map((row) => row.offer.id),
  )
  return { total, data: rows.map((row) => presentOffer(row, versions)) }
}

/** How many offers a demand of the company received; another company's demand is not found. */
async function countOfOwn(db: Db, demandId: number, companyId: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(${offers.id})::int` })
    .from(demands)
    .leftJoin(offers, and(eq(offers.demandId, demands.id), received))
    .where(and(eq(demands.id, demandId), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
    .groupBy(demands.id)
  if (row === undefined) throw new CallFailed('notFound')
  return row.count
}
