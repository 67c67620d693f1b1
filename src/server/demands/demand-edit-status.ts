import { and, eq } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { deadlineFault } from '../../domain/demands/demand-rules.ts'
import { demandTransitions } from '../../domain/demands/demand-states.ts'
import { dateTime } from '../../domain/time.ts'
import { next } from '../../domain/transition.ts'
import type { Handler } from '../handler.ts'
import { actorOf, recordSteps } from '../operations/public.ts'
import { mustBeCertified } from '../session/authorise.ts'
import { dropChanges } from './demand-changes.ts'
import { demandTags } from './demand-tags.ts'
import { matchSoon } from './matching/match-demands.ts'
import { ownDemandForChange } from './own-demand.ts'
import { tellOfferers } from './tell-offerers.ts'

export const demandEditStatus: Handler<typeof demandsCalls.demandEditStatus> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const { demandId, event, reason } = input
  if (event === 'reopen') mustBeCertified(caller)
  const deadline = input.event === 'reopen' ? new Date(input.deadline) : undefined
  const fault = deadline === undefined ? null : deadlineFault(deadline, new Date())
  if (fault !== null) throw fieldFailed({ field: 'deadline', message: fault })
  const status = await db.transaction(async (tx) => {
    const demand = await ownDemandForChange(tx, demandId, caller.companyId)
    note(`${demand.demandNo}，${event === 'close' ? '关闭' : '重新开放'}`)
    const status = next(demandTransitions, demand.status, event, 'buyer')
    if (status === undefined || (event === 'reopen' && (await wasAwarded(tx, demandId)))) {
      throw new CallFailed('stepNotAllowed')
    }
    if (deadline !== undefined) await mustNotHasten(tx, demand, deadline)
    const published = status === 'open' && demand.publishedAt === null ? { publishedAt: new Date() } : {}
    const columns = deadline === undefined ? { reason } : { reason: '', deadline, matchedAt: null, ...published }
    await tx
      .update(demands)
      .set({ status, ...columns })
      .where(and(eq(demands.id, demandId), eq(demands.status, demand.status)))
    await recordSteps(tx, [
      {
        entity: 'demand',
        entityId: demandId,
        event,
        fromStatus: demand.status,
        toStatus: status,
        reason,
        ...actorOf(caller),
      },
    ])
    await dropChanges(tx, [demandId], actorOf(caller), event === 'close' ? '需求已关闭' : '需求已重新开放')
    const until = deadline === undefined ? '' : `新的截止时间 ${dateTime(deadline.toISOString())}`
    const text = [reason, until].filter((part) => part !== '').join('；')
    await tellOfferers(tx, context, demand, event === 'close' ? 'closed' : 'reopened', text)
    return status
  })
  after(() => pages.invalidate(demandTags(demandId)))
  // Who was told of it is not told again; who subscribed meanwhile is.
  if (event === 'reopen') matchSoon(context)
  return { status }
}

/** A demand with an accepted offer has its order; it never opens again. */
async function wasAwarded(tx: Db, demandId: number): Promise<boolean> {
  const [accepted] = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), eq(offers.status, 'accepted')))
  return accepted !== undefined
}

/** Seals are opened at the deadline that their suppliers knew: as long as it lies ahead, no earlier one opens them. */
async function mustNotHasten(tx: Db, demand: { id: number; deadline: Date }, deadline: Date): Promise<void> {
  if (deadline >= demand.deadline || demand.deadline <= new Date()) return
  const sealed = and(eq(offers.demandId, demand.id), eq(offers.status, 'submitted'), eq(offers.sealed, true))
  if ((await tx.$count(offers, sealed)) === 0) return
  const until = dateTime(demand.deadline.toISOString())
  throw fieldFailed({ field: 'deadline', message: `已收到密封报价，截止时间不能早于 ${until}` })
}
