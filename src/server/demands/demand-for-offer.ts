import { eq } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'

/**
 * The demand that an offer is for, locked until the transaction ends. The state and the time are read under the lock,
 * so neither a deal nor the deadline can slip in between the check and the write. Answers why no offer can be made.
 */
export async function demandForOffer(tx: Db, demandId: number, companyId: number) {
  const [demand] = await tx.select().from(demands).where(eq(demands.id, demandId)).for('no key update')
  if (demand === undefined || demand.deletedAt !== null) throw new CallFailed('notFound')
  if (demand.companyId === companyId) throw new CallFailed('ownDemand')
  switch (demand.status) {
    case 'draft':
    case 'pending_review':
    case 'rejected':
      throw new CallFailed('notFound')
    case 'evaluating':
      throw new CallFailed('deadlinePast')
    case 'awarded':
    case 'closed':
    case 'expired':
      throw new CallFailed('stepNotAllowed')
    case 'open':
      if (demand.deadline <= new Date()) throw new CallFailed('deadlinePast')
      return demand
  }
}
