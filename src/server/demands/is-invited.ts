import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demandMatches } from '../../db/tables/demands.ts'

/** Whether the buyer invited a company to offer on a demand. */
export async function isInvited(tx: Db, demandId: number, companyId: number): Promise<boolean> {
  const [invited] = await tx
    .select({ id: demandMatches.id })
    .from(demandMatches)
    .where(
      and(
        eq(demandMatches.demandId, demandId),
        eq(demandMatches.companyId, companyId),
        isNotNull(demandMatches.invitedAt),
      ),
    )
  return invited !== undefined
}
