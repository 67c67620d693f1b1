import { and, eq, inArray, ne } from 'drizzle-orm'
import type { offerDecisionsCalls } from '../../contract/demands/offer-decisions.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { awardBlocker } from '../../domain/demands/award.ts'
import { links } from '../../domain/links.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { loadSubmittedOffer, lockDemandOfOffer } from '../demands/deciding/offer-decisions.ts'
import { deleteDemandChanges } from '../demands/demand-changes.ts'
import { demandTags } from '../demands/demand-tags.ts'
import { isSealed } from '../demands/present-offer.ts'
import type { Context, Handler } from '../handler.ts'
import { createOrderFromOffer } from '../orders/checkout/create-order-from-offer.ts'
import { type Actor, actorOf, recordSteps } from '../platform/history/record-steps.ts'
import { recipientsWithPermission } from '../platform/notices/notices.ts'
import { assertCertified } from '../session/authorise.ts'

interface AwardChoice {
  readonly offerId: number
  /** Remark to the supplier, stored with the order. */
  readonly remark: string
  /** What the buyer was shown; without it the current version is awarded. */
  readonly shown?: { readonly total: number; readonly version: number | undefined }
}

/**
 * Awards an offer: demand, offers and order change atomically, within the transaction of the idempotency key of the
 * call. The lock on the demand serialises parallel awards.
 */
async function awardOffer(context: Context<'company'>, { offerId, remark, shown }: AwardChoice) {
  const { caller, db, note } = context
  assertCertified(caller)
  const demand = await lockDemandOfOffer(db, offerId, caller.companyId)
  const { offer, version, certified } = await loadSubmittedOffer(db, offerId)
  const fault = awardBlocker(demand.status, { ...offer, ...version, certified, sealed: isSealed(version) }, new Date())
  if (fault !== null) throw new CallFailed(fault)
  const changed =
    shown !== undefined && (shown.total !== version.total || (shown.version ?? version.version) !== version.version)
  if (changed) throw new CallFailed('conflict', { total: version.total, version: version.version })

  const buyer = actorOf(caller)
  await saveAward(db, demand, buyer)
  await acceptOffer(db, offerId, buyer)
  const losers = await loseOtherOffers(db, demand.id, offerId)
  const { items, milestones, total } = version
  const order = await createOrderFromOffer(db, {
    offerId,
    offerNo: offer.offerNo,
    demandId: demand.id,
    companyId: offer.companyId,
    title: demand.title,
    items,
    milestones,
    total,
    remark,
    buyer,
  })
  note(`${demand.demandNo}，报价 ${offer.offerNo}，订单 ${order.orderNo}`)
  await notifyAwarded(context, { demand, order, winner: offer.companyId, losers })
  return order
}

async function saveAward(tx: Db, { id, status }: typeof demands.$inferSelect, buyer: Actor): Promise<void> {
  const [awarded] = await tx
    .update(demands)
    .set({ status: 'awarded' })
    .where(and(eq(demands.id, id), eq(demands.status, status)))
    .returning({ id: demands.id })
  if (awarded === undefined) throw new CallFailed('demandDecided')
  await deleteDemandChanges(tx, [id], buyer, '已选定报价')
  const step = { event: 'award', fromStatus: status, toStatus: 'awarded' }
  await recordSteps(tx, [{ entity: 'demand', entityId: id, ...step, ...buyer }])
}

async function acceptOffer(tx: Db, offerId: number, buyer: Actor): Promise<void> {
  const [accepted] = await tx
    .update(offers)
    .set({ status: 'accepted' })
    .where(and(eq(offers.id, offerId), eq(offers.status, 'submitted')))
    .returning({ id: offers.id })
  if (accepted === undefined) throw new CallFailed('stepNotAllowed')
  const step = { event: 'accept', fromStatus: 'submitted', toStatus: 'accepted' }
  await recordSteps(tx, [{ entity: 'offer', entityId: offerId, ...step, ...buyer }])
}

/** Marks all other live offers of the demand as lost. Returns the companies with submitted offers. */
async function loseOtherOffers(tx: Db, demandId: number, acceptedId: number): Promise<number[]> {
  const others = and(
    eq(offers.demandId, demandId),
    ne(offers.id, acceptedId),
    inArray(offers.status, ['submitted', 'draft']),
  )
  // Only drafts have no version; the previous state is not available after the update.
  const lost = await tx
    .update(offers)
    .set({ status: 'lost' })
    .where(others)
    .returning({ id: offers.id, companyId: offers.companyId, version: offers.version })
  const from = (version: number) => (version === 0 ? ('draft' as const) : ('submitted' as const))
  await recordSteps(
    tx,
    lost.map(({ id, version }) => ({
      entity: 'offer' as const,
      entityId: id,
      event: 'lose',
      fromStatus: from(version),
      toStatus: 'lost',
      reason: '买家选定了其他报价',
    })),
  )
  return lost.filter(({ version }) => version > 0).map(({ companyId }) => companyId)
}

/** Awards an offer in its current version. `demandOrderSubmit` also checks the version that was shown. */
export const deal: Handler<typeof offerDecisionsCalls.deal> = ({ offerId }, context) =>
  awardOffer(context, { offerId, remark: '' })

/** Awards an offer as shown to the buyer; refused when it has changed since. */
export const demandOrderSubmit: Handler<typeof offerDecisionsCalls.demandOrderSubmit> = (input, context) => {
  const { offerId, remark, total, version } = input
  return awardOffer(context, { offerId, remark, shown: { total, version } })
}

interface AwardNotice {
  readonly demand: { readonly id: number; readonly companyId: number; readonly title: string }
  readonly order: { readonly orderId: number; readonly orderNo: string }
  /** Company whose offer was chosen. */
  readonly winner: number
  /** Companies whose submitted offers were not. */
  readonly losers: readonly number[]
}

/** Notifies winner, losers and buyer of an award; losers are not told who won. */
async function notifyAwarded(
  context: Context<'company'>,
  { demand, order, winner, losers }: AwardNotice,
): Promise<void> {
  const { db, pages, after } = context
  const sellers = await recipientsWithPermission(db, [winner, ...losers], 'my_supply')
  const buyers = await recipientsWithPermission(db, [demand.companyId], 'my_requirement')
  await notify(db, context, 'offer.decided', sellers.get(winner) ?? [], {
    title: `您对“${demand.title}”的报价已中标，请确认订单`,
    text: `订单 ${order.orderNo} 已生成，请核对内容与付款计划后确认，或写明原因拒绝。`,
    path: links.sellerConfirmOrder(order.orderId),
  })
  const others = losers.filter((companyId) => companyId !== winner).flatMap((companyId) => sellers.get(companyId) ?? [])
  await notify(db, context, 'offer.decided', others, {
    title: `需求“${demand.title}”已选定其他报价`,
    text: '您的报价未中标。若中选方未接单，仍在有效期内的报价会恢复参与评选。',
    path: links.sellerOffers(),
  })
  await notify(db, context, 'order.moved', buyers.get(demand.companyId) ?? [], {
    title: `已选定报价，订单 ${order.orderNo} 待供应商确认`,
    text: `需求“${demand.title}”已定标，其余报价已结束。`,
    path: links.buyerOrder(order.orderId),
  })
  after(() => pages.invalidate(demandTags(demand.id)))
}
