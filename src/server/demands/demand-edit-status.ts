import { and, eq } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { deadlineFault } from '../../domain/demands/demand-rules.ts'
import { demandTransitions } from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { next } from '../../domain/transition.ts'
import type { Handler } from '../handler.ts'
import { actorOf, recordSteps, tell } from '../operations/public.ts'
import { mustBeCertified } from '../session/authorise.ts'
import { demandTags } from './demand-tags.ts'
import { ownDemandForChange } from './own-demand.ts'
import { offerersOf } from './tell-offerers.ts'

export const demandEditStatus: Handler<typeof demandsCalls.demandEditStatus> = async (input, context) => {
  const { caller, db, pages, push, after, note } = context
  const { demandId, event, reason } = input
  if (event === 'reopen') mustBeCertified(caller)
  const deadline = input.event === 'reopen' ? new Date(input.deadline) : undefined
  const fault = deadline === undefined ? null : deadlineFault(deadline, new Date())
  if (fault !== null) throw fieldFailed({ field: 'deadline', message: fault })
  const done = await db.transaction(async (tx) => {
    const demand = await ownDemandForChange(tx, demandId, caller.companyId)
    note(`${demand.demandNo}，${event === 'close' ? '关闭' : '重新开放'}`)
    const status = next(demandTransitions, demand.status, event, 'buyer')
    if (status === undefined || (event === 'reopen' && (await wasAwarded(tx, demandId)))) {
      throw new CallFailed('stepNotAllowed')
    }
    const published = status === 'open' && demand.publishedAt === null ? { publishedAt: new Date() } : {}
    const columns = deadline === undefined ? { reason } : { reason: '', deadline, ...published }
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
    return { status, title: demand.title, people: await offerersOf(tx, demandId) }
  })
  after(() => {
    pages.invalidate(demandTags(demandId))
    const what = event === 'close' ? '已关闭' : '已重新开放'
    tell(push, done.people, { title: `需求「${done.title}」${what}`, path: links.sellerOffers() })
  })
  return { status: done.status }
}

/** A demand with an accepted offer has its order; it never opens again. */
async function wasAwarded(tx: Db, demandId: number): Promise<boolean> {
  const [accepted] = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), eq(offers.status, 'accepted')))
  return accepted !== undefined
}
