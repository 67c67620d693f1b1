import { eq } from 'drizzle-orm'
import type { deskCalls } from '../../../contract/chat/desk.ts'
import { serviceCases } from '../../../db/tables/service-desk.ts'
import { ratingContent } from '../../../domain/chat/content.ts'
import { closedWords } from '../../../domain/chat/desk.ts'
import type { Handler } from '../../handler.ts'
import { deskLine } from './desk-line.ts'
import { ratingLine } from './rate.ts'
import { noteEvent, ownVisit, refusedVisit } from './visits.ts'

/** Ends a visit and asks for a rating, in one transaction. A visitor who writes again begins another one. */
export const deskClose: Handler<typeof deskCalls.deskClose> = async ({ caseId }, context) => {
  const { db, caller } = context
  const [visit] = await db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
  if (visit !== undefined && visit.closedAt !== null) return { caseId }
  const tell = await deskLine(context, {
    caseId,
    what: ratingLine(caseId),
    content: ratingContent(closedWords, caseId),
    along: async (tx) => {
      const [row] = await tx
        .update(serviceCases)
        .set({ closedAt: new Date(), waitingSince: null, agentId: caller.userId })
        .where(ownVisit(caseId, caller.userId))
        .returning({ id: serviceCases.id })
      if (row === undefined) throw await refusedVisit(tx, caseId)
      await noteEvent(tx, { caseId, event: 'closed', userId: caller.userId })
    },
  })
  context.after(tell)
  return { caseId }
}
