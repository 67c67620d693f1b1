import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { evaluationsCalls } from '../../../contract/demands/evaluations.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demandMatches, demands, offers } from '../../../db/tables/demands.ts'
import { demandTransitions } from '../../../domain/demands/demand-states.ts'
import { earlyOpeningBlocker } from '../../../domain/demands/early-opening.ts'
import type { OfferStatus } from '../../../domain/demands/offer-states.ts'
import { maxOfferVersions } from '../../../domain/demands/offer-terms.ts'
import { links } from '../../../domain/links.ts'
import { dateTime } from '../../../domain/time.ts'
import { nextState } from '../../../domain/transition.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Context, Handler } from '../../handler.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { deleteDemandChanges } from '../demand-changes.ts'
import { demandTags } from '../demand-tags.ts'
import { lockOwnDemand } from '../lock-own-demand.ts'
import { openSeals } from '../offer-deadlines.ts'

/**
 * Ends a sealed tender before its deadline: only where nobody but the invited suppliers may offer, and all of them have,
 * except those who cannot offer now or withdrew their offer.
 * Offers, withdrawals and invitations take the same lock, so none comes between check and opening.
 */
export const demandOpenEarly: Handler<typeof evaluationsCalls.demandOpenEarly> = ({ demandId }, context) => {
  const { caller, db, note, after, pages } = context
  return db.transaction(async (tx) => {
    const demand = await lockOwnDemand(tx, demandId, caller.companyId)
    note(demand.demandNo)
    const now = new Date()
    const invited = await listInvited(tx, demandId)
    const counted = invited.filter(({ offered, able }) => offered || able)
    const left = invited.filter(({ offered, able }) => !offered && !able)
    const blocker = earlyOpeningBlocker(demand, counted, now)
    if (blocker === 'offersOutstanding')
      throw new CallFailed(blocker, { names: counted.filter(({ offered }) => !offered).map(({ name }) => name) })
    const status = nextState(demandTransitions, demand.status, 'openEarly', 'buyer')
    if (blocker !== null || status === undefined) throw new CallFailed(blocker ?? 'stepNotAllowed')
    // All rules after the deadline hold from now on.
    await tx
      .update(demands)
      .set({ status, deadline: now })
      .where(and(eq(demands.id, demandId), eq(demands.status, demand.status)))
    await deleteDemandChanges(tx, [demandId], actorOf(caller), '已提前开标')
    const others = left.length === 0 ? '' : `，另有 ${left.length} 家已撤回报价或目前不能报价，未计入`
    const until = dateTime(demand.deadline.toISOString())
    const reason = `原截止时间 ${until}，${counted.length} 家受邀供应商均已报价${others}`
    const step = { entity: 'demand' as const, entityId: demandId, toStatus: status, ...actorOf(caller) }
    await recordSteps(tx, [
      { ...step, event: 'openEarly', fromStatus: demand.status, reason },
      // The names are for the buyer only.
      ...left.map(({ name }) => ({ ...step, event: 'openEarly_left', fromStatus: status, reason: name })),
    ])
    await openSeals(tx, [demandId])
    await notifyOpened(tx, context, demand, { invited: invited.map(({ companyId }) => companyId), reason })
    after(() => pages.invalidate(demandTags(demandId)))
    return { status }
  })
}

/**
 * Invited suppliers, whether they have a submitted offer, and whether one is still to be expected: they can offer, and
 * did not withdraw without beginning another.
 */
function listInvited(tx: Db, demandId: number) {
  const offered = sql<boolean>`exists (select 1 from ${offers} where ${offers.demandId} = ${demandMatches.demandId}
    and ${offers.companyId} = ${demandMatches.companyId} and ${offers.status} = 'submitted' and ${offers.version} > 0)`
  const versions = sql`(select coalesce(sum(${offers.version}), 0) from ${offers}
    where ${offers.demandId} = ${demandMatches.demandId} and ${offers.companyId} = ${demandMatches.companyId})`
  const has = (status: OfferStatus) => sql`exists (select 1 from ${offers}
    where ${offers.demandId} = ${demandMatches.demandId} and ${offers.companyId} = ${demandMatches.companyId}
    and ${offers.status} = ${status})`
  const able = sql<boolean>`${companies.certification} = 'approved' and ${companies.isSaler}
    and ${versions} < ${maxOfferVersions} and not (${has('withdrawn')} and not ${has('draft')})`
  return tx
    .select({ companyId: demandMatches.companyId, name: companies.shortName, offered, able })
    .from(demandMatches)
    .innerJoin(companies, eq(companies.id, demandMatches.companyId))
    .where(and(eq(demandMatches.demandId, demandId), isNotNull(demandMatches.invitedAt)))
    .orderBy(demandMatches.id)
}

/** Notifies all invited suppliers, and the buyer's people. */
async function notifyOpened(
  tx: Db,
  context: Context<'company'>,
  demand: { readonly id: number; readonly companyId: number; readonly title: string },
  { invited, reason }: { readonly invited: readonly number[]; readonly reason: string },
): Promise<void> {
  const sellers = await recipientsWithPermission(tx, invited, 'my_supply')
  await notify(tx, context, 'demand.changed', [...sellers.values()].flat(), {
    title: `需求“${demand.title}”已提前开标`,
    text: `${reason}。密封报价已开启，现为买家可见，不再接受新的报价。`,
    path: links.demandDetail(demand.id),
  })
  const buyers = await recipientsWithPermission(tx, [demand.companyId], 'my_requirement')
  await notify(tx, context, 'demand.deadline', buyers.get(demand.companyId) ?? [], {
    title: `需求“${demand.title}”已提前开标，请比较报价`,
    text: reason,
    path: links.buyerDemand(demand.id),
  })
}
