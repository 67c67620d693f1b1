import { eq } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed } from '../../contract/failures.ts'
import { demands } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { actorOf } from '../operations/public.ts'
import { changeOf, dropChanges } from './demand-changes.ts'
import { ownDemandForChange } from './own-demand.ts'

export const demandChangeDrop: Handler<typeof demandsCalls.demandChangeDrop> = async (
  { demandId },
  { caller, db, note },
) => {
  await db.transaction(async (tx) => {
    const demand = await ownDemandForChange(tx, demandId, caller.companyId)
    note(demand.demandNo)
    if ((await changeOf(tx, demandId)) === undefined) throw new CallFailed('notFound')
    await dropChanges(tx, [demandId], actorOf(caller))
    // A form that was opened on the change is told that it is no longer the newest.
    await tx
      .update(demands)
      .set({ version: demand.version + 1 })
      .where(eq(demands.id, demandId))
  })
  return {}
}
