import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { OperatorApproval } from '../../../contract/operations/operator-approvals.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { operatorApprovals } from '../../../db/tables/operations.ts'
import { approvalActions, approvalDays, type ApprovalAction } from '../../../domain/operations/operator-approvals.ts'

interface ApprovalRequest {
  readonly action: ApprovalAction
  readonly companyId: number
  readonly operatorId: number
  readonly reason: string
}

/**
 * Whether a second operator confirms an action now. The first one only leaves the request: false. Throws
 * secondOperatorNeeded when the same operator asks again. Must run in the transaction of the action, under the lock of
 * the company.
 */
export async function confirmBySecondOperator(tx: Db, request: ApprovalRequest): Promise<boolean> {
  const { action, companyId, operatorId, reason } = request
  const isOpen = and(
    eq(operatorApprovals.action, action),
    eq(operatorApprovals.companyId, companyId),
    isNull(operatorApprovals.outcome),
  )
  await tx
    .update(operatorApprovals)
    .set({ outcome: 'ended', decidedAt: sql`now()` })
    .where(and(isOpen, lte(operatorApprovals.expiresAt, sql`now()`)))
  const [open] = await tx.select().from(operatorApprovals).where(isOpen).for('update')
  if (open === undefined) {
    const expiresAt = new Date(Date.now() + approvalDays * 86_400_000)
    await tx.insert(operatorApprovals).values({ action, companyId, reason, requestedBy: operatorId, expiresAt })
    return false
  }
  if (open.requestedBy === operatorId) throw new CallFailed('secondOperatorNeeded')
  await tx
    .update(operatorApprovals)
    .set({ outcome: 'confirmed', decidedBy: operatorId, decidedAt: sql`now()` })
    .where(eq(operatorApprovals.id, open.id))
  return true
}

/** Open requests, the oldest first; of one company where it is given. */
export async function findOpenApprovals(db: Db, operatorId: number, companyId?: number): Promise<OperatorApproval[]> {
  const rows = await db
    .select({ approval: operatorApprovals, title: companies.name, requestedBy: users.loginName })
    .from(operatorApprovals)
    .innerJoin(companies, eq(companies.id, operatorApprovals.companyId))
    .innerJoin(users, eq(users.id, operatorApprovals.requestedBy))
    .where(
      and(
        isNull(operatorApprovals.outcome),
        gt(operatorApprovals.expiresAt, sql`now()`),
        companyId === undefined ? undefined : eq(operatorApprovals.companyId, companyId),
      ),
    )
    .orderBy(asc(operatorApprovals.id))
    .limit(200)
  return rows.map(({ approval, title, requestedBy }) => ({
    approvalId: approval.id,
    action: approvalActions[approval.action],
    companyId: approval.companyId,
    title,
    reason: approval.reason,
    requestedBy,
    isOwn: approval.requestedBy === operatorId,
    createdAt: approval.createdAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
  }))
}

/** Ends an open request without its action; returns it. Throws stepNotAllowed where it is decided or over. */
export async function endApproval(tx: Db, approvalId: number, operatorId: number) {
  const [ended] = await tx
    .update(operatorApprovals)
    .set({ outcome: 'ended', decidedBy: operatorId, decidedAt: sql`now()` })
    .where(
      and(
        eq(operatorApprovals.id, approvalId),
        isNull(operatorApprovals.outcome),
        gt(operatorApprovals.expiresAt, sql`now()`),
      ),
    )
    .returning()
  if (ended === undefined) throw new CallFailed('stepNotAllowed')
  return ended
}
