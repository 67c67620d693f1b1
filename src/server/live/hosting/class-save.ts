import { randomBytes } from 'node:crypto'
import { and, count, eq, gt, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { hostingCalls } from '../../../contract/live/hosting.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import { timesFault } from '../../../domain/live/classes.ts'
import type { Config } from '../../../config.ts'
import type { Handler } from '../../handler.ts'
import { recordSteps } from '../../operations/public.ts'

/** Classes of one shop that are still to come. */
const mostToCome = 50

type Form = z.output<typeof hostingCalls.classSave.input>
/** Where a class goes that its host submits. */
export const firstStatus = (review: Config['review']): 'pending_review' | 'published' =>
  review === 'manual' ? 'pending_review' : 'published'
const times = ({ startsAt, endsAt }: Form) => ({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })
/** Throws where its times cannot be announced any more. */
export function mustBeAhead({ startsAt, endsAt }: Form): void {
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
  return { classId: made.id, status, version: made.version, changeWaits: false }
}
