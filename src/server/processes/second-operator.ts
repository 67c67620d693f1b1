import type { Db } from '../../db/open.ts'
import { approvalActions, type ApprovalAction } from '../../domain/operations/operator-approvals.ts'
import { sentence } from '../../domain/sentence.ts'
import { notify } from '../accounts/notifications/notify.ts'
import type { Context } from '../handler.ts'
import { confirmBySecondOperator } from '../platform/history/operator-approvals.ts'
import { operatorIds } from '../platform/notices/notices.ts'

interface TwoPersonRequest {
  readonly action: ApprovalAction
  readonly subjectId: number
  /** Name of the subject. */
  readonly title: string
  /** Empty where the action asks for none. */
  readonly reason: string
}

/**
 * Whether a second operator confirms an action now; the others are told of a first request. Must run in the transaction
 * of the action, under the lock of its subject. Throws secondOperatorNeeded when the same operator asks again.
 */
export async function confirmOrAsk(tx: Db, context: Context<'operator'>, request: TwoPersonRequest): Promise<boolean> {
  const { userId } = context.caller
  if (await confirmBySecondOperator(tx, { ...request, operatorId: userId })) return true
  const { label, needs, page } = approvalActions[request.action]
  const others = (await operatorIds(tx, needs)).filter((id) => id !== userId)
  await notify(tx, context, 'approval.asked', others, {
    title: `${label}“${request.title}”，等待您确认`,
    text: request.reason === '' ? '另一位运营人员提出，三天内有效。' : sentence(request.reason),
    path: page(request.subjectId),
  })
  return false
}
