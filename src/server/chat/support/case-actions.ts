import { and, eq, isNull, sql } from 'drizzle-orm'
import type { supportCalls } from '../../../contract/chat/support.ts'
import { serviceCases } from '../../../db/tables/service-desk.ts'
import type { Handler } from '../../handler.ts'
import { notifyAgents } from './notify-agents.ts'
import { recordCaseEvent, getCaseRefusal, changeableCaseCondition } from './case-records.ts'
import { ratingContent, noticeContent } from '../../../domain/chat/content.ts'
import { caseClosedText, handOverText } from '../../../domain/chat/support.ts'
import { sendSystemMessage } from './system-message.ts'
import { ratingKey } from './rate.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'

/** Assigns a case to the caller. Of concurrent agents the first one wins; idempotent for the same agent. */
export const supportCaseTake: Handler<typeof supportCalls.supportCaseTake> = async (
  { caseId, from },
  { db, caller, push, after },
) => {
  const agentId = caller.userId
  const taken = await db.transaction(async (tx) => {
    const seen = from === null ? isNull(serviceCases.agentId) : eq(serviceCases.agentId, from)
    const [row] = await tx
      .update(serviceCases)
      .set({ agentId })
      .where(and(eq(serviceCases.id, caseId), isNull(serviceCases.closedAt), seen))
      .returning({ id: serviceCases.id })
    if (row !== undefined && from !== agentId) await recordCaseEvent(tx, { caseId, event: 'taken', userId: agentId })
    return row !== undefined
  })
  if (!taken) {
    const [now] = await db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
    if (now?.agentId !== agentId || now.closedAt !== null) throw await getCaseRefusal(db, caseId)
  }
  after(() => notifyAgents({ db, push }))
  return { caseId }
}

/** Closes a support case and asks for a rating, in one transaction. A later message of the visitor opens a new case. */
export const supportCaseClose: Handler<typeof supportCalls.supportCaseClose> = async ({ caseId }, context) => {
  const { db, caller } = context
  const [before] = await db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
  if (before !== undefined && before.closedAt !== null) return { caseId }
  const push = await sendSystemMessage(context, {
    caseId,
    key: ratingKey(caseId),
    content: ratingContent(caseClosedText, caseId),
    onStored: async (tx) => {
      const [row] = await tx
        .update(serviceCases)
        .set({ closedAt: new Date(), waitingSince: null, agentId: caller.userId })
        .where(changeableCaseCondition(caseId, caller.userId))
        .returning({ id: serviceCases.id })
      if (row === undefined) throw await getCaseRefusal(tx, caseId)
      await recordCaseEvent(tx, { caseId, event: 'closed', userId: caller.userId })
    },
  })
  context.after(push)
  return { caseId }
}

/** The visitor gets a neutral system message; the note is visible to agents only. */
export const supportCaseHandOver: Handler<typeof supportCalls.supportCaseHandOver> = async (
  { caseId, to, note },
  context,
) => {
  const { db, caller } = context
  if (to === caller.userId) throw fieldFailed({ field: 'to', message: '请选择另一位客服' })
  if (to !== null) {
    const [agent] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, to), sql`${users.isService}`, eq(users.locked, false)))
    if (agent === undefined) throw fieldFailed({ field: 'to', message: '请选择一位客服' })
  }
  const push = await sendSystemMessage(context, {
    caseId,
    key: crypto.randomUUID(),
    content: noticeContent(handOverText),
    onStored: async (tx) => {
      const [row] = await tx
        .update(serviceCases)
        // The visitor waits again, from now on if everything was answered.
        .set({ agentId: to, waitingSince: sql`coalesce(${serviceCases.waitingSince}, now())` })
        .where(changeableCaseCondition(caseId, caller.userId))
        .returning({ id: serviceCases.id })
      if (row === undefined) throw await getCaseRefusal(tx, caseId)
      const event = to === null ? 'returned' : 'handed'
      await recordCaseEvent(tx, { caseId, event, userId: caller.userId, toUserId: to, note })
    },
  })
  context.after(push)
  return { caseId }
}
