import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'

/**
 * Counts anew how many suppliers have offered on a demand, under its lock: one that was refused and offers again is
 * still one, and who took every offer back is none.
 */
export async function countOffers(tx: Db, demandId: number): Promise<void> {
  const offered = sql<number>`(select count(distinct ${offers.companyId})::int from ${offers}
    where ${offers.demandId} = ${demandId} and ${offers.version} > 0 and ${offers.status} <> 'withdrawn')`
  await tx.update(demands).set({ offerCount: offered }).where(eq(demands.id, demandId))
}
