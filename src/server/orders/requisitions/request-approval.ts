import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { requisitionEntries, requisitions } from '../../../db/tables/requisitions.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import {
  approvalActionLabels,
  approversOf,
  stepsFor,
  stepWithoutApprover,
} from '../../../domain/orders/requisitions/approval-rules.ts'
import type { FrozenRequest, RequisitionContent } from '../../../domain/orders/requisitions/frozen-request.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { CommittedFailure } from '../../platform/committed-failure.ts'
import type { Context } from '../../handler.ts'
import { takeNumber } from '../../platform/numbers/take-number.ts'
import { holdBudget } from '../budgets/book-budget.ts'
import type { Charge } from '../budgets/charged-budget.ts'
import { loadDelegations, loadMembers, loadPolicy } from './policy.ts'

/** A request as the rules judge it and as it is carried out later. */
export interface ApprovalRequest {
  readonly frozen: FrozenRequest
  readonly title: string
  /** Fen, as the rules compare it. */
  readonly amount: number
  /** Codes; empty = not stated. */
  readonly costCentres: readonly string[]
  /** What it holds of a budget until it ends; fen. null = nothing. */
  readonly hold: { readonly budgetId: number; readonly amount: number } | null
  /** Categories with all above them; read only where a rule asks for them. */
  readonly categories: () => Promise<readonly number[]>
  /** What it is about, of which one waits at a time; null = several may. */
  readonly subject: string | null
  readonly covers?: readonly string[]
  readonly content: RequisitionContent
}

type GateContext = Pick<Context<'company'>, 'caller' | 'db' | 'after' | 'jobs' | 'push' | 'note'>

/**
 * The gate of all governed actions: null where no rule of the company applies. Otherwise stores the request as a
 * requisition and returns `approvalPending`, to be thrown; the same request of the same person twice is the same
 * requisition. Throws approverMissing when nobody could approve a step, budgetShort where its budget has no room,
 * requisitionDiffers where another request waits for the same subject.
 */
export async function requestApproval(
  context: GateContext,
  tx: Db,
  request: ApprovalRequest,
): Promise<CommittedFailure | null> {
  const { caller, note } = context
  const policy = await loadPolicy(tx, caller.companyId)
  if (policy === undefined) return null
  const { costCentres, amount, frozen, subject, hold } = request
  const rules = policy.rules.filter(({ action }) => action === frozen.action)
  if (rules.length === 0) return null
  const categories = rules.some((rule) => rule.categories.length > 0) ? await request.categories() : []
  const steps = stepsFor(rules, { action: frozen.action, amount, categories, costCentres })
  if (steps.length === 0) return null

  const members = await loadMembers(tx, caller.companyId)
  const delegations = await loadDelegations(tx, caller.companyId)
  const requester = new Set([caller.userId])
  const missing = stepWithoutApprover(steps, members, delegations, requester)
  if (missing !== null) throw new CallFailed('approverMissing', { step: steps[missing]?.name ?? '' })
  const { id, no } = await takeNumber(tx, 'requisitions', 'PR')
  const [created] = await tx
    .insert(requisitions)
    .values({
      id,
      requisitionNo: no,
      companyId: caller.companyId,
      userId: caller.userId,
      action: frozen.action,
      policyId: policy.id,
      title: request.title.slice(0, 200),
      amount,
      budgetId: hold?.budgetId ?? null,
      request: frozen,
      content: request.content,
      steps,
      subject,
      covers: [...(request.covers ?? [])],
    })
    .onConflictDoNothing()
    .returning({ requisitionId: requisitions.id, requisitionNo: requisitions.requisitionNo })
  if (created === undefined) return findSameWaiting(tx, caller, request)
  await tx.insert(requisitionEntries).values({ requisitionId: id, event: 'submit', step: 0, userId: caller.userId })
  const [first] = steps
  const approvers = first === undefined ? [] : [...approversOf(first, members, delegations, requester).keys()]
  await notifyApprovers(
    tx,
    context,
    { id, requisitionNo: no, amount, action: frozen.action, title: request.title },
    approvers,
  )
  if (hold !== null) {
    const isNew = frozen.action !== 'change'
    await holdBudget(tx, context, { ...hold, requisitionId: id, isNew, userId: caller.userId })
  }
  note(`请购 ${no}`)
  return new CommittedFailure('approvalPending', created)
}

/** Cost centre and project as approvers read them. */
export const chargeFacts = ({ costCentre, projectCode }: Charge): RequisitionContent['facts'] => [
  ...(costCentre === '' ? [] : [{ label: '成本中心', text: costCentre }]),
  ...(projectCode === '' ? [] : [{ label: '项目', text: projectCode }]),
]

/** What is asked: neither how the requester was confirmed nor how a payment is opened makes another request. */
const askedOf = (frozen: FrozenRequest): unknown =>
  JSON.parse(
    JSON.stringify(frozen, (name, value: unknown) => (name === 'method' || name === 'device' ? undefined : value)),
  )

/** The requisition that waits for the subject; throws requisitionDiffers for another request or requester. */
async function findSameWaiting(
  tx: Db,
  { companyId, userId }: Pick<GateContext['caller'], 'companyId' | 'userId'>,
  { subject, frozen }: ApprovalRequest,
): Promise<CommittedFailure> {
  const { id: requisitionId, requisitionNo } = requisitions
  const [waiting] = await tx
    .select({ requisitionId, requisitionNo, userId: requisitions.userId, request: requisitions.request })
    .from(requisitions)
    .where(
      and(
        eq(requisitions.companyId, companyId),
        eq(requisitions.subject, subject ?? ''),
        eq(requisitions.status, 'waiting'),
      ),
    )
  if (waiting === undefined) throw new CallFailed('conflict')
  const { requisitionNo: no } = waiting
  if (waiting.userId !== userId || !isDeepStrictEqual(askedOf(waiting.request), askedOf(frozen)))
    throw new CallFailed('requisitionDiffers', { requisitionNo: no })
  return new CommittedFailure('approvalPending', { requisitionId: waiting.requisitionId, requisitionNo: no })
}

/** Tells the approvers of a step that a requisition waits for them. */
export function notifyApprovers(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  {
    id,
    requisitionNo,
    amount,
    action,
    title,
  }: Pick<typeof requisitions.$inferSelect, 'id' | 'requisitionNo' | 'amount' | 'action' | 'title'>,
  userIds: readonly number[],
): Promise<void> {
  return notify(tx, context, 'requisition.moved', userIds, {
    title: `请购 ${requisitionNo} 等待您审批`,
    text: `${approvalActionLabels[action]}：${title}，¥${yuan(amount)}。`,
    path: links.buyerRequisition(id),
  })
}
