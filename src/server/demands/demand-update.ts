import type { z } from 'zod'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import type { Context, Handler } from '../handler.ts'
import { actorOf, recordSteps } from '../operations/public.ts'
import { mustBeCertified } from '../session/authorise.ts'
import { applyEdit, saveDemand } from './apply-edit.ts'
import { changeOf, dropChanges, keepChange, sameContent } from './demand-changes.ts'
import { demandTags } from './demand-tags.ts'
import { openEdit } from './edit-open-demand.ts'
import { matchSoon } from './matching/match-demands.ts'
import { ownDemandForChange } from './own-demand.ts'
import { submitted } from './submit-demand.ts'
import { checkDemandFiles, writeDemandFiles } from './write-demand-files.ts'
import { demandColumns } from './write-demand.ts'

type Input = z.output<typeof demandsCalls.demandUpdate.input>
type Demand = Awaited<ReturnType<typeof ownDemandForChange>>

export const demandUpdate: Handler<typeof demandsCalls.demandUpdate> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const saved = await db.transaction(async (tx) => {
    const demand = await ownDemandForChange(tx, input.demandId, caller.companyId)
    note(demand.demandNo)
    if (input.version !== undefined && input.version !== demand.version) throw new CallFailed('conflict')
    if (demand.status === 'open') return editOpen(tx, demand, input, context)
    if (demand.status === 'draft' || demand.status === 'rejected') return rewrite(tx, demand, input, context)
    throw new CallFailed('stepNotAllowed')
  })
  if (saved.status === 'open') {
    after(() => pages.invalidate(demandTags(input.demandId)))
    matchSoon(context)
  }
  return { demandId: input.demandId, ...saved }
}

/** A draft or a rejected demand is written anew, and submitted where that is asked. */
async function rewrite(tx: Db, demand: Demand, input: Input, { caller, config }: Context<'company'>) {
  if (input.submit) mustBeCertified(caller)
  const now = new Date()
  const columns = await demandColumns(tx, input, now)
  const { status, steps } = input.submit
    ? submitted(demand.status, config.review, actorOf(caller))
    : { status: demand.status, steps: [] }
  const opened = status === 'open' ? { publishedAt: now } : {}
  const reason = input.submit ? '' : demand.reason
  await writeDemandFiles(tx, demand.id, input, caller)
  const version = await saveDemand(tx, demand, { ...columns, ...opened, status, reason })
  await recordSteps(
    tx,
    steps.map((step) => ({ ...step, entityId: demand.id })),
  )
  return { status, version }
}

/** Of an open demand only what suppliers have not priced. What is to be reviewed waits beside it; an edit replaces it. */
async function editOpen(tx: Db, demand: Demand, input: Input, context: Context<'company'>) {
  const { caller, config } = context
  const by = actorOf(caller)
  const { atOnce, later } = await openEdit(tx, demand, input, config.review)
  const kept = await changeOf(tx, demand.id)
  const stands =
    later.reason === '' ? kept === undefined : kept?.status === 'pending_review' && sameContent(kept, later.content)
  if (stands && atOnce.reason === '') return { status: demand.status, version: demand.version }
  await checkDemandFiles(tx, input, caller)
  const version = await applyEdit(tx, context, demand, { ...atOnce, by })
  if (later.reason === '') await dropChanges(tx, [demand.id], by)
  else if (!stands) await keepChange(tx, demand.id, by, later.content, later.reason)
  return { status: demand.status, version }
}
