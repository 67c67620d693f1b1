import { orderLines, orderMilestones, orders, paymentLines } from '../../../db/tables/orders.ts'
import type { Db } from '../../../db/open.ts'
import { isStage, splitByMilestones, type Milestone, type OfferItem } from '../../../domain/demands/offer-terms.ts'
import { endOfDay } from '../../../domain/orders/deadlines.ts'
import { dealTerms, type DealFacts } from '../../../domain/orders/deal-record.ts'
import { date } from '../../../domain/time.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import type { Actor } from '../../platform/history/record-steps.ts'
import { takeNumber } from '../../platform/numbers/take-number.ts'

/** Data of an accepted offer needed to create its order. Money in fen. */
export interface AcceptedOffer {
  readonly offerId: number
  readonly offerNo: string
  readonly demandId: number
  /** The supplier's company. */
  readonly companyId: number
  readonly title: string
  readonly items: readonly OfferItem[]
  readonly milestones: readonly Milestone[]
  readonly total: number
  /** Basis points; null = not stated. */
  readonly taxRate: number | null
  /** What the buyer wrote to the supplier. */
  readonly remark: string
  /** Code; '' = none. */
  readonly costCentre: string
  readonly projectCode: string
  readonly budgetId: number | null
  /** R&D programme of the demand; null = none. */
  readonly projectId: number | null
  /** The supplier's certificates in force, and how they meet the demand; recorded with the terms. */
  readonly qualifications: DealFacts
  readonly buyer: Actor
}

const day = 86_400_000

/** Milestones of an order: the rows of the schedule with deliverables, planned from the award until the confirmation. */
const stageRows = (
  orderId: number,
  milestones: readonly Milestone[],
  lineIds: ReadonlyMap<number, number>,
  now: number,
): (typeof orderMilestones.$inferInsert)[] =>
  milestones
    .flatMap((milestone, index) => {
      const paymentLineId = lineIds.get(index + 1)
      return isStage(milestone) && paymentLineId !== undefined ? [{ milestone, paymentLineId }] : []
    })
    .map(({ milestone: { name, deliverables, dueDays }, paymentLineId }, index) => ({
      orderId,
      seq: index + 1,
      name,
      deliverables,
      plannedAt: endOfDay(date(new Date(now + dueDays * day).toISOString())),
      paymentLineId,
    }))

/** Creates the order of an accepted offer in the award transaction: lines from items, payments from milestones. */
export async function createOrderFromOffer(
  tx: Db,
  offer: AcceptedOffer,
): Promise<{ orderId: number; orderNo: string }> {
  const { id: orderId, no: orderNo } = await takeNumber(tx, 'orders')
  const now = Date.now()
  const status = 'pending_confirm'
  await tx.insert(orders).values({
    id: orderId,
    orderNo,
    source: 'demand',
    status,
    title: offer.title,
    total: offer.total,
    remark: offer.remark,
    costCentre: offer.costCentre,
    projectCode: offer.projectCode,
    budgetId: offer.budgetId,
    projectId: offer.projectId,
    buyerCompanyId: offer.buyer.companyId,
    buyerUserId: offer.buyer.userId,
    sellerCompanyId: offer.companyId,
    demandId: offer.demandId,
    offerId: offer.offerId,
  })
  const lines = offer.items.map((item) => ({
    ...item,
    orderId,
    listPrice: item.unitPrice,
    amount: item.quantity * item.unitPrice,
    taxRate: offer.taxRate,
  }))
  await tx.insert(orderLines).values(lines)
  const amounts = splitByMilestones(offer.total, offer.milestones)
  const schedule = offer.milestones.map((milestone, index) => ({
    orderId,
    seq: index + 1,
    name: milestone.name,
    percent: milestone.percent,
    amount: amounts[index] ?? 0,
    // The payment of a stage falls due with its acceptance.
    dueAt: isStage(milestone) ? null : new Date(now + milestone.dueDays * day),
  }))
  const saved = await tx.insert(paymentLines).values(schedule).returning({ id: paymentLines.id, seq: paymentLines.seq })
  const stages = stageRows(orderId, offer.milestones, new Map(saved.map(({ id, seq }) => [seq, id])), now)
  if (stages.length > 0) await tx.insert(orderMilestones).values(stages)
  const reason = `由报价 ${offer.offerNo} 生成`
  const { title, total, remark, offerId, buyer, companyId: sellerCompanyId } = offer
  const { companyId: buyerCompanyId } = buyer
  const parties = { buyerCompanyId, sellerCompanyId }
  const terms = { orderNo, source: 'demand', title, total, postage: 0, remark, offerId, invoice: null, ...parties }
  await recordDeal(tx, [
    {
      orderId,
      kind: 'order',
      event: 'create',
      side: 'buyer',
      by: buyer,
      facts: {
        ...dealTerms({
          ...terms,
          lines,
          schedule: offer.milestones.map((stage, at) => ({
            ...stage,
            amount: amounts[at] ?? 0,
            dueAt: schedule[at]?.dueAt,
          })),
        }),
        ...offer.qualifications,
      },
      history: { entity: 'order', entityId: orderId, fromStatus: '', toStatus: status, reason },
    },
  ])
  return { orderId, orderNo }
}
