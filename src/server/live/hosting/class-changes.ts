import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { liveClassChanges, liveClasses } from '../../../db/tables/live.ts'
import type { ClassContent } from '../../../domain/live/class-changes.ts'
import { recordSteps } from '../../operations/public.ts'

/** Who did it; without a company an operator, without anybody the system. */
export interface By {
  readonly userId?: number
  readonly companyId?: number
}

/** The changes of some classes that are not public, waiting or returned. */
export const changesOf = (db: Db, classIds: readonly number[]) =>
  db
    .select()
    .from(liveClassChanges)
    .where(inArray(liveClassChanges.classId, [...classIds]))
export type ClassChange = Awaited<ReturnType<typeof changesOf>>[number]

/** The change of one class; undefined without one. */
export const changeOf = async (db: Db, classId: number): Promise<ClassChange | undefined> =>
  (await changesOf(db, [classId]))[0]

type Content = typeof liveClasses.$inferSelect | ClassChange

/** What a class or a change of it says, and nothing beside it. */
export const contentOf = (row: Content) => {
  const { kind, topics, title, summary, outline, speaker, speakerTitle, speakerAbout, figure, capacity, replay } = row
  return {
    ...{ kind, topics, title, summary, outline, speaker, speakerTitle, speakerAbout, figure, capacity, replay },
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  } satisfies ClassContent
}

/** Keeps a change beside its class, in place of the one before. Whoever does so holds the lock of the class. */
export async function keepChange(
  tx: Db,
  classId: number,
  by: Required<By>,
  content: ClassContent,
  reason: string,
): Promise<void> {
  const row = {
    ...content,
    topics: [...content.topics],
    startsAt: new Date(content.startsAt),
    endsAt: new Date(content.endsAt),
    ...{ userId: by.userId, status: 'pending_review' as const, reason: '', updatedAt: new Date() },
  }
  await tx
    .insert(liveClassChanges)
    .values({ ...row, classId })
    .onConflictDoUpdate({ target: liveClassChanges.classId, set: row })
  await recordSteps(tx, [changeStep(classId, 'change_submit', by, reason)])
}

/** Gives up the change of a class, where there is one, with a step. True when there was one. */
export async function dropChange(tx: Db, classId: number, by: By, reason = ''): Promise<boolean> {
  const gone = await tx.delete(liveClassChanges).where(eq(liveClassChanges.classId, classId)).returning()
  await recordSteps(
    tx,
    gone.map(() => changeStep(classId, 'change_drop', by, reason)),
  )
  return gone.length > 0
}

/** A form that was opened before is told that it is no longer the newest. Gives the new version. */
export async function countWrite(
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

/** A step of a change: the class itself stays published. */
export const changeStep = (entityId: number, event: ChangeEvent, by: By, reason: string) => ({
  ...{ entity: 'liveClass' as const, entityId, event, fromStatus: 'published', toStatus: 'published', reason },
  ...by,
})
