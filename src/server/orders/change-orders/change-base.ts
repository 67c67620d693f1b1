import { union } from 'drizzle-orm/pg-core'
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orderMilestones, paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments, refundRequestLines, refundRequests, refunds } from '../../../db/tables/payments.ts'
import type { BaseRow, ChangeBase } from '../../../domain/orders/change-terms.ts'
import { isMilestoneSkipped } from '../../../domain/orders/milestone-states.ts'
import { date } from '../../../domain/time.ts'
import { pendingRefundStatuses } from '../../../domain/orders/payment-states.ts'
import { openRequestStatuses } from '../../../domain/orders/refund-requests.ts'
import type { Order } from '../lock-order.ts'
import type { Milestone } from '../milestones/milestones.ts'
import type { PaymentLine } from '../present-order.ts'

/** A row of the schedule with the rows of its tables. */
export interface LoadedRow extends BaseRow {
  readonly line: PaymentLine
  readonly stageRow: Milestone | null
}

/** The terms of an order as they are, with what was paid and is being paid. */
export interface LoadedBase extends ChangeBase {
  readonly rows: readonly LoadedRow[]
}

const dayOf = (at: Date | null): string | null => (at === null ? null : date(at.toISOString()))

/** Three queries; requires the order's lock if the result is acted on, since every payment step takes it. */
export async function loadChangeBase(db: Db, order: Order): Promise<LoadedBase> {
  const rows = await db
    .select({ line: paymentLines, milestone: orderMilestones })
    .from(paymentLines)
    .leftJoin(orderMilestones, eq(orderMilestones.paymentLineId, paymentLines.id))
    .where(eq(paymentLines.orderId, order.id))
    .orderBy(asc(paymentLines.seq))
  const inFlight = await sumsInFlight(db, order.id)
  const refunding = await linesWithRefunds(db, order.id)
  return {
    status: order.status,
    source: order.source,
    version: order.termsVersion,
    promisedOn: dayOf(order.promisedAt),
    rows: rows.map(({ line, milestone }) => ({
      seq: line.seq,
      stage: milestone?.seq ?? null,
      name: line.name,
      deliverables: milestone?.deliverables ?? '',
      on: dayOf(milestone === null ? line.dueAt : milestone.plannedAt),
      amount: line.amount,
      isSkipped: milestone !== null && isMilestoneSkipped(milestone.status),
      paid: line.paid,
      inFlight: inFlight.get(line.id) ?? 0,
      hasRefund: refunding.has(line.id),
      payment: line.status,
      milestone: milestone?.status ?? null,
      line,
      stageRow: milestone,
    })),
  }
}

/** Amounts of submitted transfers, and of gateway payments that can still arrive, by line; fen. */
async function sumsInFlight(db: Db, orderId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ lineId: paymentParts.lineId, amount: sql<number>`sum(${paymentParts.amount})::float8` })
    .from(paymentParts)
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .where(
      and(
        eq(paymentParts.orderId, orderId),
        or(
          eq(payments.status, 'submitted'),
          and(eq(payments.status, 'open'), ne(payments.method, 'bank'), sql`${payments.expiresAt} > now()`),
        ),
      ),
    )
    .groupBy(paymentParts.lineId)
  return new Map(rows.map(({ lineId, amount }) => [lineId, amount]))
}

/** Lines with a refund that is asked for, or on its way. */
async function linesWithRefunds(db: Db, orderId: number): Promise<ReadonlySet<number>> {
  const pending = db
    .select({ lineId: paymentParts.lineId })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.status, [...pendingRefundStatuses])))
  const asked = db
    .select({ lineId: refundRequestLines.lineId })
    .from(refundRequestLines)
    .innerJoin(refundRequests, eq(refundRequests.id, refundRequestLines.requestId))
    .where(and(eq(refundRequests.orderId, orderId), inArray(refundRequests.status, [...openRequestStatuses])))
  const rows = await union(pending, asked)
  return new Set(rows.map(({ lineId }) => lineId))
}
