import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { supportCalls } from '../../../contract/chat/support.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { conversations, messages } from '../../../db/tables/chat.ts'
import { serviceCases } from '../../../db/tables/support.ts'
import { createSupportClientId } from '../../../domain/chat/answer-hours.ts'
import { ratingContent } from '../../../domain/chat/content.ts'
import { caseClosedText } from '../../../domain/chat/support.ts'
import type { PushedRated } from '../../../domain/chat/chat-push.ts'
import type { Handler } from '../../handler.ts'
import { getReaders } from '../members.ts'
import { getOwnConversation } from '../own-conversations.ts'
import { recordCaseEvent } from './case-records.ts'
import { notifyAgents } from './notify-agents.ts'

/** Key of the system message that asks for a rating. */
export const ratingKey = (caseId: number): string => `rate:${caseId}`

/** Saves a rating once, also in the system message that asked for it, so that every device shows it. */
export const rateService: Handler<typeof supportCalls.rateService> = async ({ caseId, score, words }, context) => {
  const { db, caller, push, after } = context
  const [supportCase] = await db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
  // Agents cannot rate, and open cases cannot be rated.
  if (supportCase === undefined || caller.isService || supportCase.closedAt === null) throw new CallFailed('notFound')
  const { conversationId } = supportCase
  const { row } = await getOwnConversation(db, caller, conversationId)
  await db.transaction(async (tx) => {
    // Locks the conversation first, in the same order as a new message.
    await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update')
    const [rated] = await tx
      .update(serviceCases)
      .set({ score, words, ratedAt: new Date() })
      .where(and(eq(serviceCases.id, caseId), isNotNull(serviceCases.closedAt), isNull(serviceCases.ratedAt)))
      .returning({ id: serviceCases.id })
    if (rated === undefined) throw new CallFailed('caseRated')
    await tx
      .update(messages)
      .set({ content: ratingContent(caseClosedText, caseId, score) })
      .where(
        and(
          eq(messages.conversationId, conversationId),
          eq(messages.clientId, createSupportClientId(ratingKey(caseId))),
        ),
      )
    await recordCaseEvent(tx, { caseId, event: 'rated', userId: null, note: words })
  })
  const notice: PushedRated = { type: 'chatRated', conversationId, caseId, score }
  const readers = await getReaders(db, [row.partyA, row.partyB])
  after(async () => {
    for (const { userId } of readers) push.send(userId, notice)
    await notifyAgents({ db, push })
  })
  return { score }
}
