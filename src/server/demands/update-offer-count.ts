import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'

/**
 * Recounts the suppliers with offers on a demand; the demand must be locked. Several offers of one supplier count once,
 * withdrawn offers do not count.
 */
export async function updateOfferCount(tx: Db, demandId: number): Promise<void> {
  const offered = sql<number>`(select count(distinct ${offers.companyId})::int from ${offers}
    where ${offers.demandId} = ${demandId} and ${offers.version} > 0 and ${offers.status} <> 'withdrawn')`
  await tx.update(demands).set({ offerCount: offered }).where(eq(demands.id, demandId))
}
