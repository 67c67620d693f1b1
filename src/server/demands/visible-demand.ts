import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { publicDemandStatuses } from '../../domain/demands/demand-states.ts'
import type { Caller } from '../handler.ts'
import { canManageDemands } from './annexes/load-annex-access.ts'
import { demandRows, type LoadedDemand } from './present-demand.ts'

const publicStatuses = new Set<string>(publicDemandStatuses)

/** Loads a demand visible to the caller: public, or of the own company with the permission to manage demands. */
export async function getVisibleDemand(db: Db, demandId: number, caller: Caller | null): Promise<LoadedDemand> {
  const [row] = await demandRows(db)
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt)))
    .limit(1)
  if (row === undefined) throw new CallFailed('notFound')
  if (!publicStatuses.has(row.demand.status) && !canManageDemand(row, caller)) throw new CallFailed('notFound')
  return row
}

/** Whether the caller's company posted the demand. */
export const isOwnDemand = ({ demand }: LoadedDemand, caller: Caller | null): boolean =>
  caller?.companyId != null && caller.companyId === demand.companyId

/** Whether the caller may read the scoring of the own company's demands: no operator who views an account. */
export const mayReadScoring = ({ permissions, viewerId }: Pick<Caller, 'permissions' | 'viewerId'>): boolean =>
  permissions.has('my_requirement') && viewerId === undefined

/** Whether the caller may manage the demand; others must not see its draft, reason and history. */
export const canManageDemand = (row: LoadedDemand, caller: Caller | null): boolean =>
  caller !== null && isOwnDemand(row, caller) && canManageDemands(caller)
