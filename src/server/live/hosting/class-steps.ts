import { eq, sql } from 'drizzle-orm'
import type { hostingCalls } from '../../../contract/live/hosting.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import { classTag, classTransitions, phaseOf } from '../../../domain/live/classes.ts'
import { sentence } from '../../../domain/sentence.ts'
import { next } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { actorOf, recordSteps } from '../../operations/public.ts'
import { dropChange } from './class-changes.ts'
import { ownClassToCome } from './own-class-to-come.ts'
import { reviewClassChange } from './review-class-change.ts'
import { tellBooked } from './tell-booked.ts'
import { tellHost } from './tell-host.ts'

export const classCancel: Handler<typeof hostingCalls.classCancel> = async ({ classId, reason }, context) => {
  const { caller, db, pages, after, note } = context
  const version = await db.transaction(async (tx) => {
    const { status, title, version } = await ownClassToCome(tx, classId, caller.companyId)
    if (next(classTransitions, status, 'cancel', 'host') === undefined) throw new CallFailed('stepNotAllowed')
    await tx
      .update(liveClasses)
      .set({ status: 'cancelled', reason, version: version + 1, featuredAt: null, updatedAt: sql`now()` })
      .where(eq(liveClasses.id, classId))
    const step = { event: 'cancel', fromStatus: status, toStatus: 'cancelled', reason }
    const by = actorOf(caller)
    await dropChange(tx, classId, by, '课程已取消')
    await recordSteps(tx, [{ entity: 'liveClass', entityId: classId, ...step, ...by }])
    await tellBooked(tx, context, classId, { title: `课程取消：「${title}」`, text: `主讲方说明：${reason}` })
    note(title)
    return version + 1
  })
  after(() => pages.invalidate(['classes', classTag(classId)]))
  return { classId, status: 'cancelled', version, changeWaits: false }
}

/** About a class, or about the change of a published one. Nobody decides about their own company's. */
export const classReview: Handler<typeof hostingCalls.classReview> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const { classId, version, event, reason } = input
  const saved = await db.transaction(async (tx) => {
    const [found] = await tx.select().from(liveClasses).where(eq(liveClasses.id, classId)).for('no key update')
    if (found === undefined) throw new CallFailed('notFound')
    if (found.companyId !== null && found.companyId === caller.companyId) throw new CallFailed('forbidden')
    if (found.version !== version) throw new CallFailed('conflict')
    note(found.title)
    if (found.status === 'published') {
      const verdict = { event, reason, userId: caller.userId }
      const reviewed = await reviewClassChange(tx, context, found, verdict)
      return { classId, status: found.status, version: reviewed, changeWaits: false }
    }
    const to = next(classTransitions, found.status, event, 'operator')
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    await tx
      .update(liveClasses)
      .set({ status: to, reason, version: version + 1 })
      .where(eq(liveClasses.id, classId))
    const step = { event, fromStatus: found.status, toStatus: to, reason }
    await recordSteps(tx, [{ entity: 'liveClass', entityId: classId, ...step, userId: caller.userId }])
    const passed = to === 'published'
    await tellHost(tx, context, found, {
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
    // Locked: its host may be cancelling it at this moment.
    const [found] = await tx.select().from(liveClasses).where(eq(liveClasses.id, classId)).for('no key update')
    if (found === undefined) throw new CallFailed('notFound')
    const phase = phaseOf(found, new Date())
    const may = found.kind === 'roadshow' && found.status === 'published' && (phase === 'soon' || phase === 'live')
    if (on && !may) throw new CallFailed('featureRefused')
    await tx
      .update(liveClasses)
      .set({ featuredAt: on ? sql`now()` : null })
      .where(eq(liveClasses.id, classId))
    note(found.title)
  })
  after(() => pages.invalidate(['classes', classTag(classId)]))
  return { on }
}
