import { and, eq, inArray, ne } from 'drizzle-orm'
import type { offerDecisionsCalls } from '../../contract/demands/offer-decisions.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { awardBlocker } from '../../domain/demands/award.ts'
import { readMilestones } from '../../domain/demands/offer-terms.ts'
import { links } from '../../domain/links.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { loadSubmittedOffer, lockDemandOfOffer } from '../demands/deciding/offer-decisions.ts'
import { deleteDemandChanges } from '../demands/demand-changes.ts'
import { demandTags } from '../demands/demand-tags.ts'
import { notifyOfferOwners, type OwnedOffer } from '../demands/notify-offer-owners.ts'
import { isSealed } from '../demands/present-offer.ts'
import type { Context, Handler } from '../handler.ts'
import { commitOrders } from '../orders/budgets/book-budget.ts'
import { chargedBudget } from '../orders/budgets/charged-budget.ts'
import { chargeFacts, requestApproval } from '../orders/requisitions/request-approval.ts'
import { createOrderFromOffer } from '../orders/checkout/create-order-from-offer.ts'
import { type Actor, actorOf, recordSteps } from '../platform/history/record-steps.ts'
import { recipientsWithPermission } from '../platform/notices/notices.ts'
import { recordAddedItems } from '../projects/programmes/programme-access.ts'
import { assertCertified } from '../session/authorise.ts'
import { assertNotBlocked } from '../shops/supplier-marks.ts'
import { loadDecisionBasis, recordDecision } from './award-decision.ts'
import { loadAwardQualifications } from './award-qualifications.ts'

interface AwardChoice {
  readonly offerId: number
  /** Remark to the supplier, stored with the order. */
  readonly remark: string
  /** Why this offer is chosen; only the buyer reads it. */
  readonly decisionNote: string
  /** What the buyer was shown; without it the current version is awarded. */
  readonly shown?: { readonly total: number; readonly version: number | undefined }
  /** Code; '' = none. */
  readonly costCentre: string
  /** Code; '' = none. */
  readonly projectCode: string
  /** The approved requisition: no further gate. */
  readonly requisitionId?: number
}

/**
 * Awards an offer: demand, offers and order change atomically, within the transaction of the idempotency key of the
 * call. The lock on the demand serialises parallel awards.
 */
export async function awardOffer(context: Context<'company'>, choice: AwardChoice) {
  const { offerId, remark, decisionNote, shown, costCentre, projectCode, requisitionId } = choice
  const { caller, db, note } = context
  assertCertified(caller)
  const demand = await lockDemandOfOffer(db, offerId, caller.companyId)
  const { offer, version, certified } = await loadSubmittedOffer(db, offerId)
  const fault = awardBlocker(demand.status, { ...offer, ...version, certified, sealed: isSealed(version) }, new Date())
  if (fault !== null) throw new CallFailed(fault)
  await assertNotBlocked(db, caller, [offer.companyId])
  const changed =
    shown !== undefined && (shown.total !== version.total || (shown.version ?? version.version) !== version.version)
  if (changed) throw new CallFailed('conflict', { total: version.total, version: version.version })
  const budgetId = (await chargedBudget(db, caller, choice))?.id ?? null
  if (requisitionId === undefined) await gateAward(context, { demand, offer, version, choice, budgetId })

  const buyer = actorOf(caller)
  const basis = await loadDecisionBasis(db, demand, offerId, decisionNote)
  await saveAward(db, demand, buyer)
  await acceptOffer(db, offerId, buyer)
  const losers = await loseOtherOffers(db, demand.id, offerId)
  const { items, milestones, total, taxRate } = version
  const order = await createOrderFromOffer(db, {
    offerId,
    offerNo: offer.offerNo,
    demandId: demand.id,
    companyId: offer.companyId,
    title: demand.title,
    items,
    milestones: readMilestones(milestones),
    total,
    taxRate,
    remark,
    costCentre,
    projectCode,
    budgetId,
    projectId: demand.projectId,
    qualifications: await loadAwardQualifications(db, demand, offer.companyId),
    buyer,
  })
  if (demand.projectId !== null)
    await recordAddedItems(db, caller, demand.projectId, 'order', [`${order.orderNo} ${demand.title}`])
  if (basis !== undefined) await recordDecision(db, basis, { demandId: demand.id, orderId: order.orderId, buyer })
  note(`${demand.demandNo}，报价 ${offer.offerNo}，订单 ${order.orderNo}`)
  await notifyAwarded(context, { demand, order, winner: offer.companyId, losers })
  const charge = { budgetId, placed: [{ orderId: order.orderId, total }], userId: caller.userId, requisitionId }
  await commitOrders(db, context, charge)
  return order
}

interface JudgedAward {
  readonly demand: typeof demands.$inferSelect
  readonly offer: { readonly offerNo: string }
  readonly version: Awaited<ReturnType<typeof loadSubmittedOffer>>['version']
  readonly choice: AwardChoice
  readonly budgetId: number | null
}

/** The gate of an award: throws `approvalPending` where a rule of the company applies. */
async function gateAward(
  context: Context<'company'>,
  { demand, offer, version, choice, budgetId }: JudgedAward,
): Promise<void> {
  const { caller, db } = context
  const { offerId, remark, decisionNote, costCentre, projectCode } = choice
  if (caller.approvalVersion === 0) return
  const { total, items } = version
  const pending = await requestApproval(context, db, {
    frozen: {
      action: 'award',
      offerId,
      version: version.version,
      total,
      remark,
      decisionNote,
      costCentre,
      projectCode,
    },
    title: demand.title,
    amount: total,
    hold: budgetId === null ? null : { budgetId, amount: total },
    costCentres: costCentre === '' ? [] : [costCentre],
    categories: () => Promise.resolve(demand.categoryPath),
    subject: `award ${offerId}`,
    content: {
      facts: [
        { label: '需求', text: `${demand.demandNo} ${demand.title}` },
        { label: '报价', text: `${offer.offerNo}，第 ${version.version} 版` },
        ...(remark === '' ? [] : [{ label: '备注', text: remark }]),
        ...(decisionNote === '' ? [] : [{ label: '定标说明', text: decisionNote }]),
        ...chargeFacts(choice),
      ],
      lines: items.map(({ name, quantity, unitPrice }) => ({
        name,
        note: '',
        quantity,
        unitPrice,
        amount: quantity * unitPrice,
      })),
      path: links.buyerDemand(demand.id),
    },
  })
  if (pending !== null) throw pending
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

/** Marks all other live offers of the demand as lost. Returns those that were submitted. */
async function loseOtherOffers(tx: Db, demandId: number, acceptedId: number): Promise<OwnedOffer[]> {
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
  return lost.filter(({ version }) => version > 0).map(({ id, companyId }) => ({ offerId: id, companyId }))
}

/** Awards an offer in its current version. `demandOrderSubmit` also checks the version that was shown. */
export const deal: Handler<typeof offerDecisionsCalls.deal> = ({ offerId }, context) =>
  awardOffer(context, { offerId, remark: '', decisionNote: '', costCentre: '', projectCode: '' })

/** Awards an offer as shown to the buyer; refused when it has changed since. */
export const demandOrderSubmit: Handler<typeof offerDecisionsCalls.demandOrderSubmit> = (input, context) => {
  const { offerId, remark, decisionNote, total, version, costCentre, projectCode } = input
  return awardOffer(context, { offerId, remark, decisionNote, shown: { total, version }, costCentre, projectCode })
}

interface AwardNotice {
  readonly demand: { readonly id: number; readonly companyId: number; readonly title: string }
  readonly order: { readonly orderId: number; readonly orderNo: string }
  /** Company whose offer was chosen. */
  readonly winner: number
  /** Submitted offers that were not. */
  readonly losers: readonly OwnedOffer[]
}

/** Notifies winner, losers and buyer of an award; losers are not told who won. */
async function notifyAwarded(
  context: Context<'company'>,
  { demand, order, winner, losers }: AwardNotice,
): Promise<void> {
  const { db, pages, after } = context
  const sellers = await recipientsWithPermission(db, [winner], 'my_supply')
  const buyers = await recipientsWithPermission(db, [demand.companyId], 'my_requirement')
  await notify(db, context, 'offer.decided', sellers.get(winner) ?? [], {
    title: `您对“${demand.title}”的报价已中标，请确认订单`,
    text: `订单 ${order.orderNo} 已生成，请核对内容与付款计划后确认，或写明原因拒绝。`,
    path: links.sellerConfirmOrder(order.orderId),
  })
  const others = losers.filter(({ companyId }) => companyId !== winner)
  await notifyOfferOwners(db, context, 'offer.decided', others, {
    title: `需求“${demand.title}”已选定其他报价`,
    text: '您的报价未中标。若中选方未接单，仍在有效期内的报价会恢复参与评选。',
  })
  await notify(db, context, 'order.moved', buyers.get(demand.companyId) ?? [], {
    title: `已选定报价，订单 ${order.orderNo} 待供应商确认`,
    text: `需求“${demand.title}”已定标，其余报价已结束。`,
    path: links.buyerOrder(order.orderId),
  })
  after(() => pages.invalidate(demandTags(demand.id)))
}
