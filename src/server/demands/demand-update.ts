import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import type { DemandStatus } from '../../domain/demands/demand-states.ts'
import { deadlineFault, fixedFaults } from '../../domain/demands/demand-rules.ts'
import { links } from '../../domain/links.ts'
import type { Context, Handler } from '../handler.ts'
import { actorOf, recordSteps, tell } from '../operations/public.ts'
import { mustBeCertified } from '../session/authorise.ts'
import { demandTags } from './demand-tags.ts'
import { ownDemandForChange } from './own-demand.ts'
import { submitted } from './submit-demand.ts'
import { offerersOf } from './tell-offerers.ts'
import { demandColumns, faultOf, wordsOf } from './write-demand.ts'
import { categories } from '../../db/tables/reference.ts'

type Input = z.output<typeof demandsCalls.demandUpdate.input>
type Demand = Awaited<ReturnType<typeof ownDemandForChange>>
type Changed = { status: DemandStatus; people: readonly number[] }

export const demandUpdate: Handler<typeof demandsCalls.demandUpdate> = async (input, context) => {
  const { caller, db, pages, push, after, note } = context
  const { status, people } = await db.transaction(async (tx) => {
    const demand = await ownDemandForChange(tx, input.demandId, caller.companyId)
    note(demand.demandNo)
    if (demand.status === 'open') return editOpen(tx, demand, input, context)
    if (demand.status === 'draft' || demand.status === 'rejected') return rewrite(tx, demand, input, context)
    throw new CallFailed('stepNotAllowed')
  })
  after(() => {
    if (status === 'open') pages.invalidate(demandTags(input.demandId))
    tell(push, people, { title: `需求「${input.demandTitle}」有更新`, path: links.demandDetail(input.demandId) })
  })
  return { demandId: input.demandId, status }
}

/** A draft or a rejected demand is written anew, and submitted where that is asked. */
async function rewrite(tx: Db, demand: Demand, input: Input, { caller, config }: Context<'company'>): Promise<Changed> {
  if (input.submit) mustBeCertified(caller)
  const now = new Date()
  const columns = await demandColumns(tx, input, now)
  const { status, steps } = input.submit
    ? submitted(demand.status, config.review, actorOf(caller))
    : { status: demand.status, steps: [] }
  const opened = status === 'open' ? { publishedAt: now } : {}
  const reason = input.submit ? '' : demand.reason
  await save(tx, demand, { ...columns, ...opened, status, reason })
  await recordSteps(
    tx,
    steps.map((step) => ({ ...step, entityId: demand.id })),
  )
  return { status, people: [] }
}

/** Of an open demand only what suppliers have not priced: summary, requirements, deadline. */
async function editOpen(tx: Db, demand: Demand, input: Input, { caller }: Context<'company'>): Promise<Changed> {
  const now = new Date()
  if (demand.deadline <= now) throw new CallFailed('stepNotAllowed')
  const deadline = new Date(input.deadline)
  const moved = deadline.getTime() !== demand.deadline.getTime()
  const fault = moved ? faultOf('deadline', deadlineFault(deadline, now)) : null
  const before = { ...demand, demandTitle: demand.title, demandBudget: demand.budget }
  const faults = [...fixedFaults(before, input), ...(fault === null ? [] : [fault])]
  if (faults.length > 0) throw fieldFailed(...faults)
  const [category] = await tx
    .select({ name: categories.name })
    .from(categories)
    .where(eq(categories.id, demand.categoryId))
  const words = wordsOf({ ...input, title: demand.title, categoryName: category?.name ?? '' })
  await save(tx, demand, { summary: input.summary, facts: input.facts, deadline, words })
  const reason = moved ? '修改了说明、要求或截止时间' : '修改了说明或要求'
  await recordSteps(tx, [
    {
      entity: 'demand',
      entityId: demand.id,
      event: 'edit',
      fromStatus: 'open',
      toStatus: 'open',
      reason,
      ...actorOf(caller),
    },
  ])
  return { status: 'open', people: await offerersOf(tx, demand.id) }
}

type Columns = Parameters<ReturnType<Db['update']>['set']>[0]

/** Saves only while the demand still is where it was read. */
async function save(tx: Db, demand: Demand, columns: Columns): Promise<void> {
  const [saved] = await tx
    .update(demands)
    .set(columns)
    .where(and(eq(demands.id, demand.id), eq(demands.status, demand.status)))
    .returning({ id: demands.id })
  if (saved === undefined) throw new CallFailed('conflict')
}
