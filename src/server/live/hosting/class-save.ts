import { randomBytes } from 'node:crypto'
import { and, count, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { hostingCalls } from '../../../contract/live/hosting.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import { classTag, timesFault } from '../../../domain/live/classes.ts'
import { monthMinute } from '../../../domain/time.ts'
import type { Config } from '../../../config.ts'
import type { Handler } from '../../handler.ts'
import { recordSteps } from '../../operations/public.ts'
import { tellBooked } from './tell-booked.ts'

/** Classes of one shop that are still to come. */
const mostToCome = 50

type Form = z.output<typeof hostingCalls.classSave.input>
const firstStatus = (review: Config['review']): 'pending_review' | 'published' =>
  review === 'manual' ? 'pending_review' : 'published'
const times = ({ startsAt, endsAt }: Form) => ({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })
function mustBeAhead({ startsAt, endsAt }: Form): void {
  const fault = timesFault(startsAt, endsAt, new Date())
  if (fault !== undefined) throw fieldFailed(fault)
}

export const classSave: Handler<typeof hostingCalls.classSave> = async (form, context) => {
  const { caller, db, config, pages, after, note } = context
  mustBeAhead(form)
  if (caller.certification !== 'approved') throw new CallFailed('notCertified')
  const { companyId, userId } = caller
  const status = firstStatus(config.review)
  const made = await db.transaction(async (tx) => {
    // One after the other for a company: parallel ones would all see room.
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
    const [toCome] = await tx
      .select({ total: count() })
      .from(liveClasses)
      .where(
        and(
          ...[eq(liveClasses.companyId, companyId), ne(liveClasses.status, 'cancelled')],
          gt(liveClasses.startsAt, sql`now()`),
        ),
      )
    if ((toCome?.total ?? 0) >= mostToCome) throw new CallFailed('tooManyClasses')
    // Nobody finds by counting where a signal will be.
    const stream = `class-${randomBytes(9).toString('hex')}`
    const [row] = await tx
      .insert(liveClasses)
      .values({ ...form, ...times(form), companyId, userId, status, stream })
      .returning({ id: liveClasses.id, version: liveClasses.version })
    if (row === undefined) throw new Error('No class was made')
    const step = { entity: 'liveClass' as const, entityId: row.id, event: 'submit', fromStatus: '', toStatus: status }
    await recordSteps(tx, [{ ...step, userId, companyId }])
    return row
  })
  note(form.title)
  after(() => pages.invalidate(['classes']))
  return { classId: made.id, status, version: made.version }
}

export const classUpdate: Handler<typeof hostingCalls.classUpdate> = async (input, context) => {
  const { caller, db, config, pages, after, note } = context
  const { classId, version, ...form } = input
  mustBeAhead(form)
  const saved = await db.transaction(async (tx) => {
    const before = await ownClassToCome(tx, classId, caller.companyId)
    if (before.version !== version) throw new CallFailed('conflict')
    if (before.status === 'cancelled') throw new CallFailed('stepNotAllowed')
    if (form.capacity > 0 && form.capacity < before.bookedCount)
      throw new CallFailed('seatsBelowBooked', { booked: before.bookedCount })
    // What is out stays out while it is looked at only where nobody has to look.
    const status = firstStatus(config.review)
    const when = times(form)
    const moved = before.startsAt.getTime() !== when.startsAt.getTime()
    const [row] = await tx
      .update(liveClasses)
      .set({ ...form, ...when, status, reason: '', version: version + 1, updatedAt: sql`now()` })
      .where(eq(liveClasses.id, classId))
      .returning({ version: liveClasses.version })
    if (status !== before.status) {
      const step = { event: 'submit', fromStatus: before.status, toStatus: status }
      const by = { userId: caller.userId, companyId: caller.companyId }
      await recordSteps(tx, [{ entity: 'liveClass', entityId: classId, ...step, ...by }])
    }
    if (moved && before.bookedCount > 0) {
      await tellBooked(tx, context, classId, {
        title: `课程改了时间：「${form.title}」`,
        text: `改为 ${monthMinute(form.startsAt)} 开始，您的预约仍然有效。`,
        again: true,
      })
    }
    return { classId, status, version: row?.version ?? version + 1 }
  })
  note(form.title)
  after(() => pages.invalidate(['classes', classTag(classId)]))
  return saved
}

/** A class of the company that has not begun, locked. Throws notFound for another company's, classBegan for a late one. */
export async function ownClassToCome(tx: Db, classId: number, companyId: number) {
  const [row] = await tx
    .select()
    .from(liveClasses)
    .where(and(eq(liveClasses.id, classId), inArray(liveClasses.companyId, [companyId])))
    .for('no key update')
  if (row === undefined) throw new CallFailed('notFound')
  const isOut = row.status === 'published' || row.status === 'cancelled'
  if (isOut && row.startsAt.getTime() <= Date.now()) throw new CallFailed('classBegan')
  return row
}
