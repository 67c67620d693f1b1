import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import type { OpenContent } from '../../domain/demands/open-changes.ts'
import type { Context } from '../handler.ts'
import { indexDemands } from '../search/index-documents.ts'
import { changeContent } from './demand-changes.ts'
import { notifyOfferersOfChange } from './notify-offers.ts'
import { setDemandFiles } from './write-demand-files.ts'
import { isConfidential } from './write-demand.ts'
import { recordSteps } from '../platform/history/record-steps.ts'

type Demand = typeof demands.$inferSelect

interface AppliedEdit {
  readonly content: OpenContent
  /** Text summary of the changes; '' = none, only the version is incremented. */
  readonly reason: string
  /** Author of the edit, also when an operator approves it. */
  readonly by: { readonly userId: number; readonly companyId: number }
}

/**
 * Applies an edit with checked files to an open demand: writes the history, updates the search index, notifies the
 * companies with offers. Used for immediate edits and for approved changes. Returns the new version.
 */
export async function applyDemandEdit(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  demand: Demand,
  { content, reason, by }: AppliedEdit,
): Promise<number> {
  if (reason === '') return updateDemand(tx, demand, {})
  const { fileIds, annexIds, ...columns } = changeContent(content)
  await setDemandFiles(tx, demand.id, { fileIds, annexIds })
  const { deadline } = content
  const version = await updateDemand(tx, demand, { ...columns, deadline, confidential: isConfidential(content) })
  const edit = { entity: 'demand', entityId: demand.id, event: 'edit', fromStatus: 'open', toStatus: 'open' } as const
  await recordSteps(tx, [{ ...edit, reason, ...by }])
  await notifyOfferersOfChange(tx, context, demand, 'changed', reason)
  return version
}

/** Updates a demand if its status is unchanged, increments its version, and updates its search index. */
export async function updateDemand(
  tx: Db,
  demand: Demand,
  columns: Partial<typeof demands.$inferInsert>,
): Promise<number> {
  const version = demand.version + 1
  const [saved] = await tx
    .update(demands)
    .set({ ...columns, version })
    .where(and(eq(demands.id, demand.id), eq(demands.status, demand.status)))
    .returning({ id: demands.id })
  if (saved === undefined) throw new CallFailed('conflict')
  await indexDemands(tx, [demand.id])
  return version
}
