import { aliasedTable, desc, eq } from 'drizzle-orm'
import type { deskCalls } from '../../../contract/chat/desk.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { serviceCaseEvents, serviceCases } from '../../../db/tables/service-desk.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { ownConversation } from '../own-conversations.ts'
import { presentVisits, visitsOf } from './cases.ts'

/** Events that are told at most. */
const mostEvents = 50

export const deskCase: Handler<typeof deskCalls.deskCase> = async ({ conversationId }, { db, caller }) => {
  await ownConversation(db, caller, conversationId)
  const rows = await visitsOf(db, caller, eq(serviceCases.conversationId, conversationId))
    .orderBy(desc(serviceCases.id))
    .limit(1)
  const [visit] = await presentVisits(db, caller, rows)
  return { case: visit ?? null, events: await eventsOf(db, conversationId) }
}

async function eventsOf(db: Db, conversationId: number) {
  const receiver = aliasedTable(users, 'receiver')
  const rows = await db
    .select({
      ...{ id: serviceCaseEvents.id, event: serviceCaseEvents.event, note: serviceCaseEvents.note },
      at: serviceCaseEvents.createdAt,
      by: { realName: users.realName, loginName: users.loginName },
      to: { realName: receiver.realName, loginName: receiver.loginName },
    })
    .from(serviceCaseEvents)
    .innerJoin(serviceCases, eq(serviceCases.id, serviceCaseEvents.caseId))
    .leftJoin(users, eq(users.id, serviceCaseEvents.userId))
    .leftJoin(receiver, eq(receiver.id, serviceCaseEvents.toUserId))
    .where(eq(serviceCases.conversationId, conversationId))
    .orderBy(desc(serviceCaseEvents.id))
    .limit(mostEvents)
  const nameOf = (person: { realName: string; loginName: string } | null) => (person === null ? '' : personName(person))
  return rows.map(({ by, to, at, ...row }) => ({ ...row, by: nameOf(by), to: nameOf(to), at: at.toISOString() }))
}
