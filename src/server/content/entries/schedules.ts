import { and, eq } from 'drizzle-orm'
import type { EntryForm } from '../../../contract/content/entry-forms.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { entrySchedules } from '../../../db/tables/site-texts.ts'
import { maxScheduleDays, type EntryKind } from '../../../domain/content/entries/entry-states.ts'

const ofEntry = (kind: EntryKind, entryId: number) =>
  and(eq(entrySchedules.kind, kind), eq(entrySchedules.entryId, entryId))

/** Throws entryScheduled while something is scheduled for an entry: it would overwrite what is saved now. */
export async function assertNotScheduled(tx: Db, kind: EntryKind, entryId: number): Promise<void> {
  const [row] = await tx.select({ id: entrySchedules.id }).from(entrySchedules).where(ofEntry(kind, entryId)).limit(1)
  if (row !== undefined) throw new CallFailed('entryScheduled')
}

/** The moment that an operator chose; null for at once. Throws invalidInput for one that is past or too far. */
export function scheduledMoment(publishAt: string | null): Date | null {
  if (publishAt === null) return null
  const at = new Date(publishAt)
  const ahead = at.getTime() - Date.now()
  if (ahead <= 0) throw fieldFailed({ field: 'publishAt', message: '定时须晚于现在' })
  if (ahead > maxScheduleDays * 86_400_000) {
    throw fieldFailed({ field: 'publishAt', message: `最多提前 ${maxScheduleDays} 天设定` })
  }
  return at
}

interface Schedule {
  readonly kind: EntryKind
  readonly entryId: number
  readonly at: Date
  /** Null = the entry is published as it stands. */
  readonly form: EntryForm | null
  readonly userId: number
}

export const addSchedule = (tx: Db, schedule: Schedule) => tx.insert(entrySchedules).values(schedule)

/** Returns whether something was scheduled. */
export const deleteSchedule = async (tx: Db, kind: EntryKind, entryId: number): Promise<boolean> =>
  (await tx.delete(entrySchedules).where(ofEntry(kind, entryId)).returning({ id: entrySchedules.id })).length > 0
