import { eq, sql } from 'drizzle-orm'
import type { hostingCalls } from '../../../contract/live/hosting.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { liveClasses, liveClassChanges } from '../../../db/tables/live.ts'
import { classTag, classTransitions, classPhaseAt, isClassPublished } from '../../../domain/live/classes.ts'
import { sentence } from '../../../domain/sentence.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler, Context } from '../../handler.ts'
import { deleteClassChange, getClassChange, classChangeStep, classContent, incrementVersion } from './class-changes.ts'
import { lockUpcomingClass } from './lock-upcoming-class.ts'
import { notifyBooked, notifyHost } from './notify-class.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import type { Db } from '../../../db/open.ts'
import { applyClassEdit } from './apply-class-edit.ts'
import { isChangeInReview } from '../../../domain/change-states.ts'

interface Verdict {
  readonly event: 'pass' | 'reject'
  readonly reason: string
  readonly userId: number
}

/**
 * Reviews the pending change of a published class; the class must be locked. Returns the new version. Throws
 * stepNotAllowed without a pending change, classBegan and classTimePast if it is too late.
 */
async function reviewClassChange(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  found: typeof liveClasses.$inferSelect,
  { event, reason, userId }: Verdict,
): Promise<number> {
  const change = await getClassChange(tx, found.id)
  if (!isChangeInReview(change?.status)) throw new CallFailed('stepNotAllowed')
  const now = Date.now()
  // After the start of the class the job deletes the change and notifies the host.
  if (found.startsAt.getTime() <= now) throw new CallFailed('classBegan')
  if (event === 'reject') {
    const moved = { status: 'rejected' as const, reason, updatedAt: new Date() }
    await tx.update(liveClassChanges).set(moved).where(eq(liveClassChanges.classId, found.id))
    await recordSteps(tx, [classChangeStep(found.id, 'change_reject', { userId }, reason)])
    await notifyHost(tx, context, found, {
      title: `课程的修改未通过审核：「${found.title}」`,
      text: `原因：${sentence(reason)}公开内容不变，请修改后重新提交。`,
    })
    return incrementVersion(tx, found)
  }
  if (change.startsAt.getTime() <= now) throw new CallFailed('classTimePast')
  await recordSteps(tx, [classChangeStep(found.id, 'change_pass', { userId }, '')])
  const by = { userId: change.userId, ...(found.companyId === null ? {} : { companyId: found.companyId }) }
  const version = await applyClassEdit(tx, context, found, { content: classContent(change), status: 'published', by })
  await tx.delete(liveClassChanges).where(eq(liveClassChanges.classId, found.id))
  await notifyHost(tx, context, found, {
    title: `课程的修改已通过审核：「${change.title}」`,
    text: '修改已公开；改了时间的，已通知预约的人。',
  })
  return version
}

export const classCancel: Handler<typeof hostingCalls.classCancel> = async ({ classId, reason }, context) => {
  const { caller, db, pages, after, note } = context
  const version = await db.transaction(async (tx) => {
    const { status, title, version } = await lockUpcomingClass(tx, classId, caller.companyId)
    if (nextState(classTransitions, status, 'cancel', 'host') === undefined) throw new CallFailed('stepNotAllowed')
    await tx
      .update(liveClasses)
      .set({ status: 'cancelled', reason, version: version + 1, featuredAt: null, updatedAt: sql`now()` })
      .where(eq(liveClasses.id, classId))
    const step = { event: 'cancel', fromStatus: status, toStatus: 'cancelled', reason }
    const by = actorOf(caller)
    await deleteClassChange(tx, classId, by, '课程已取消')
    await recordSteps(tx, [{ entity: 'liveClass', entityId: classId, ...step, ...by }])
    await notifyBooked(tx, context, classId, { title: `课程取消：「${title}」`, text: `主讲方说明：${reason}` })
    note(title)
    return version + 1
  })
  after(() => pages.invalidate(['classes', classTag(classId)]))
  return { classId, status: 'cancelled', version, changeWaits: false }
}

/** Reviews a class or the change of a published one. Operators must not review their own company's. */
export const classReview: Handler<typeof hostingCalls.classReview> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const { classId, version, event, reason } = input
  const saved = await db.transaction(async (tx) => {
    const [found] = await tx.select().from(liveClasses).where(eq(liveClasses.id, classId)).for('no key update')
    if (found === undefined) throw new CallFailed('notFound')
    if (found.companyId !== null && found.companyId === caller.companyId) throw new CallFailed('forbidden')
    if (found.version !== version) throw new CallFailed('conflict')
    note(found.title)
    if (isClassPublished(found.status)) {
      const verdict = { event, reason, userId: caller.userId }
      const reviewed = await reviewClassChange(tx, context, found, verdict)
      return { classId, status: found.status, version: reviewed, changeWaits: false }
    }
    const to = nextState(classTransitions, found.status, event, 'operator')
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    await tx
      .update(liveClasses)
      .set({ status: to, reason, version: version + 1 })
      .where(eq(liveClasses.id, classId))
    const step = { event, fromStatus: found.status, toStatus: to, reason }
    await recordSteps(tx, [{ entity: 'liveClass', entityId: classId, ...step, userId: caller.userId }])
    const passed = to === 'published'
    await notifyHost(tx, context, found, {
      title: `课程${passed ? '已通过' : '未通过'}审核：「${found.title}」`,
      text: passed ? '课程已发布到直播课堂。' : `原因：${sentence(reason)}请修改后重新提交。`,
    })
    return { classId, status: to, version: version + 1, changeWaits: false }
  })
  after(() => pages.invalidate(['classes', classTag(classId)]))
  return saved
}

export const classFeature: Handler<typeof hostingCalls.classFeature> = async ({ classId, on }, context) => {
  const { db, pages, after, note } = context
  await db.transaction(async (tx) => {
    // Locked against a concurrent cancellation by its host.
    const [found] = await tx.select().from(liveClasses).where(eq(liveClasses.id, classId)).for('no key update')
    if (found === undefined) throw new CallFailed('notFound')
    const phase = classPhaseAt(found, new Date())
    const canFeature =
      found.kind === 'roadshow' && isClassPublished(found.status) && (phase === 'soon' || phase === 'live')
    if (on && !canFeature) throw new CallFailed('featureRefused')
    await tx
      .update(liveClasses)
      .set({ featuredAt: on ? sql`now()` : null })
      .where(eq(liveClasses.id, classId))
    note(found.title)
  })
  after(() => pages.invalidate(['classes', classTag(classId)]))
  return { on }
}
