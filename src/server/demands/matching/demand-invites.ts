import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { matchingCalls } from '../../../contract/demands/matching.ts'
import { demandMatches, offers } from '../../../db/tables/demands.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'
import { ownDemandOf } from '../received-offers.ts'

export const demandInvites: Handler<typeof matchingCalls.demandInvites> = async ({ demandId }, { caller, db }) => {
  await ownDemandOf(db, demandId, caller.companyId)
  const counting = db
    .select({ companyId: offers.companyId })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), inArray(offers.status, ['submitted', 'accepted', 'rejected', 'lost'])))
  const rows = await db
    .select({
      shopId: shops.id,
      orgId: shops.companyId,
      shopName: shops.name,
      invitedAt: demandMatches.invitedAt,
      offered: sql<boolean>`${shops.companyId} in ${counting}`,
    })
    .from(demandMatches)
    .innerJoin(shops, eq(shops.companyId, demandMatches.companyId))
    .where(and(eq(demandMatches.demandId, demandId), isNotNull(demandMatches.invitedAt)))
    .orderBy(desc(demandMatches.invitedAt), desc(demandMatches.id))
  return rows.flatMap(({ invitedAt, ...row }) =>
    invitedAt === null ? [] : [{ ...row, invitedAt: invitedAt.toISOString() }],
  )
}
