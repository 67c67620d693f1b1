import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { publicDemandStatuses } from '../../domain/demands/demand-states.ts'
import type { Caller } from '../handler.ts'
import { mayKeep } from './annexes/seat.ts'
import { demandRows, type LoadedDemand } from './present-demand.ts'

const publicStates = new Set<string>(publicDemandStatuses)

/** A demand that the caller may see: public ones everybody, the others those of its company who look after demands. */
export async function visibleDemand(db: Db, demandId: number, caller: Caller | null): Promise<LoadedDemand> {
  const [row] = await demandRows(db)
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt)))
    .limit(1)
  if (row === undefined) throw new CallFailed('notFound')
  if (!publicStates.has(row.demand.status) && !keeps(row, caller)) throw new CallFailed('notFound')
  return row
}

/** Whether the caller's company posted the demand. */
export const isMine = ({ demand }: LoadedDemand, caller: Caller | null): boolean =>
  caller?.companyId != null && caller.companyId === demand.companyId

/** Whether the demand is the caller's to look after: its drafts, reasons and steps are no colleague's without the right. */
export const keeps = (row: LoadedDemand, caller: Caller | null): boolean =>
  caller !== null && isMine(row, caller) && mayKeep(caller)
