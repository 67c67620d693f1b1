import { asc, inArray } from 'drizzle-orm'
import type { requisitionsCalls } from '../../contract/orders/requisitions.ts'
import { CallFailed, failures } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { orders } from '../../db/tables/orders.ts'
import { links } from '../../domain/links.ts'
import { actionPermissions } from '../../domain/orders/requisitions/requisition-states.ts'
import type { Context, Handler } from '../handler.ts'
import { proposeApproved, signApproved } from '../orders/change-orders/change-orders.ts'
import { submitApprovedOrder } from '../orders/checkout/checkout.ts'
import { recordDeal } from '../orders/deal-record/record-deal.ts'
import { openApprovedPayment } from '../orders/payments/payment-approval.ts'
import { closeAtGateways, paymentPagePath } from '../orders/payments/payment-open.ts'
import { loadPaymentParts } from '../orders/payments/payment-locks.ts'
import { lockTurn, moveRequisition, notifyRequester } from '../orders/requisitions/move-requisition.ts'
import {
  currentApprovers,
  loadEntries,
  presentRequisition,
  strandedStep,
  type RequisitionRecord,
} from '../orders/requisitions/present-requisitions.ts'
import { notifyApprovers } from '../orders/requisitions/request-approval.ts'
import { actorOf } from '../platform/history/record-steps.ts'
import { findMember } from '../session/find-caller.ts'
import { awardOffer } from './award.ts'

/** What came of a request. */
interface Outcome {
  /** Page of the result. */
  readonly path: string
  readonly orders: readonly GovernedOrder[]
}

/** An order with its part of what was approved. */
interface GovernedOrder {
  readonly orderId: number
  /** Fen. Its supplier reads it: nothing of the other orders. */
  readonly amount: number
}

/**
 * Approves the waiting step. The last approval carries the frozen request out for its requester, in the transaction of
 * the approval; what cannot be carried out as it was asked goes back to the requester with the reason, and nothing of it
 * is kept. Parallel approvals wait for the lock of the requisition and find it closed or at another step.
 */
export const requisitionApprove: Handler<typeof requisitionsCalls.requisitionApprove> = async (input, context) => {
  const { caller, db, note } = context
  const { row, facts, entries, onBehalfOf } = await lockTurn(db, caller, input.requisitionId)
  note(row.requisitionNo)
  const approval = { actor: 'approver', userId: caller.userId, onBehalfOf, reason: input.note } as const
  if (row.step < row.steps.length - 1) {
    const stranded = strandedStep(row, entries, facts, { userId: caller.userId, onBehalfOf })
    if (stranded !== undefined) throw new CallFailed('laterApproverMissing', { step: stranded })
    await moveRequisition(db, context, row, { event: 'pass', ...approval })
    const next = { ...row, step: row.step + 1 }
    const people = currentApprovers(next, await loadEntries(db, [row.id]), facts)
    await notifyApprovers(db, context, row, [...people.keys()])
    return presentRequisition(db, caller, row.id)
  }
  const result = await carryOut(row, context)
  if (result instanceof CallFailed) {
    const reason = confidential.has(result.failure) ? '所选内容已不可用，请重新下单' : failures[result.failure].message
    const { userId } = caller
    await moveRequisition(db, context, row, { event: 'fail', actor: 'system', userId, onBehalfOf, reason })
    await notifyRequester(db, context, row, { isApproved: false, reason })
    return presentRequisition(db, caller, row.id)
  }
  await moveRequisition(db, context, row, { event: 'finish', resultPath: result.path, ...approval })
  const { requisitionNo, action, steps } = row
  await recordDeal(
    db,
    result.orders.map(({ orderId, amount }) => ({
      orderId,
      kind: 'approval',
      event: 'approve',
      side: 'buyer',
      by: actorOf(caller),
      facts: { requisitionNo, action, amount, steps: steps.length },
    })),
  )
  await notifyRequester(db, context, row, { isApproved: true, reason: '' })
  return presentRequisition(db, caller, row.id)
}

/** Temporary failures, which do not return a requisition: the approver tries again. */
const temporary: ReadonlySet<string> = new Set(['busy', 'unavailable', 'tooMany'])

/** Failures of a research programme, which approvers may not learn of. */
const confidential: ReadonlySet<string> = new Set(['programmeGone', 'programmeFull'])

/** Carries a request out in a nested transaction; a refusal undoes it and its notifications, and is returned. */
async function carryOut(row: RequisitionRecord, context: Context<'company'>): Promise<Outcome | CallFailed> {
  const later: (() => unknown)[] = []
  try {
    const outcome = await context.db.transaction(async (db) => {
      const requester = await findMember(db, row, context.caller)
      if (requester?.permissions.has(actionPermissions[row.action]) !== true) throw new CallFailed('requesterUnfit')
      const after = (what: () => unknown) => later.push(what)
      return run(row, { ...context, caller: requester, db, after, note: () => undefined })
    })
    later.forEach((what) => context.after(what))
    return outcome
  } catch (thrown) {
    if (thrown instanceof CallFailed && !temporary.has(thrown.failure)) return thrown
    throw thrown
  }
}

async function run(
  { id: requisitionId, request, amount }: RequisitionRecord,
  context: Context<'company'>,
): Promise<Outcome> {
  switch (request.action) {
    case 'order': {
      const { groupId, orders: placed } = await submitApprovedOrder(request, context, requisitionId)
      return { path: links.payOrder(groupId), orders: await loadTotals(context.db, placed) }
    }
    case 'award': {
      const { offerId, remark, decisionNote, total, version, costCentre, projectCode } = request
      const shown = { total, version }
      const { orderId } = await awardOffer(context, {
        offerId,
        remark,
        decisionNote,
        shown,
        costCentre,
        projectCode,
        requisitionId,
      })
      return { path: links.buyerOrder(orderId), orders: [{ orderId, amount }] }
    }
    case 'change': {
      const { id } = await (request.kind === 'propose'
        ? proposeApproved(request, context, requisitionId)
        : signApproved(request, context, requisitionId))
      return { path: links.buyerOrder(id), orders: [{ orderId: id, amount }] }
    }
    case 'payment': {
      const attempt = await openApprovedPayment(request, context)
      context.after(() => closeAtGateways(context, attempt))
      return {
        path: paymentPagePath(attempt),
        orders: sumByOrder(await loadPaymentParts(context.db, attempt.payment.id)),
      }
    }
  }
}

/** Total of each placed order. */
const loadTotals = (db: Db, placed: readonly { readonly orderId: number }[]): Promise<GovernedOrder[]> =>
  db
    .select({ orderId: orders.id, amount: orders.total })
    .from(orders)
    .where(
      inArray(
        orders.id,
        placed.map(({ orderId }) => orderId),
      ),
    )
    .orderBy(asc(orders.id))

/** Sum of the paid lines of each order. */
function sumByOrder(parts: readonly GovernedOrder[]): GovernedOrder[] {
  const sums = new Map<number, number>()
  for (const { orderId, amount } of parts) sums.set(orderId, (sums.get(orderId) ?? 0) + amount)
  return [...sums].map(([orderId, amount]) => ({ orderId, amount }))
}
