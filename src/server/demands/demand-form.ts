import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import type { Handler } from '../handler.ts'
import { changeOf, contentOf, type DemandChange } from './demand-changes.ts'
import { annexFilesOf, filesByIds } from './demand-files.ts'
import { detailOf } from './demand.ts'
import { isMine, visibleDemand } from './visible-demand.ts'

/** The owner's reading of a demand, with what its page keeps from everyone. */
export const demandForm: Handler<typeof demandsCalls.demandForm> = async ({ demandId }, { caller, db }) => {
  const row = await visibleDemand(db, demandId, caller)
  if (!isMine(row, caller)) throw new CallFailed('notFound')
  const change = row.demand.status === 'open' ? await changeOf(db, demandId) : undefined
  return {
    ...(await detailOf(db, row, caller)),
    // The root of the tree stands for "not chosen yet".
    categoryId: row.demand.categoryPath.length > 1 ? row.demand.categoryId : null,
    confidentialText: row.demand.confidentialText,
    annexes: await annexFilesOf(db, demandId),
    ...(change === undefined ? {} : await asChanged(db, change)),
  }
}

/** What a change that is not public says in place of the demand. */
const asChanged = async (db: Db, change: DemandChange) => {
  const { summary, facts, confidentialText, ownTerms, fileIds, annexIds } = contentOf(change)
  const [files, annexes] = [await filesByIds(db, fileIds), await filesByIds(db, annexIds)]
  return { summary, facts, confidentialText, ownTerms, files, annexes, annexCount: annexes.length }
}
