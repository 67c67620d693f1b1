import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { OperatorApproval } from '../../../contract/operations/operator-approvals.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { operatorApprovals } from '../../../db/tables/operations.ts'
import {
  approvalActions,
  approvalDays,
  approvalNames,
  type ApprovalAction,
} from '../../../domain/operations/operator-approvals.ts'
import type { Caller } from '../../handler.ts'

interface ApprovalRequest {
  readonly action: ApprovalAction
  readonly subjectId: number
  /** Name of the subject. */
  readonly title: string
  readonly operatorId: number
  readonly reason: string
}

/**
 * Whether a second operator confirms an action now. The first one only leaves the request: false. Throws
 * secondOperatorNeeded when the same operator asks again. Must run in the transaction of the action, under the lock of
 * its subject.
 */
export async function confirmBySecondOperator(tx: Db, request: ApprovalRequest): Promise<boolean> {
  const { action, subjectId, title, operatorId, reason } = request
  const isOpen = and(
    eq(operatorApprovals.action, action),
    eq(operatorApprovals.subjectId, subjectId),
    isNull(operatorApprovals.outcome),
  )
  await tx
    .update(operatorApprovals)
    .set({ outcome: 'ended', decidedAt: sql`now()` })
    .where(and(isOpen, lte(operatorApprovals.expiresAt, sql`now()`)))
  const [open] = await tx.select().from(operatorApprovals).where(isOpen).for('update')
  if (open === undefined) {
    const expiresAt = new Date(Date.now() + approvalDays * 86_400_000)
    await tx.insert(operatorApprovals).values({ action, subjectId, title, reason, requestedBy: operatorId, expiresAt })
    return false
  }
  if (open.requestedBy === operatorId) throw new CallFailed('secondOperatorNeeded')
  await tx
    .update(operatorApprovals)
    .set({ outcome: 'confirmed', decidedBy: operatorId, decidedAt: sql`now()` })
    .where(eq(operatorApprovals.id, open.id))
  return true
}

/** Open requests for the actions that an operator may confirm, the oldest first; of one company where it is given. */
export async function findOpenApprovals(
  db: Db,
  { userId, operatorPermissions }: Pick<Caller, 'userId' | 'operatorPermissions'>,
  companyId?: number,
): Promise<OperatorApproval[]> {
  const permitted = approvalNames.filter((action) => operatorPermissions.has(approvalActions[action].needs))
  const rows = await db
    .select({ approval: operatorApprovals, requestedBy: users.loginName })
    .from(operatorApprovals)
    .innerJoin(users, eq(users.id, operatorApprovals.requestedBy))
    .where(
      and(
        isNull(operatorApprovals.outcome),
        gt(operatorApprovals.expiresAt, sql`now()`),
        inArray(operatorApprovals.action, permitted),
        companyId === undefined
          ? undefined
          : and(eq(operatorApprovals.action, 'companySuspend'), eq(operatorApprovals.subjectId, companyId)),
      ),
    )
    .orderBy(asc(operatorApprovals.id))
    .limit(200)
  return rows.map(({ approval, requestedBy }) => ({
    approvalId: approval.id,
    action: approvalActions[approval.action].label,
    page: approvalActions[approval.action].page(approval.subjectId),
    title: approval.title,
    reason: approval.reason,
    requestedBy,
    isOwn: approval.requestedBy === userId,
    createdAt: approval.createdAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
  }))
}

/**
 * Ends an open request without its action; returns it. Throws stepNotAllowed where it is decided, over, or not the
 * operator's to decide.
 */
export async function endApproval(
  tx: Db,
  approvalId: number,
  { userId, operatorPermissions }: Pick<Caller, 'userId' | 'operatorPermissions'>,
) {
  const permitted = approvalNames.filter((action) => operatorPermissions.has(approvalActions[action].needs))
  const [ended] = await tx
    .update(operatorApprovals)
    .set({ outcome: 'ended', decidedBy: userId, decidedAt: sql`now()` })
    .where(
      and(
        eq(operatorApprovals.id, approvalId),
        inArray(operatorApprovals.action, permitted),
        isNull(operatorApprovals.outcome),
        gt(operatorApprovals.expiresAt, sql`now()`),
      ),
    )
    .returning()
  if (ended === undefined) throw new CallFailed('stepNotAllowed')
  return ended
}
