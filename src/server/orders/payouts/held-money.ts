import { and, asc, eq, exists, gt, inArray, notExists, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orderMilestones, orders, paymentLines } from '../../../db/tables/orders.ts'
import {
  paymentParts,
  payments,
  payoutLines,
  refundRequestLines,
  refundRequests,
  refunds,
} from '../../../db/tables/payments.ts'
import { endedStatuses } from '../../../domain/orders/order-states.ts'
import { pendingRefundStatuses } from '../../../domain/orders/payment-states.ts'
import { payoutBlocker, payoutDueAt, type PayoutBlocker } from '../../../domain/orders/payouts.ts'
import { openRequestStatuses } from '../../../domain/orders/refund-requests.ts'

/**
 * When the work behind a payment line was finished: its stage accepted, else the order completed or ended with money
 * left to the supplier; null = not yet.
 */
const finishedAt = sql<Date | null>`case
  when ${orderMilestones.status} = 'accepted' then ${orderMilestones.acceptedAt}
  when ${orders.status} = 'completed' then ${orders.completedAt}
  when ${inArray(orders.status, [...endedStatuses])} then coalesce((
    select max(${stateChanges.createdAt}) from ${stateChanges} where ${stateChanges.entity} = 'order'
      and ${stateChanges.entityId} = ${orders.id} and ${stateChanges.toStatus} = ${orders.status}), ${orders.createdAt})
  end`.mapWith(orders.completedAt)

const refunded = alias(paymentParts, 'refunded')

/** Whether a refund of the line is asked for, or of any payment of it on its way. */
function hasRefund(db: Db): SQL<boolean> {
  const asked = db
    .select({ id: refundRequests.id })
    .from(refundRequestLines)
    .innerJoin(refundRequests, eq(refundRequests.id, refundRequestLines.requestId))
    .where(
      and(eq(refundRequestLines.lineId, paymentParts.lineId), inArray(refundRequests.status, [...openRequestStatuses])),
    )
  const pending = db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(refunded, eq(refunded.id, refunds.partId))
    .where(
      and(
        eq(refunds.orderId, paymentParts.orderId),
        eq(refunded.lineId, paymentParts.lineId),
        inArray(refunds.status, [...pendingRefundStatuses]),
      ),
    )
  return sql<boolean>`${or(exists(asked), exists(pending))}`
}

/** Payments that no payout has. The bare column matches the partial index, a parameter would not. */
export const isFree = (db: Db): SQL =>
  notExists(
    db
      .select({ id: payoutLines.id })
      .from(payoutLines)
      .where(and(eq(payoutLines.partId, paymentParts.id), payoutLines.isOpen)),
  )

export const isOfSeller = (companyId: number): SQL => eq(orders.sellerCompanyId, companyId)

/** Money of a payment that the platform holds for the supplier; fen. */
export interface HeldMoney {
  readonly partId: number
  readonly lineId: number
  readonly lineName: string
  readonly orderId: number
  readonly orderNo: string
  readonly title: string
  readonly sellerCompanyId: number
  readonly held: number
  readonly paidAt: Date | null
  /** null = the work is not finished. */
  readonly dueAt: Date | null
  readonly blocker: PayoutBlocker | null
}

/** Held money of payments, by order; `days`: PAYOUT_DAYS. One query. */
export async function loadHeldMoney(db: Db, days: number, where: SQL | undefined): Promise<HeldMoney[]> {
  const rows = await db
    .select({
      partId: paymentParts.id,
      lineId: paymentLines.id,
      lineName: paymentLines.name,
      orderId: orders.id,
      orderNo: orders.orderNo,
      title: orders.title,
      sellerCompanyId: orders.sellerCompanyId,
      held: paymentParts.held,
      paidAt: payments.confirmedAt,
      finishedAt,
      isDisputed: sql<boolean>`${orders.status} = 'disputed'`,
      hasRefund: hasRefund(db),
    })
    .from(paymentParts)
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
    .innerJoin(orders, eq(orders.id, paymentParts.orderId))
    .leftJoin(orderMilestones, eq(orderMilestones.paymentLineId, paymentLines.id))
    .where(and(gt(paymentParts.held, 0), where))
    .orderBy(asc(orders.id), asc(paymentParts.id))
  return rows.map(({ finishedAt: finished, isDisputed, hasRefund: isRefunded, ...row }) => ({
    ...row,
    dueAt: payoutDueAt(finished, days),
    blocker: payoutBlocker({ isDisputed, hasRefund: isRefunded }),
  }))
}

/** Whether held money may go into a payout now. */
export const isPayable = ({ dueAt, blocker }: HeldMoney, now: Date): boolean =>
  blocker === null && dueAt !== null && dueAt <= now

/** Payments whose money is held for a company, in a payout or not. */
export const countHeldPayments = (db: Db, companyId: number): Promise<number> =>
  db.$count(
    paymentParts,
    and(
      gt(paymentParts.held, 0),
      inArray(
        paymentParts.orderId,
        db.select({ id: orders.id }).from(orders).where(eq(orders.sellerCompanyId, companyId)),
      ),
    ),
  )
