import { eq, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import { describeClassChanges, type ClassContent } from '../../../domain/live/class-changes.ts'
import type { ClassStatus } from '../../../domain/live/classes.ts'
import { monthMinute } from '../../../domain/time.ts'
import type { Context } from '../../handler.ts'
import { classContent, type ChangeActor } from './class-changes.ts'
import { notifyBooked } from './notify-class.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

type Class = typeof liveClasses.$inferSelect

interface AppliedClassEdit {
  readonly content: ClassContent
  /** Status of the class afterwards. */
  readonly status: ClassStatus
  /** Author of the edit, also when an operator approves it. */
  readonly by: ChangeActor
}

/** Checks that the capacity covers the bookings. Throws seatsBelowBooked. */
export function assertSeatsForBooked({ bookedCount }: Pick<Class, 'bookedCount'>, { capacity }: ClassContent): void {
  if (capacity > 0 && capacity < bookedCount) throw new CallFailed('seatsBelowBooked', { booked: bookedCount })
}

/**
 * Applies an edit to a locked class: writes the history, and notifies people who booked if the start changed. Used for
 * immediate edits and for approved changes. Returns the new version.
 */
export async function applyClassEdit(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  before: Class,
  { content, status, by }: AppliedClassEdit,
): Promise<number> {
  assertSeatsForBooked(before, content)
  const [startsAt, endsAt] = [new Date(content.startsAt), new Date(content.endsAt)]
  const version = before.version + 1
  await tx
    .update(liveClasses)
    .set({
      ...content,
      topics: [...content.topics],
      startsAt,
      endsAt,
      status,
      reason: '',
      version,
      updatedAt: sql`now()`,
    })
    .where(eq(liveClasses.id, before.id))
  const event = status === before.status ? 'edit' : 'submit'
  const reason = describeClassChanges(classContent(before), content)
  if (event === 'submit' || reason !== '') {
    const step = { event, fromStatus: before.status, toStatus: status, reason: event === 'edit' ? reason : '' }
    await recordSteps(tx, [{ entity: 'liveClass', entityId: before.id, ...step, ...by }])
  }
  if (before.startsAt.getTime() !== startsAt.getTime() && before.bookedCount > 0)
    await notifyBooked(tx, context, before.id, {
      title: `课程改了时间：“${content.title}”`,
      text: `改为 ${monthMinute(content.startsAt)} 开始，您的预约仍然有效。`,
      remindAgain: true,
    })
  return version
}
