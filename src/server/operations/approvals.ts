import type { operatorApprovalsCalls } from '../../contract/operations/operator-approvals.ts'
import { approvalActions } from '../../domain/operations/operator-approvals.ts'
import type { Handler } from '../handler.ts'
import { endApproval, findOpenApprovals } from '../platform/history/operator-approvals.ts'

export const operatorApprovals: Handler<typeof operatorApprovalsCalls.operatorApprovals> = async (
  _input,
  { db, caller },
) => ({ data: await findOpenApprovals(db, caller) })

export const operatorApprovalEnd: Handler<typeof operatorApprovalsCalls.operatorApprovalEnd> = async (
  { approvalId },
  { db, caller, note },
) => {
  const { subjectId, title, action } = await endApproval(db, approvalId, caller)
  const detail = `${approvalActions[action].label}：${title}`
  if (action === 'companySuspend') note(detail, { kind: 'company', id: subjectId, companyIds: [subjectId] })
  else note(detail)
  return {}
}
