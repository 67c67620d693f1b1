import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demandChanges } from '../../db/tables/demands.ts'
import type { OpenContent } from '../../domain/demands/open-changes.ts'
import { recordSteps } from '../platform/history/record-steps.ts'

interface ChangeActor {
  readonly userId: number
  readonly companyId: number
}

/** Pending or rejected change of an open demand; undefined without one. */
export async function getDemandChange(db: Db, demandId: number) {
  const [change] = await db.select().from(demandChanges).where(eq(demandChanges.demandId, demandId))
  return change
}

/** Status and reason of the changes of several demands, by demand id. */
export async function listDemandChanges(db: Db, demandIds: readonly number[]) {
  const rows = await db
    .select({ demandId: demandChanges.demandId, status: demandChanges.status, reason: demandChanges.reason })
    .from(demandChanges)
    .where(inArray(demandChanges.demandId, [...demandIds]))
  return new Map(rows.map(({ demandId, status, reason }) => [demandId, { status, reason }]))
}

export type DemandChange = NonNullable<Awaited<ReturnType<typeof getDemandChange>>>

type Content = Omit<OpenContent, 'deadline'>

/** Content fields of a change. */
export const changeContent = ({ summary, facts, fileIds, annexIds, confidentialText, ownTerms }: Content) => ({
  summary,
  confidentialText,
  ownTerms,
  facts: facts.map(({ label, value }) => ({ label, value })),
  fileIds: [...fileIds],
  annexIds: [...annexIds],
})

/** Whether two changes have the same content. */
export const isSameContent = (one: Content, other: Content): boolean =>
  JSON.stringify(changeContent(one)) === JSON.stringify(changeContent(other))

/** Saves the pending change of a demand, replacing an earlier one. The demand must be locked. */
export async function saveDemandChange(
  tx: Db,
  demandId: number,
  by: ChangeActor,
  content: Content,
  reason: string,
): Promise<void> {
  const row = { ...changeContent(content), ...by, status: 'pending_review' as const, reason: '', updatedAt: new Date() }
  await tx
    .insert(demandChanges)
    .values({ ...row, demandId })
    .onConflictDoUpdate({ target: demandChanges.demandId, set: row })
  await recordSteps(tx, [demandChangeStep(demandId, 'change_submit', by, reason)])
}

/** Deletes the changes of demands, if any, with a history step each. */
export async function deleteDemandChanges(
  tx: Db,
  demandIds: readonly number[],
  by: Partial<ChangeActor> = {},
  reason = '',
): Promise<void> {
  if (demandIds.length === 0) return
  const gone = await tx
    .delete(demandChanges)
    .where(inArray(demandChanges.demandId, [...demandIds]))
    .returning({ demandId: demandChanges.demandId })
  await recordSteps(
    tx,
    gone.map(({ demandId }) => demandChangeStep(demandId, 'change_drop', by, reason)),
  )
}

type ChangeEvent = 'change_submit' | 'change_pass' | 'change_reject' | 'change_drop'

/** History step of a change; the demand itself stays open. */
export const demandChangeStep = (entityId: number, event: ChangeEvent, by: Partial<ChangeActor>, reason: string) => ({
  entity: 'demand' as const,
  entityId,
  event,
  fromStatus: 'open',
  toStatus: 'open',
  reason,
  ...by,
})
