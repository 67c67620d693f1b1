import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demandChanges } from '../../db/tables/demands.ts'
import type { OpenContent } from '../../domain/demands/open-changes.ts'
import { recordSteps } from '../operations/public.ts'

interface By {
  readonly userId: number
  readonly companyId: number
}

/** The change that waits beside an open demand, or came back; undefined without one. */
export async function changeOf(db: Db, demandId: number) {
  const [change] = await db.select().from(demandChanges).where(eq(demandChanges.demandId, demandId))
  return change
}

/** The changes of some demands by demand, as their owner's list tells of them. */
export async function changesOf(db: Db, demandIds: readonly number[]) {
  const rows = await db
    .select({ demandId: demandChanges.demandId, status: demandChanges.status, reason: demandChanges.reason })
    .from(demandChanges)
    .where(inArray(demandChanges.demandId, [...demandIds]))
  return new Map(rows.map(({ demandId, status, reason }) => [demandId, { status, reason }]))
}

export type DemandChange = NonNullable<Awaited<ReturnType<typeof changeOf>>>

type Content = Omit<OpenContent, 'deadline'>

/** What a change says, and nothing beside it. */
export const contentOf = ({ summary, facts, fileIds, annexIds, confidentialText, ownTerms }: Content) => ({
  ...{ summary, confidentialText, ownTerms },
  facts: facts.map(({ label, value }) => ({ label, value })),
  fileIds: [...fileIds],
  annexIds: [...annexIds],
})

/** Whether two changes say the same. */
export const sameContent = (one: Content, other: Content): boolean =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other))

/** Keeps a change beside its demand, in place of the one before. Whoever does so holds the lock of the demand. */
export async function keepChange(tx: Db, demandId: number, by: By, content: Content, reason: string): Promise<void> {
  const row = { ...contentOf(content), ...by, status: 'pending_review' as const, reason: '', updatedAt: new Date() }
  await tx
    .insert(demandChanges)
    .values({ ...row, demandId })
    .onConflictDoUpdate({ target: demandChanges.demandId, set: row })
  await recordSteps(tx, [changeStep(demandId, 'change_submit', by, reason)])
}

/** Gives up the changes of demands, where there are any, with a step each. */
export async function dropChanges(
  tx: Db,
  demandIds: readonly number[],
  by: Partial<By> = {},
  reason = '',
): Promise<void> {
  if (demandIds.length === 0) return
  const gone = await tx
    .delete(demandChanges)
    .where(inArray(demandChanges.demandId, [...demandIds]))
    .returning({ demandId: demandChanges.demandId })
  await recordSteps(
    tx,
    gone.map(({ demandId }) => changeStep(demandId, 'change_drop', by, reason)),
  )
}

type ChangeEvent = 'change_submit' | 'change_pass' | 'change_reject' | 'change_drop'

/** A step of a change: the demand itself stays open. */
export const changeStep = (entityId: number, event: ChangeEvent, by: Partial<By>, reason: string) => ({
  ...{ entity: 'demand' as const, entityId, event, fromStatus: 'open', toStatus: 'open', reason },
  ...by,
})
