import type { recordsCalls } from '../../../contract/demands/records.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { deleteSupply, suppliesOf } from '../../catalogue/public.ts'
import type { Handlers } from '../../handler.ts'
import { buyerDemands } from '../buyer-demands.ts'
import { demandDelete } from '../demand-delete.ts'
import { records, recordSave } from './follow-ups.ts'

export const recordsHandlers: Handlers<typeof recordsCalls> = {
  records,
  recordSave,
  myDemands: buyerDemands,
  requireDelete: demandDelete,
  supplies: async (input, { caller, db }) =>
    caller.shopId === null ? { total: 0, data: [] } : suppliesOf(db, caller.shopId, input),
  supplyDelete: async ({ kind, supplyId }, context) => {
    const { shopId } = context.caller
    if (shopId === null) throw new CallFailed('notFound')
    await deleteSupply(kind, supplyId, { ...context, caller: { ...context.caller, shopId } })
    return {}
  },
}
