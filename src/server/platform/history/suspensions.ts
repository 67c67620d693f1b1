import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { suspensions } from '../../../db/tables/operations.ts'
import type { SuspendedState } from '../../../domain/operations/suspensions.ts'

type Kind = typeof suspensions.$inferSelect.kind

/** The suspension of a user or company in force. */
export async function findOpenSuspension(db: Db, kind: Kind, targetId: number) {
  const [row] = await db
    .select()
    .from(suspensions)
    .where(and(eq(suspensions.kind, kind), eq(suspensions.targetId, targetId), isNull(suspensions.endedAt)))
  return row
}

interface Opening {
  readonly kind: Kind
  readonly targetId: number
  readonly reason: string
  readonly operatorId: number
  readonly before: SuspendedState
}

/** Records a suspension. Throws stepNotAllowed where one is in force: another operator was first. */
export async function openSuspension(tx: Db, opening: Opening): Promise<void> {
  const made = await tx.insert(suspensions).values(opening).onConflictDoNothing().returning({ id: suspensions.id })
  if (made.length === 0) throw new CallFailed('stepNotAllowed')
}

/** Ends the suspension in force and returns what it changed. Throws stepNotAllowed without one. */
export async function endSuspension(
  tx: Db,
  kind: Kind,
  targetId: number,
  { operatorId, reason }: { readonly operatorId: number; readonly reason: string },
): Promise<SuspendedState> {
  const [ended] = await tx
    .update(suspensions)
    .set({ endedAt: new Date(), endedBy: operatorId, endReason: reason })
    .where(and(eq(suspensions.kind, kind), eq(suspensions.targetId, targetId), isNull(suspensions.endedAt)))
    .returning({ before: suspensions.before })
  if (ended === undefined) throw new CallFailed('stepNotAllowed')
  return ended.before
}
