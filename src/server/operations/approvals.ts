import { eq } from 'drizzle-orm'
import type { operatorApprovalsCalls } from '../../contract/operations/operator-approvals.ts'
import { companies } from '../../db/tables/accounts.ts'
import { approvalActions } from '../../domain/operations/operator-approvals.ts'
import type { Handler } from '../handler.ts'
import { endApproval, findOpenApprovals } from '../platform/history/operator-approvals.ts'

export const operatorApprovals: Handler<typeof operatorApprovalsCalls.operatorApprovals> = async (
  _input,
  { db, caller },
) => ({ data: await findOpenApprovals(db, caller.userId) })

export const operatorApprovalEnd: Handler<typeof operatorApprovalsCalls.operatorApprovalEnd> = async (
  { approvalId },
  { db, caller, note },
) => {
  const { companyId, action } = await endApproval(db, approvalId, caller.userId)
  const [company] = await db.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId))
  note(`${approvalActions[action]}：${company?.name ?? ''}`, {
    kind: 'company',
    id: companyId,
    companyIds: [companyId],
  })
  return {}
}
