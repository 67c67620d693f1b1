import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { demands } from '../../../db/tables/demands.ts'

/** Throws notFound unless the company posted the demand: who reads its confidential part is nobody else's affair. */
export async function mustBeOwnDemand(db: Db, demandId: number, companyId: number): Promise<void> {
  const [demand] = await db
    .select({ id: demands.id })
    .from(demands)
    .where(and(eq(demands.id, demandId), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
  if (demand === undefined) throw new CallFailed('notFound')
}
