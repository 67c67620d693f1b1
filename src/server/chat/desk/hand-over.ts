import { and, eq, sql } from 'drizzle-orm'
import type { deskCalls } from '../../../contract/chat/desk.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import { serviceCases } from '../../../db/tables/service-desk.ts'
import { noticeContent } from '../../../domain/chat/content.ts'
import { handedWords } from '../../../domain/chat/desk.ts'
import type { Handler } from '../../handler.ts'
import { deskLine } from './desk-line.ts'
import { noteEvent, ownVisit, refusedVisit } from './visits.ts'

/** The visitor reads a neutral line; the note is for the agents. */
export const deskHandOver: Handler<typeof deskCalls.deskHandOver> = async ({ caseId, to, note }, context) => {
  const { db, caller } = context
  if (to === caller.userId) throw fieldFailed({ field: 'to', message: '请选择另一位客服' })
  if (to !== null) {
    const [agent] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, to), sql`${users.isService}`, eq(users.locked, false)))
    if (agent === undefined) throw fieldFailed({ field: 'to', message: '请选择一位客服' })
  }
  const tell = await deskLine(context, {
    caseId,
    what: crypto.randomUUID(),
    content: noticeContent(handedWords),
    along: async (tx) => {
      const [row] = await tx
        .update(serviceCases)
        // Whoever is handed on waits again, from this moment where everything was answered.
        .set({ agentId: to, waitingSince: sql`coalesce(${serviceCases.waitingSince}, now())` })
        .where(ownVisit(caseId, caller.userId))
        .returning({ id: serviceCases.id })
      if (row === undefined) throw await refusedVisit(tx, caseId)
      const event = to === null ? 'returned' : 'handed'
      await noteEvent(tx, { caseId, event, userId: caller.userId, toUserId: to, note })
    },
  })
  context.after(tell)
  return { caseId }
}
