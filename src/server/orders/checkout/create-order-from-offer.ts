import { orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import type { Db } from '../../../db/open.ts'
import { splitByMilestones, type Milestone, type OfferItem } from '../../../domain/demands/offer-terms.ts'
import { recordSteps, type Actor } from '../../platform/history/record-steps.ts'
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
  /** What the buyer wrote to the supplier. */
  readonly remark: string
  readonly buyer: Actor
}

const day = 86_400_000

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
    buyerCompanyId: offer.buyer.companyId,
    buyerUserId: offer.buyer.userId,
    sellerCompanyId: offer.companyId,
    demandId: offer.demandId,
    offerId: offer.offerId,
  })
  await tx.insert(orderLines).values(
    offer.items.map((item) => ({
      ...item,
      orderId,
      listPrice: item.unitPrice,
      amount: item.quantity * item.unitPrice,
    })),
  )
  const amounts = splitByMilestones(offer.total, offer.milestones)
  await tx.insert(paymentLines).values(
    offer.milestones.map(({ name, percent, dueDays }, index) => ({
      orderId,
      seq: index + 1,
      name,
      percent,
      amount: amounts[index] ?? 0,
      dueAt: new Date(now + dueDays * day),
    })),
  )
  const reason = `由报价 ${offer.offerNo} 生成`
  await recordSteps(tx, [
    { entity: 'order', entityId: orderId, event: 'create', fromStatus: '', toStatus: status, reason, ...offer.buyer },
  ])
  return { orderId, orderNo }
}
