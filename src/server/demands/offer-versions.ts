import { and, desc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions as versions } from '../../db/tables/demands.ts'
import type { Handler, Member } from '../handler.ts'
import { presentVersion } from './present-offer.ts'

/** A version that the buyer may read: never under seal, or opened. */
const readable = or(eq(versions.sealed, false), isNotNull(versions.openedAt))

export const offerVersions: Handler<typeof offersCalls.offerVersions> = async (input, { caller, db }) => {
  const side = await sideOf(db, input.offerId, caller)
  const submitted = and(eq(versions.offerId, input.offerId), gt(versions.version, 0))
  const where = and(submitted, side === 'buyer' ? readable : undefined)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(versions)
    .where(where)
  const rows = await db
    .select()
    .from(versions)
    .where(where)
    .orderBy(desc(versions.version))
    .limit(input.pageSize)
    .offset((input.current - 1) * input.pageSize)
  return { total: counted?.total ?? 0, data: rows.map(presentVersion) }
}

/** Which side of the offer the caller's company is on, with the right that this side needs; for others there is none. */
async function sideOf(db: Db, offerId: number, caller: Member): Promise<'buyer' | 'seller'> {
  const [row] = await db
    .select({ seller: offers.companyId, buyer: demands.companyId })
    .from(offers)
    // A draft or what was withdrawn is its supplier's alone, and a demand that the buyer deleted is gone for the buyer.
    .leftJoin(
      demands,
      and(
        ...[eq(demands.id, offers.demandId), isNull(demands.deletedAt)],
        ...[gt(offers.version, 0), ne(offers.status, 'withdrawn')],
      ),
    )
    .where(eq(offers.id, offerId))
  const side = row?.seller === caller.companyId ? 'seller' : row?.buyer === caller.companyId ? 'buyer' : undefined
  if (side === undefined) throw new CallFailed('notFound')
  if (!caller.permissions.has(side === 'buyer' ? 'my_requirement' : 'my_supply')) throw new CallFailed('forbidden')
  return side
}
