import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { serviceCaseEvents, serviceCases } from '../../../db/tables/service-desk.ts'
import type { CaseEvent } from '../../../domain/chat/desk.ts'

/** Writes down what happened to a visit; `userId` null = the visitor. */
export const noteEvent = (
  tx: Db,
  event: { caseId: number; event: CaseEvent; userId: number | null; toUserId?: number | null; note?: string },
) => tx.insert(serviceCaseEvents).values(event)

/** The open visit of a conversation. */
export const openVisit = (conversationId: number) =>
  and(eq(serviceCases.conversationId, conversationId), isNull(serviceCases.closedAt))

/** A visitor wrote, in its transaction: a visit begins, or waits from now on where it did not. */
export async function visitorWrote(tx: Db, conversationId: number): Promise<void> {
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
  if (visit?.begun === true) await noteEvent(tx, { caseId: visit.id, event: 'opened', userId: null })
}

/**
 * An agent wrote, in its transaction: the visit is answered, and taken by whoever answers first. Throws caseTaken while
 * another agent has it, so that nobody is answered by two.
 */
export async function agentWrote(tx: Db, conversationId: number, agentId: number): Promise<void> {
  const [before] = await tx.select().from(serviceCases).where(openVisit(conversationId)).for('update')
  if (before === undefined) {
    const [visit] = await tx.insert(serviceCases).values({ conversationId, agentId }).returning({ id: serviceCases.id })
    if (visit !== undefined) await noteEvent(tx, { caseId: visit.id, event: 'taken', userId: agentId })
    return
  }
  if (before.agentId !== null && before.agentId !== agentId) throw new CallFailed('caseTaken')
  const answeredAt = before.waitingSince === null ? before.answeredAt : (before.answeredAt ?? new Date())
  await tx.update(serviceCases).set({ agentId, waitingSince: null, answeredAt }).where(eq(serviceCases.id, before.id))
  if (before.agentId === null) await noteEvent(tx, { caseId: before.id, event: 'taken', userId: agentId })
}

/** A visit that is the agent's own, or nobody's: what hand-over and close may change. */
export const ownVisit = (caseId: number, agentId: number) =>
  and(
    ...[eq(serviceCases.id, caseId), isNull(serviceCases.closedAt)],
    or(isNull(serviceCases.agentId), eq(serviceCases.agentId, agentId)),
  )

/** Why a visit could not be changed: it is over, another's, or was never there. */
export async function refusedVisit(db: Db, caseId: number): Promise<CallFailed> {
  const [visit] = await db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
  if (visit === undefined) return new CallFailed('notFound')
  return new CallFailed(visit.closedAt === null ? 'caseTaken' : 'caseClosed')
}
