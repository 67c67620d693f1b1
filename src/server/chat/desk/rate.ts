import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { deskCalls } from '../../../contract/chat/desk.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { conversations, messages } from '../../../db/tables/chat.ts'
import { serviceCases } from '../../../db/tables/service-desk.ts'
import { deskClientId } from '../../../domain/chat/away.ts'
import { ratingContent } from '../../../domain/chat/content.ts'
import { closedWords } from '../../../domain/chat/desk.ts'
import type { PushedRated } from '../../../domain/chat/pushed.ts'
import type { Handler } from '../../handler.ts'
import { readersOf } from '../members.ts'
import { ownConversation } from '../own-conversations.ts'
import { noteEvent } from './visits.ts'
import { tellDesk } from './tell-desk.ts'

/** The line of a visit that asks for its rating, by which it is found again. */
export const ratingLine = (caseId: number): string => `rate:${caseId}`

/** Keeps a rating once; it also stands in the line that asked for it, so that every device shows it. */
export const rateService: Handler<typeof deskCalls.rateService> = async ({ caseId, score, words }, context) => {
  const { db, caller, push, after } = context
  const [visit] = await db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
  // The desk does not rate itself, and an open visit is not there to be rated yet.
  if (visit === undefined || caller.isService || visit.closedAt === null) throw new CallFailed('notFound')
  const { conversationId } = visit
  const { row } = await ownConversation(db, caller, conversationId)
  await db.transaction(async (tx) => {
    // As a message that comes in does: the conversation first.
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
      .set({ content: ratingContent(closedWords, caseId, score) })
      .where(and(eq(messages.conversationId, conversationId), eq(messages.clientId, deskClientId(ratingLine(caseId)))))
    await noteEvent(tx, { caseId, event: 'rated', userId: null, note: words })
  })
  const told: PushedRated = { type: 'chatRated', conversationId, caseId, score }
  const readers = await readersOf(db, [row.partyA, row.partyB])
  after(async () => {
    for (const { userId } of readers) push.send(userId, told)
    await tellDesk({ db, push })
  })
  return { score }
}
