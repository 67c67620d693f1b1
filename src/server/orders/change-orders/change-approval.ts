import type { SignMethod } from '../../../domain/accounts/session.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { changeOrderName } from '../../../domain/orders/change-order-states.ts'
import type { ChangePlan } from '../../../domain/orders/change-terms.ts'
import type { FrozenProposal, FrozenSignature } from '../../../domain/orders/requisitions/frozen-request.ts'
import type { Context } from '../../handler.ts'
import type { Order } from '../lock-order.ts'
import { orderedCategories } from '../requisitions/ordered-categories.ts'
import { chargeFacts, requestApproval } from '../requisitions/request-approval.ts'
import type { ChangeRow } from './close-change.ts'

/** A change that the buyer asks for or accepts. */
interface AskedChange {
  readonly frozen: FrozenProposal | FrozenSignature
  readonly what: string
  readonly reason: string
  readonly scope: string
  readonly subject: string
}

export const proposalAsked = (
  input: Omit<FrozenProposal, 'action' | 'kind' | 'method'>,
  method: SignMethod,
): AskedChange => {
  const { orderId, baseVersion, reason, scope, promisedOn, total, rows, expiresInDays } = input
  const terms = { orderId, baseVersion, reason, scope, promisedOn, total, rows, expiresInDays }
  return {
    frozen: { action: 'change', kind: 'propose', method, ...terms },
    what: '提出变更单',
    reason,
    scope,
    subject: `propose ${orderId}`,
  }
}

export const signatureAsked = (
  { changeId, fingerprint }: Pick<FrozenSignature, 'changeId' | 'fingerprint'>,
  { number, reason, scope }: Pick<ChangeRow, 'number' | 'reason' | 'scope'>,
  method: SignMethod,
): AskedChange => ({
  frozen: { action: 'change', kind: 'sign', method, changeId, fingerprint },
  what: `签署${changeOrderName(number)}`,
  reason,
  scope,
  subject: `sign ${changeId}`,
})

/** The gate of a change by the buyer: throws `approvalPending` where a rule applies to the order's total afterwards. */
export async function gateChange(
  context: Context<'company'> | Context<'seller'>,
  { order, plan }: { readonly order: Order; readonly plan: ChangePlan },
  { frozen, what, reason, scope, subject }: AskedChange,
): Promise<void> {
  const { caller, db } = context
  if (caller.approvalVersion === 0) return
  const { before, after, refund } = plan
  const pending = await requestApproval(context, db, {
    frozen,
    title: `${what}：订单 ${order.orderNo} ${order.title}`,
    amount: after.total,
    hold:
      order.budgetId === null ? null : { budgetId: order.budgetId, amount: Math.max(0, after.total - before.total) },
    costCentres: order.costCentre === '' ? [] : [order.costCentre],
    categories: () => orderedCategories(db, [order.id]),
    subject,
    content: {
      facts: [
        { label: '订单', text: `${order.orderNo} ${order.title}` },
        { label: '总额', text: `¥${yuan(before.total)} → ¥${yuan(after.total)}` },
        { label: '承诺交付日', text: `${before.promisedOn ?? '未定'} → ${after.promisedOn ?? '未定'}` },
        { label: '原因', text: reason },
        ...(scope === '' ? [] : [{ label: '工作范围', text: scope }]),
        ...(refund === 0 ? [] : [{ label: '退款', text: `¥${yuan(refund)}` }]),
        ...chargeFacts(order),
      ],
      lines: after.rows.map(({ name, on, amount, isSkipped }) => ({
        name,
        note: isSkipped ? '取消' : (on ?? ''),
        quantity: 1,
        unitPrice: amount,
        amount,
      })),
      path: links.buyerOrder(order.id),
    },
  })
  if (pending !== null) throw pending
}
