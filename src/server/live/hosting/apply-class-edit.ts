import { eq, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import { classChanges, type ClassContent } from '../../../domain/live/class-changes.ts'
import type { ClassStatus } from '../../../domain/live/classes.ts'
import { monthMinute } from '../../../domain/time.ts'
import type { Context } from '../../handler.ts'
import { recordSteps } from '../../operations/public.ts'
import { contentOf, type By } from './class-changes.ts'
import { tellBooked } from './tell-booked.ts'

type Class = typeof liveClasses.$inferSelect

interface Applied {
  readonly content: ClassContent
  /** Where the class stands afterwards. */
  readonly status: ClassStatus
  /** Whose edit it is, also where an operator lets it pass. */
  readonly by: By
}

/** Seats are never fewer than those that are taken. Throws seatsBelowBooked. */
export function mustSeatBooked({ bookedCount }: Pick<Class, 'bookedCount'>, { capacity }: ClassContent): void {
  if (capacity > 0 && capacity < bookedCount) throw new CallFailed('seatsBelowBooked', { booked: bookedCount })
}

/**
 * Writes an edit into a class whose lock the caller holds: its history, and news to those who booked where the beginning
 * moved. The one way there, for edits in force at once and for those that passed their review. Gives the new version.
 */
export async function applyClassEdit(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  before: Class,
  { content, status, by }: Applied,
): Promise<number> {
  mustSeatBooked(before, content)
  const [startsAt, endsAt] = [new Date(content.startsAt), new Date(content.endsAt)]
  const version = before.version + 1
  await tx
    .update(liveClasses)
    .set({
      ...{ ...content, topics: [...content.topics], startsAt, endsAt },
      ...{ status, reason: '', version, updatedAt: sql`now()` },
    })
    .where(eq(liveClasses.id, before.id))
  const event = status === before.status ? 'edit' : 'submit'
  const reason = classChanges(contentOf(before), content)
  if (event === 'submit' || reason !== '') {
    const step = { event, fromStatus: before.status, toStatus: status, reason: event === 'edit' ? reason : '' }
    await recordSteps(tx, [{ entity: 'liveClass', entityId: before.id, ...step, ...by }])
  }
  if (before.startsAt.getTime() !== startsAt.getTime() && before.bookedCount > 0)
    await tellBooked(tx, context, before.id, {
      title: `课程改了时间：「${content.title}」`,
      text: `改为 ${monthMinute(content.startsAt)} 开始，您的预约仍然有效。`,
      again: true,
    })
  return version
}
