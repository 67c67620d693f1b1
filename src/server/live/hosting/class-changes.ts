import { eq, inArray, and, asc, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { liveClassChanges, liveClasses } from '../../../db/tables/live.ts'
import type { ClassContent } from '../../../domain/live/class-changes.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import type { Context } from '../../handler.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { notifyHost } from './notify-class.ts'
import { isChangeInReview } from '../../../domain/change-states.ts'

/** Actor of a step: without a company an operator, without a user the system. */
export interface ChangeActor {
  readonly userId?: number
  readonly companyId?: number
}

/** Pending and rejected changes of some classes. */
export const listClassChanges = (db: Db, classIds: readonly number[]) =>
  db
    .select()
    .from(liveClassChanges)
    .where(inArray(liveClassChanges.classId, [...classIds]))
export type ClassChange = Awaited<ReturnType<typeof listClassChanges>>[number]

/** Pending or rejected change of one class; undefined without one. */
export const getClassChange = async (db: Db, classId: number): Promise<ClassChange | undefined> =>
  (await listClassChanges(db, [classId]))[0]

type Content = typeof liveClasses.$inferSelect | ClassChange

/** Content fields of a class or of a change. */
export const classContent = (row: Content) => {
  const { kind, topics, title, summary, outline, speaker, speakerTitle, speakerAbout, figure, capacity, replay } = row
  return {
    kind,
    topics,
    title,
    summary,
    outline,
    speaker,
    speakerTitle,
    speakerAbout,
    figure,
    capacity,
    replay,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  } satisfies ClassContent
}

/** Saves the pending change of a class, replacing an earlier one. The class must be locked. */
export async function saveClassChange(
  tx: Db,
  classId: number,
  by: Required<ChangeActor>,
  content: ClassContent,
  reason: string,
): Promise<void> {
  const row = {
    ...content,
    topics: [...content.topics],
    startsAt: new Date(content.startsAt),
    endsAt: new Date(content.endsAt),
    userId: by.userId,
    status: 'pending_review' as const,
    reason: '',
    updatedAt: new Date(),
  }
  await tx
    .insert(liveClassChanges)
    .values({ ...row, classId })
    .onConflictDoUpdate({ target: liveClassChanges.classId, set: row })
  await recordSteps(tx, [classChangeStep(classId, 'change_submit', by, reason)])
}

/** Deletes the change of a class with a history step. Returns whether there was one. */
export async function deleteClassChange(tx: Db, classId: number, by: ChangeActor, reason = ''): Promise<boolean> {
  const gone = await tx.delete(liveClassChanges).where(eq(liveClassChanges.classId, classId)).returning()
  await recordSteps(
    tx,
    gone.map(() => classChangeStep(classId, 'change_drop', by, reason)),
  )
  return gone.length > 0
}

/** Increments the version, so that saving from an older form is a conflict. Returns the new version. */
export async function incrementVersion(
  tx: Db,
  { id, version }: Pick<typeof liveClasses.$inferSelect, 'id' | 'version'>,
): Promise<number> {
  await tx
    .update(liveClasses)
    .set({ version: version + 1 })
    .where(eq(liveClasses.id, id))
  return version + 1
}

type ChangeEvent = 'change_submit' | 'change_pass' | 'change_reject' | 'change_drop'

/** History step of a change; the class itself stays published. */
export const classChangeStep = (entityId: number, event: ChangeEvent, by: ChangeActor, reason: string) => ({
  entity: 'liveClass' as const,
  entityId,
  event,
  fromStatus: 'published',
  toStatus: 'published',
  reason,
  ...by,
})

/** Classes per transaction; the rest is handled by the next run. */
const changeBatch = 500

/** Deletes changes of classes that have started, and notifies the hosts of those that were still pending. */
export async function discardExpiredClassChanges(db: Db, { push }: Pick<Context, 'push'>): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await db.transaction(async (tx) => {
    const changed = tx.select({ id: liveClassChanges.classId }).from(liveClassChanges)
    const begun = await tx
      .select()
      .from(liveClasses)
      .where(and(lte(liveClasses.startsAt, sql`now()`), inArray(liveClasses.id, changed)))
      .orderBy(asc(liveClasses.id))
      .limit(changeBatch)
      // Locked classes are being changed by someone else; the next run handles them.
      .for('no key update', { skipLocked: true })
    for (const found of begun) {
      const change = await getClassChange(tx, found.id)
      await deleteClassChange(tx, found.id, {}, '课程已开始')
      if (!isChangeInReview(change?.status)) continue
      await notifyHost(tx, context, found, {
        title: `课程的修改未及审核：“${found.title}”`,
        text: '课程已按原内容开始，这次修改作废。',
      })
    }
  })
  await notifyAll()
}
