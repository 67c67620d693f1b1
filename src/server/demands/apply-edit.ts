import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import type { OpenContent } from '../../domain/demands/open-changes.ts'
import type { Context } from '../handler.ts'
import { recordSteps } from '../operations/public.ts'
import { keepDemandWords } from '../search/keep-words.ts'
import { contentOf } from './demand-changes.ts'
import { tellOfferers } from './tell-offerers.ts'
import { setDemandFiles } from './write-demand-files.ts'
import { isConfidential } from './write-demand.ts'

type Demand = typeof demands.$inferSelect

interface Applied {
  readonly content: OpenContent
  /** What changes by it, in words; '' = nothing, the write is only counted. */
  readonly reason: string
  /** Whose edit it is, also where an operator lets it pass. */
  readonly by: { readonly userId: number; readonly companyId: number }
}

/**
 * Writes an edit, whose files were looked at, into an open demand: history, words it is found by, news to those who
 * offered. The one way there, for edits in force at once and for those that passed their review. Gives the new version.
 */
export async function applyEdit(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  demand: Demand,
  { content, reason, by }: Applied,
): Promise<number> {
  if (reason === '') return saveDemand(tx, demand, {})
  const { fileIds, annexIds, ...columns } = contentOf(content)
  await setDemandFiles(tx, demand.id, { fileIds, annexIds })
  const { deadline } = content
  const version = await saveDemand(tx, demand, { ...columns, deadline, confidential: isConfidential(content) })
  const edit = { entity: 'demand', entityId: demand.id, event: 'edit', fromStatus: 'open', toStatus: 'open' } as const
  await recordSteps(tx, [{ ...edit, reason, ...by }])
  await tellOfferers(tx, context, demand, 'changed', reason)
  return version
}

/** Saves only while the demand still is where it was read, counts the write, and keeps what it is found by. */
export async function saveDemand(
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
  await keepDemandWords(tx, [demand.id])
  return version
}
