import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { deadlineError } from '../../domain/demands/demand-rules.ts'
import { takesOffers } from '../../domain/demands/demand-states.ts'
import { describeOpenChanges } from '../../domain/demands/open-changes.ts'
import { dateTime } from '../../domain/time.ts'
import type { Context, Handler } from '../handler.ts'
import { actorOf } from '../platform/history/record-steps.ts'
import { forEachSelected, outcomesNote } from '../platform/queries/for-each-selected.ts'
import { applyDemandEdit } from './apply-demand-edit.ts'
import { demandEditStatus } from './buyer-demands.ts'
import { demandTags } from './demand-tags.ts'
import { lockOwnDemand } from './lock-own-demand.ts'
import { demandFileIds } from './write-demand-files.ts'

/** Titles of the company's own demands among some ids. */
async function ownTitles(db: Db, companyId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: demands.id, title: demands.title })
    .from(demands)
    .where(and(inArray(demands.id, [...ids]), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

export const demandsClose: Handler<typeof demandsCalls.demandsClose> = async ({ demandIds, reason }, context) => {
  const { caller, db, note } = context
  const titles = await ownTitles(db, caller.companyId, demandIds)
  const outcomes = await forEachSelected(demandIds, titles, (demandId) =>
    demandEditStatus({ demandId, event: 'close', reason }, { ...context, note: () => {} }),
  )
  note(outcomesNote(outcomes))
  return outcomes
}

export const demandsExtend: Handler<typeof demandsCalls.demandsExtend> = async ({ demandIds, deadline }, context) => {
  const { caller, db, note } = context
  const until = new Date(deadline)
  const fault = deadlineError(until, new Date())
  if (fault !== null) throw fieldFailed({ field: 'deadline', message: fault })
  const titles = await ownTitles(db, caller.companyId, demandIds)
  const outcomes = await forEachSelected(demandIds, titles, (demandId) => extendDeadline(context, demandId, until))
  note(`${outcomesNote(outcomes)}，推迟到 ${dateTime(until.toISOString())}`)
  return outcomes
}

/** Moves the deadline of an open demand to a later moment, as an edit in its form does. */
async function extendDeadline(context: Context<'company'>, demandId: number, deadline: Date): Promise<void> {
  const { caller, db, after, pages } = context
  await db.transaction(async (tx) => {
    const demand = await lockOwnDemand(tx, demandId, caller.companyId)
    if (!takesOffers(demand.status, demand.deadline, new Date())) throw new CallFailed('stepNotAllowed')
    if (deadline <= demand.deadline) {
      const message = `现在的截止时间是 ${dateTime(demand.deadline.toISOString())}，只能推迟`
      throw fieldFailed({ field: 'deadline', message })
    }
    const before = { ...demand, ...(await demandFileIds(tx, demandId)) }
    const content = { ...before, deadline }
    await applyDemandEdit(tx, context, demand, {
      content,
      reason: describeOpenChanges(before, content),
      by: actorOf(caller),
    })
  })
  after(() => pages.invalidate(demandTags(demandId)))
}
