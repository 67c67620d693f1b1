import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Handler } from '../handler.ts'
import { annexFilesOf } from './demand-files.ts'
import { detailOf } from './demand.ts'
import { isMine, visibleDemand } from './visible-demand.ts'

/** The owner's reading of a demand, with what its page keeps from everyone. */
export const demandForm: Handler<typeof demandsCalls.demandForm> = async ({ demandId }, { caller, db }) => {
  const row = await visibleDemand(db, demandId, caller)
  if (!isMine(row, caller)) throw new CallFailed('notFound')
  return {
    ...(await detailOf(db, row, caller)),
    // The root of the tree stands for "not chosen yet".
    categoryId: row.demand.categoryPath.length > 1 ? row.demand.categoryId : null,
    confidentialText: row.demand.confidentialText,
    annexes: await annexFilesOf(db, demandId),
  }
}
