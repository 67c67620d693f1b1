import { and, asc, count, desc, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { CallFailed } from '../../../contract/failures.ts'
import type { hostingCalls } from '../../../contract/live/hosting.ts'
import type { Db } from '../../../db/open.ts'
import { liveClassChanges, liveClasses, liveQuestions } from '../../../db/tables/live.ts'
import { shops } from '../../../db/tables/shops.ts'
import { isChangeInReview } from '../../../domain/change-states.ts'
import {
  classPhaseAt,
  type ClassStatus,
  classTag,
  classTransitions,
  isClassPublished,
} from '../../../domain/live/classes.ts'
import { sentence } from '../../../domain/sentence.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Context, Handler } from '../../handler.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { classesWithHosts, presentClass } from '../classes/class-rows.ts'
import { applyClassEdit } from './apply-class-edit.ts'
import {
  classChangeStep,
  classContent,
  deleteClassChange,
  getClassChange,
  incrementVersion,
  listClassChanges,
} from './class-changes.ts'
import { lockUpcomingClass } from './lock-upcoming-class.ts'
import { notifyBooked, notifyHost } from './notify-class.ts'

type Input = z.output<typeof hostingCalls.hostedClasses.input>

/** Condition, status column and order of a list of classes. */
interface ClassListQuery {
  readonly of: SQL | undefined
  readonly statusColumn: SQL<ClassStatus>
  readonly order: readonly SQL[]
}

/** Classes of the own shop, latest start first. */
export const hostedClasses: Handler<typeof hostingCalls.hostedClasses> = (input, { db, caller }) =>
  listClasses(db, input, {
    of: eq(liveClasses.companyId, caller.companyId),
    statusColumn: sql`${liveClasses.status}`,
    order: [desc(liveClasses.startsAt), desc(liveClasses.id)],
  })

/** Submission time of a change that can still be approved. */
const changedAt = sql`(select ${liveClassChanges.updatedAt} from ${liveClassChanges}
  where ${liveClassChanges.classId} = ${liveClasses.id} and ${liveClassChanges.status} = 'pending_review'
  and ${liveClasses.status} = 'published' and ${liveClasses.startsAt} > now())`
const submittedAt = sql`coalesce(${changedAt}, case when ${liveClasses.status} = 'pending_review' then ${liveClasses.updatedAt} end)`

/** All classes for operators: classes and changes waiting for review first. */
export const classReviews: Handler<typeof hostingCalls.classReviews> = (input, { db }) =>
  listClasses(db, input, {
    of: undefined,
    statusColumn: sql`(case when ${changedAt} is null then ${liveClasses.status} else 'pending_review' end)`,
    order: [sql`${submittedAt} asc nulls last`, desc(liveClasses.startsAt), asc(liveClasses.id)],
  })

async function listClasses(
  db: Db,
  { keyword, status, current, pageSize }: Input,
  { of, statusColumn, order }: ClassListQuery,
) {
  const part = likePattern(keyword)
  const found = and(
    of,
    keyword === ''
      ? undefined
      : or(ilike(liveClasses.title, part), ilike(liveClasses.speaker, part), ilike(shops.name, part)),
  )
  const byStatus = await db
    .select({ status: statusColumn, count: count() })
    .from(liveClasses)
    .leftJoin(shops, eq(shops.companyId, liveClasses.companyId))
    .where(found)
    .groupBy(sql`1`)
  const rows = await classesWithHosts(db)
    .where(and(found, status === undefined ? undefined : sql`${statusColumn} = ${status}`))
    .orderBy(...order)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const ids = rows.map(({ row }) => row.id)
  const [open, changes] = [await countOpenQuestions(db, ids), await listClassChanges(db, ids)]
  const now = new Date()
  return {
    ...countsOf(byStatus, status),
    data: rows.map((each) => {
      const { id, reason, version, outline, speakerAbout, replay, stream, startsAt } = each.row
      const own = { status: each.row.status, reason, version, outline, speakerAbout, replay, stream }
      // Changes of started classes are ignored.
      const change = startsAt > now ? changes.find(({ classId }) => classId === id) : undefined
      return {
        ...presentClass(each, now),
        ...own,
        openQuestions: open.get(id) ?? 0,
        change: change === undefined ? null : { ...classContent(change), status: change.status, reason: change.reason },
      }
    }),
  }
}

/** Number of visible unanswered questions per class. */
async function countOpenQuestions(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ classId: liveQuestions.classId, count: count() })
    .from(liveQuestions)
    .where(and(inArray(liveQuestions.classId, [...ids]), eq(liveQuestions.answer, ''), isNull(liveQuestions.hiddenAt)))
    .groupBy(liveQuestions.classId)
  return new Map(rows.map((row) => [row.classId, row.count]))
}

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
      title: `课程的修改未通过审核：“${found.title}”`,
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
    title: `课程的修改已通过审核：“${change.title}”`,
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
    await notifyBooked(tx, context, classId, { title: `课程取消：“${title}”`, text: `主讲方说明：${reason}` })
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
    if (found.version !== version) throw new CallFailed('conflict')
    note(found.title, { kind: 'class', id: classId, companyIds: [found.companyId] })
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
      title: `课程${passed ? '已通过' : '未通过'}审核：“${found.title}”`,
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
    note(found.title, { kind: 'class', id: classId, companyIds: [found.companyId] })
  })
  after(() => pages.invalidate(['classes', classTag(classId)]))
  return { on }
}
