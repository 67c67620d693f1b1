import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import type { Context, Handler } from '../handler.ts'
import { actorOf, recordSteps } from '../operations/public.ts'
import { keepDemandWords } from '../search/keep-words.ts'
import { mustBeCertified } from '../session/authorise.ts'
import { demandTags } from './demand-tags.ts'
import { openEdit } from './edit-open-demand.ts'
import { matchSoon } from './matching/match-demands.ts'
import { ownDemandForChange } from './own-demand.ts'
import { submitted } from './submit-demand.ts'
import { tellOfferers } from './tell-offerers.ts'
import { writeDemandFiles } from './write-demand-files.ts'
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
  const version = await save(tx, demand, { ...columns, ...opened, status, reason })
  await recordSteps(
    tx,
    steps.map((step) => ({ ...step, entityId: demand.id })),
  )
  return { status, version }
}

/** Of an open demand only what suppliers have not priced; they are told what changed. */
async function editOpen(tx: Db, demand: Demand, input: Input, context: Context<'company'>) {
  const { columns, reason } = await openEdit(tx, demand, input, new Date())
  if (reason === '') return { status: demand.status, version: demand.version }
  const { caller } = context
  await writeDemandFiles(tx, demand.id, input, caller)
  const version = await save(tx, demand, columns)
  const edit = { entity: 'demand', entityId: demand.id, event: 'edit', fromStatus: 'open', toStatus: 'open' } as const
  await recordSteps(tx, [{ ...edit, reason, ...actorOf(caller) }])
  await tellOfferers(tx, context, demand, 'changed', reason)
  return { status: demand.status, version }
}

/** Saves only while the demand still is where it was read, counts the write, and keeps what it is found by. */
async function save(tx: Db, demand: Demand, columns: Partial<typeof demands.$inferInsert>): Promise<number> {
  const version = demand.version + 1
  const [saved] = await tx
    .update(demands)
    .set({ ...columns, version })
    .where(and(eq(demands.id, demand.id), eq(demands.status, demand.status)))
    .returning({ id: demands.id })
  if (saved === undefined) throw new CallFailed('conflict')
  await keepDemandWords(tx, [demand.id])
  return version
}
