import { eq } from 'drizzle-orm'
import { orderMilestones } from '../../../../src/db/tables/orders.ts'
import type { OfferTerms } from '../../../../src/contract/demands/offer-view.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { openDemand, submittedOffer } from '../demands/demand.ts'
import { bought, buys, deliver, sells } from './order.ts'

/** A prepayment and three stages, over ¥10,000.01. */
export const stagedSchedule: OfferTerms['milestones'] = [
  { name: '预付款', percent: 10, dueDays: 0, deliverables: '' },
  { name: '方案', percent: 20, dueDays: 30, deliverables: '签字的试验方案' },
  { name: '中期报告', percent: 30, dueDays: 60, deliverables: '中期数据；脏器称重' },
  { name: '总结报告', percent: 40, dueDays: 120, deliverables: 'GLP 总结报告' },
]

export interface StagedOrder {
  readonly orderId: number
  readonly demandId: number
  /** Ids of the milestones in their sequence. */
  readonly ids: readonly [number, number, number]
}

/** An order with three stages, confirmed by default. */
export async function stagedOrder(
  app: Pick<TestApp, 'db'>,
  buyer: Client,
  seller: Client,
  {
    confirmed = true,
    milestones = stagedSchedule,
  }: { confirmed?: boolean; milestones?: OfferTerms['milestones'] } = {},
): Promise<StagedOrder> {
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId, { milestones })
  const { orderId } = contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
  if (confirmed) contentOf(await sells(seller, orderId, 'confirm'))
  const [one, two, three] = (await bought(buyer, orderId)).milestones
  if (one === undefined || two === undefined || three === undefined) throw new Error('The order has no three stages')
  return { orderId, demandId, ids: [one.milestoneId, two.milestoneId, three.milestoneId] }
}

export const startStage = (seller: Client, orderId: number, milestoneId: number) =>
  sells(seller, orderId, 'start', { milestoneId })
export const acceptStage = (buyer: Client, orderId: number, milestoneId: number) =>
  buys(buyer, orderId, 'accept', { milestoneId })

/** Starts and delivers a milestone. */
export async function deliveredStage(seller: Client, orderId: number, milestoneId: number): Promise<void> {
  contentOf(await startStage(seller, orderId, milestoneId))
  contentOf(await deliver(seller, orderId, { milestoneId }))
}

export const milestoneRows = (app: Pick<TestApp, 'db'>, orderId: number) =>
  app.db.select().from(orderMilestones).where(eq(orderMilestones.orderId, orderId)).orderBy(orderMilestones.seq)
