import { and, eq, isNull } from 'drizzle-orm'
import type { deskCalls } from '../../../contract/chat/desk.ts'
import { serviceCases } from '../../../db/tables/service-desk.ts'
import type { Handler } from '../../handler.ts'
import { tellDesk } from './tell-desk.ts'
import { noteEvent, refusedVisit } from './visits.ts'

/** Of two agents who take the same visitor at once, the row lets the first one through. Taking twice is taking once. */
export const deskTake: Handler<typeof deskCalls.deskTake> = async ({ caseId, from }, { db, caller, push, after }) => {
  const agentId = caller.userId
  const taken = await db.transaction(async (tx) => {
    const seen = from === null ? isNull(serviceCases.agentId) : eq(serviceCases.agentId, from)
    const [row] = await tx
      .update(serviceCases)
      .set({ agentId })
      .where(and(eq(serviceCases.id, caseId), isNull(serviceCases.closedAt), seen))
      .returning({ id: serviceCases.id })
    if (row !== undefined && from !== agentId) await noteEvent(tx, { caseId, event: 'taken', userId: agentId })
    return row !== undefined
  })
  if (!taken) {
    const [now] = await db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
    if (now?.agentId !== agentId || now.closedAt !== null) throw await refusedVisit(db, caseId)
  }
  after(() => tellDesk({ db, push }))
  return { caseId }
}
