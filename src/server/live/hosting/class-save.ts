import { randomBytes } from 'node:crypto'
import { and, count, eq, gt, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { hostingCalls } from '../../../contract/live/hosting.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import { classTimesError, classTag, isClassCancelled, isClassPublished } from '../../../domain/live/classes.ts'
import type { Config } from '../../../config.ts'
import type { Handler } from '../../handler.ts'
import { recordSteps, actorOf } from '../../platform/history/record-steps.ts'
import type { Db } from '../../../db/open.ts'
import { describeClassChanges } from '../../../domain/live/class-changes.ts'
import { applyClassEdit, assertSeatsForBooked } from './apply-class-edit.ts'
import {
  getClassChange,
  classContent,
  incrementVersion,
  deleteClassChange,
  saveClassChange,
  type ChangeActor,
} from './class-changes.ts'
import { lockUpcomingClass } from './lock-upcoming-class.ts'
import { isCertified } from '../../../domain/accounts/certification.ts'
import { isChangeInReview } from '../../../domain/change-states.ts'

/** Maximum number of upcoming classes per shop. */
const maxUpcomingClasses = 50

type Form = z.output<typeof hostingCalls.classSave.input>
/** Status of a class after its host submits it. */
export const statusAfterSubmit = (review: Config['review']): 'pending_review' | 'published' =>
  review === 'manual' ? 'pending_review' : 'published'
const parseTimes = ({ startsAt, endsAt }: Form) => ({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })
/** Throws invalidInput for times that are not allowed. */
export function assertFutureTimes({ startsAt, endsAt }: Form): void {
  const fault = classTimesError(startsAt, endsAt, new Date())
  if (fault !== undefined) throw fieldFailed(fault)
}

export const classSave: Handler<typeof hostingCalls.classSave> = async (form, context) => {
  const { caller, db, config, pages, after, note } = context
  assertFutureTimes(form)
  if (!isCertified(caller.certification)) throw new CallFailed('notCertified')
  const { companyId, userId } = caller
  const status = statusAfterSubmit(config.review)
  const made = await db.transaction(async (tx) => {
    // Serialises concurrent requests of one company, so that the limit holds.
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
    const [toCome] = await tx
      .select({ total: count() })
      .from(liveClasses)
      .where(
        and(
          eq(liveClasses.companyId, companyId),
          ne(liveClasses.status, 'cancelled'),
          gt(liveClasses.startsAt, sql`now()`),
        ),
      )
    if ((toCome?.total ?? 0) >= maxUpcomingClasses) throw new CallFailed('tooManyClasses')
    // Random, so that stream names cannot be guessed.
    const stream = `class-${randomBytes(9).toString('hex')}`
    const [row] = await tx
      .insert(liveClasses)
      .values({ ...form, ...parseTimes(form), companyId, userId, status, stream })
      .returning({ id: liveClasses.id, version: liveClasses.version })
    if (row === undefined) throw new Error('No class was made')
    const step = { entity: 'liveClass' as const, entityId: row.id, event: 'submit', fromStatus: '', toStatus: status }
    await recordSteps(tx, [{ ...step, userId, companyId }])
    return row
  })
  note(form.title)
  after(() => pages.invalidate(['classes']))
  return { classId: made.id, status, version: made.version, changeWaits: false }
}

type UpdateForm = z.output<typeof hostingCalls.classSave.input>
type Class = Awaited<ReturnType<typeof lockUpcomingClass>>

export const classUpdate: Handler<typeof hostingCalls.classUpdate> = async (input, context) => {
  const { caller, db, config, pages, after, note } = context
  const { classId, version, ...form } = input
  assertFutureTimes(form)
  const saved = await db.transaction(async (tx) => {
    const before = await lockUpcomingClass(tx, classId, caller.companyId)
    if (before.version !== version) throw new CallFailed('conflict')
    if (isClassCancelled(before.status)) throw new CallFailed('stepNotAllowed')
    const by = actorOf(caller)
    if (isClassPublished(before.status) && config.review === 'manual') return savePendingChange(tx, before, form, by)
    await deleteClassChange(tx, classId, by)
    const status = statusAfterSubmit(config.review)
    const next = await applyClassEdit(tx, context, before, { content: form, status, by })
    return { classId, status, version: next, changeWaits: false }
  })
  note(form.title)
  if (!saved.changeWaits) after(() => pages.invalidate(['classes', classTag(classId)]))
  return saved
}

/** Saves an edit of a published class as pending change; an edit equal to the public content deletes the change. */
async function savePendingChange(tx: Db, before: Class, form: UpdateForm, by: Required<ChangeActor>) {
  assertSeatsForBooked(before, form)
  const { id, status } = before
  const pending = await getClassChange(tx, id)
  const reason = describeClassChanges(classContent(before), form)
  const changeWaits = reason !== ''
  const isSameChange = isChangeInReview(pending?.status) && describeClassChanges(classContent(pending), form) === ''
  const isUnchanged = changeWaits ? isSameChange : pending === undefined
  const saved = { classId: id, status, changeWaits }
  if (isUnchanged) return { ...saved, version: before.version }
  if (changeWaits) await saveClassChange(tx, id, by, form, reason)
  else await deleteClassChange(tx, id, by)
  return { ...saved, version: await incrementVersion(tx, before) }
}

export const classChangeDelete: Handler<typeof hostingCalls.classChangeDelete> = ({ classId }, { caller, db, note }) =>
  db.transaction(async (tx) => {
    const found = await lockUpcomingClass(tx, classId, caller.companyId)
    note(found.title)
    if (!(await deleteClassChange(tx, classId, actorOf(caller)))) throw new CallFailed('notFound')
    return { classId, status: found.status, version: await incrementVersion(tx, found), changeWaits: false }
  })
