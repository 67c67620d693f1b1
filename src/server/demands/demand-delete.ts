import { and, eq, inArray } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed } from '../../contract/failures.ts'
import { demands } from '../../db/tables/demands.ts'
import { deletableDemandStatuses } from '../../domain/demands/demand-states.ts'
import type { Handler } from '../handler.ts'
import { actorOf, recordSteps } from '../operations/public.ts'
import { ownDemandForChange } from './own-demand.ts'

export const demandDelete: Handler<typeof demandsCalls.demandDelete> = async ({ demandId }, { caller, db, note }) => {
  await db.transaction(async (tx) => {
    const { status, demandNo } = await ownDemandForChange(tx, demandId, caller.companyId)
    note(demandNo)
    const [deleted] = await tx
      .update(demands)
      .set({ deletedAt: new Date() })
      .where(and(eq(demands.id, demandId), inArray(demands.status, [...deletableDemandStatuses])))
      .returning({ id: demands.id })
    if (deleted === undefined) throw new CallFailed('stepNotAllowed')
    await recordSteps(tx, [
      {
        entity: 'demand',
        entityId: demandId,
        event: 'delete',
        fromStatus: status,
        toStatus: status,
        ...actorOf(caller),
      },
    ])
  })
  return {}
}
