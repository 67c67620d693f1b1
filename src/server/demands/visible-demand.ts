import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { publicDemandStatuses } from '../../domain/demands/demand-states.ts'
import type { Caller } from '../handler.ts'
import { demandRows, type LoadedDemand } from './present-demand.ts'

const publicStates = new Set<string>(publicDemandStatuses)

/** A demand that the caller may see: public ones everybody, the others their company only. */
export async function visibleDemand(db: Db, demandId: number, caller: Caller | null): Promise<LoadedDemand> {
  const [row] = await demandRows(db)
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt)))
    .limit(1)
  if (row === undefined) throw new CallFailed('notFound')
  if (!publicStates.has(row.demand.status) && !isMine(row, caller)) throw new CallFailed('notFound')
  return row
}

/** Whether the caller's company posted the demand. */
export const isMine = ({ demand }: LoadedDemand, caller: Caller | null): boolean =>
  caller?.companyId != null && caller.companyId === demand.companyId
