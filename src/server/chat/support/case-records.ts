import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { serviceCaseEvents, serviceCases } from '../../../db/tables/support.ts'
import type { CaseEvent } from '../../../domain/chat/support.ts'

/** Records an event of a support case; `userId` null = the visitor. */
export const recordCaseEvent = (
  tx: Db,
  event: { caseId: number; event: CaseEvent; userId: number | null; toUserId?: number | null; note?: string },
) => tx.insert(serviceCaseEvents).values(event)

/** Condition: the open support case of a conversation. */
export const openCaseCondition = (conversationId: number) =>
  and(eq(serviceCases.conversationId, conversationId), isNull(serviceCases.closedAt))

/** A visitor wrote: opens a support case, or marks the open one as waiting. In the transaction of the message. */
export async function onVisitorMessage(tx: Db, conversationId: number): Promise<void> {
  const now = new Date()
  const [visit] = await tx
    .insert(serviceCases)
    .values({ conversationId, openedAt: now, waitingSince: now })
    .onConflictDoUpdate({
      target: serviceCases.conversationId,
      targetWhere: sql`${serviceCases.closedAt} is null`,
      set: { waitingSince: sql`coalesce(${serviceCases.waitingSince}, excluded.waiting_since)` },
    })
    .returning({ id: serviceCases.id, begun: sql<boolean>`xmax = 0` })
  if (visit?.begun === true) await recordCaseEvent(tx, { caseId: visit.id, event: 'opened', userId: null })
}

/**
 * An agent wrote: marks the case as answered and assigns it if nobody has it. In the transaction of the message. Throws
 * caseTaken if another agent has it.
 */
export async function onAgentMessage(tx: Db, conversationId: number, agentId: number): Promise<void> {
  const [before] = await tx.select().from(serviceCases).where(openCaseCondition(conversationId)).for('update')
  if (before === undefined) {
    const [visit] = await tx.insert(serviceCases).values({ conversationId, agentId }).returning({ id: serviceCases.id })
    if (visit !== undefined) await recordCaseEvent(tx, { caseId: visit.id, event: 'taken', userId: agentId })
    return
  }
  if (before.agentId !== null && before.agentId !== agentId) throw new CallFailed('caseTaken')
  const answeredAt = before.waitingSince === null ? before.answeredAt : (before.answeredAt ?? new Date())
  await tx.update(serviceCases).set({ agentId, waitingSince: null, answeredAt }).where(eq(serviceCases.id, before.id))
  if (before.agentId === null) await recordCaseEvent(tx, { caseId: before.id, event: 'taken', userId: agentId })
}

/** Condition: an open case that is the agent's or unassigned, which hand-over and close may change. */
export const changeableCaseCondition = (caseId: number, agentId: number) =>
  and(
    eq(serviceCases.id, caseId),
    isNull(serviceCases.closedAt),
    or(isNull(serviceCases.agentId), eq(serviceCases.agentId, agentId)),
  )

/** Failure for a case that could not be changed: notFound, caseTaken or caseClosed. */
export async function getCaseRefusal(db: Db, caseId: number): Promise<CallFailed> {
  const [visit] = await db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
  if (visit === undefined) return new CallFailed('notFound')
  return new CallFailed(visit.closedAt === null ? 'caseTaken' : 'caseClosed')
}
