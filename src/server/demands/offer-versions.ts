import { and, desc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions as versions } from '../../db/tables/demands.ts'
import type { Handler, Member } from '../handler.ts'
import { presentVersion } from './present-offer.ts'
import type { Side } from '../../domain/sides.ts'

/** Condition: versions readable by the buyer, not sealed or opened. */
const isReadable = or(eq(versions.sealed, false), isNotNull(versions.openedAt))

export const offerVersions: Handler<typeof offersCalls.offerVersions> = async (input, { caller, db }) => {
  const side = await callerSide(db, input.offerId, caller)
  const submitted = and(eq(versions.offerId, input.offerId), gt(versions.version, 0))
  const where = and(submitted, side === 'buyer' ? isReadable : undefined)
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

/** Side of the caller's company; checks the permission of that side. Throws notFound for other companies. */
async function callerSide(db: Db, offerId: number, caller: Member): Promise<Side> {
  const [row] = await db
    .select({ seller: offers.companyId, buyer: demands.companyId })
    .from(offers)
    // Drafts, withdrawn offers and offers on deleted demands are invisible to the buyer.
    .leftJoin(
      demands,
      and(
        eq(demands.id, offers.demandId),
        isNull(demands.deletedAt),
        gt(offers.version, 0),
        ne(offers.status, 'withdrawn'),
      ),
    )
    .where(eq(offers.id, offerId))
  const side = row?.seller === caller.companyId ? 'seller' : row?.buyer === caller.companyId ? 'buyer' : undefined
  if (side === undefined) throw new CallFailed('notFound')
  if (!caller.permissions.has(side === 'buyer' ? 'my_requirement' : 'my_supply')) throw new CallFailed('forbidden')
  return side
}
