import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'

/**
 * Loads a demand of the buyer's company and locks it until the transaction ends. Everything that changes a demand or
 * its offers takes this lock first, so that changes are serialised and cannot deadlock.
 */
export async function lockOwnDemand(tx: Db, demandId: number, companyId: number) {
  const [demand] = await tx
    .select()
    .from(demands)
    .where(and(eq(demands.id, demandId), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
    .for('no key update')
  if (demand === undefined) throw new CallFailed('notFound')
  return demand
}
