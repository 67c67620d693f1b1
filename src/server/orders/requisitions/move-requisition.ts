import { and, eq, sql } from 'drizzle-orm'
import type { requisitionsCalls } from '../../../contract/orders/requisitions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import { requisitionEntries, requisitions } from '../../../db/tables/requisitions.ts'
import { links } from '../../../domain/links.ts'
import {
  isRequisitionWaiting,
  requisitionTransitions,
  type RequisitionActor,
  type RequisitionEvent,
} from '../../../domain/orders/requisitions/requisition-states.ts'
import { sentence } from '../../../domain/sentence.ts'
import { nextState } from '../../../domain/transition.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Context, Handler, Member } from '../../handler.ts'
import { releaseBudget } from '../budgets/book-budget.ts'
import { lockCart } from '../cart/add-to-cart.ts'
import { endApprovalWait } from '../payments/payment-approval.ts'
import {
  currentApprovers,
  loadApproverFacts,
  loadEntries,
  presentRequisition,
  type ApproverFacts,
  type EntryRow,
  type RequisitionRecord,
} from './present-requisitions.ts'

interface RequisitionMove {
  readonly event: Exclude<RequisitionEvent, 'submit'>
  readonly actor: RequisitionActor
  /** Whose step it is; of `fail`, whose approval could not be carried out. */
  readonly userId: number
  readonly onBehalfOf?: number | null
  readonly reason?: string
  /** Path of what came of it. */
  readonly resultPath?: string
}

/** Locks a requisition of the company. It is locked before anything that its request locks. Throws notFound, requisitionClosed. */
export async function lockRequisition(
  tx: Db,
  { companyId }: Member,
  requisitionId: number,
): Promise<RequisitionRecord> {
  const [row] = await tx
    .select()
    .from(requisitions)
    .where(and(eq(requisitions.id, requisitionId), eq(requisitions.companyId, companyId)))
    .for('update')
  if (row === undefined) throw new CallFailed('notFound')
  if (!isRequisitionWaiting(row.status)) throw new CallFailed('requisitionClosed')
  return row
}

/** A locked requisition whose waiting step the caller may approve, by the rights of this moment. */
export interface ApproverTurn {
  readonly row: RequisitionRecord
  readonly facts: ApproverFacts
  readonly entries: readonly EntryRow[]
  readonly onBehalfOf: number | null
}

/** Throws ownRequisition, and requisitionElsewhere for whoever cannot approve the step now. */
export async function lockTurn(tx: Db, caller: Member, requisitionId: number): Promise<ApproverTurn> {
  const row = await lockRequisition(tx, caller, requisitionId)
  if (row.userId === caller.userId) throw new CallFailed('ownRequisition')
  const facts = await loadApproverFacts(tx, caller.companyId)
  const entries = await loadEntries(tx, [row.id])
  const onBehalfOf = currentApprovers(row, entries, facts).get(caller.userId)
  if (onBehalfOf === undefined) throw new CallFailed('requisitionElsewhere')
  return { row, facts, entries, onBehalfOf }
}

/**
 * Moves a locked requisition by the transition table, with its entry. What is not placed returns to the cart; orders that
 * are not paid have time again.
 */
export async function moveRequisition(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  row: RequisitionRecord,
  { event, actor, userId, onBehalfOf = null, reason = '', resultPath = '' }: RequisitionMove,
): Promise<void> {
  const status = nextState(requisitionTransitions, row.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const isOpen = isRequisitionWaiting(status)
  const isApproved = event === 'finish'
  // Before the update: whoever asks for the same payment holds its orders while it looks for the one that waits.
  if (!isOpen && !isApproved && row.request.action === 'payment') await endApprovalWait(tx, row.companyId, row.request)
  await tx
    .update(requisitions)
    .set({
      status,
      step: isOpen ? row.step + 1 : row.step,
      closedAt: isOpen ? null : new Date(),
      reason: isApproved || isOpen ? '' : reason,
      resultPath,
    })
    .where(eq(requisitions.id, row.id))
  await tx
    .insert(requisitionEntries)
    .values({ requisitionId: row.id, event, step: row.step, userId, onBehalfOf, reason })
  if (isOpen || isApproved) return
  await returnToCart(tx, row)
  if (row.budgetId !== null) await releaseBudget(tx, context, row.id, userId)
}

/** Puts the items of an order that is not placed back into the cart of the requester; a greater quantity there stays. */
async function returnToCart(tx: Db, { request, userId, companyId }: RequisitionRecord): Promise<void> {
  if (request.action !== 'order') return
  const rows = request.items
    .filter(({ fromCart }) => fromCart)
    .map(({ kind, listingId, specId, quantity, seenPrice }) => ({
      userId,
      companyId,
      kind,
      listingId,
      specId,
      quantity,
      seenPrice,
    }))
  if (rows.length === 0) return
  await lockCart(tx, userId)
  await tx
    .insert(cartItems)
    .values(rows)
    .onConflictDoUpdate({
      target: [cartItems.userId, cartItems.companyId, cartItems.kind, cartItems.listingId, cartItems.specId],
      set: { quantity: sql`greatest(${cartItems.quantity}, excluded.quantity)`, isChosen: true, updatedAt: new Date() },
    })
}

/** Tells the requester how it ended. */
export const notifyRequester = (
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { id, requisitionNo, title, userId }: RequisitionRecord,
  outcome: { readonly isApproved: boolean; readonly reason: string },
): Promise<void> =>
  notify(tx, context, 'requisition.moved', [userId], {
    title: outcome.isApproved ? `请购 ${requisitionNo} 已通过并执行` : `请购 ${requisitionNo} 被退回`,
    text: `${title}。${outcome.reason === '' ? '' : `原因：${sentence(outcome.reason)}`}`,
    path: links.buyerRequisition(id),
  })

export const requisitionReturn: Handler<typeof requisitionsCalls.requisitionReturn> = async (input, context) => {
  const { caller, db, note } = context
  const { row, onBehalfOf } = await lockTurn(db, caller, input.requisitionId)
  const { userId } = caller
  await moveRequisition(db, context, row, {
    event: 'return',
    actor: 'approver',
    userId,
    onBehalfOf,
    reason: input.reason,
  })
  await notifyRequester(db, context, row, { isApproved: false, reason: input.reason })
  note(row.requisitionNo)
  return presentRequisition(db, caller, row.id)
}

export const requisitionWithdraw: Handler<typeof requisitionsCalls.requisitionWithdraw> = async (
  { requisitionId },
  context,
) => {
  const { caller, db, note } = context
  const row = await lockRequisition(db, caller, requisitionId)
  if (row.userId !== caller.userId) throw new CallFailed('notFound')
  await moveRequisition(db, context, row, { event: 'withdraw', actor: 'requester', userId: caller.userId })
  note(row.requisitionNo)
  return presentRequisition(db, caller, row.id)
}
