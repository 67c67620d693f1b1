import { and, count, desc, eq, isNotNull, isNull, sql, type SQL, aliasedTable } from 'drizzle-orm'
import type { z } from 'zod'
import type { supportCase as supportCaseShape, supportCalls } from '../../../contract/chat/support.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { conversations, readPositions } from '../../../db/tables/chat.ts'
import { serviceCases, serviceCaseEvents } from '../../../db/tables/support.ts'
import type { SupportList } from '../../../domain/chat/support.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Caller, Handler } from '../../handler.ts'
import { getEntries } from '../conversation-entries.ts'
import { getSupportStatistics } from './figures.ts'
import { conversationColumns, callerCondition, memberCondition, getOwnConversation } from '../own-conversations.ts'

const caseColumns = {
  caseId: serviceCases.id,
  agentId: serviceCases.agentId,
  openedAt: serviceCases.openedAt,
  waitingSince: serviceCases.waitingSince,
  answeredAt: serviceCases.answeredAt,
  closedAt: serviceCases.closedAt,
  score: serviceCases.score,
  words: serviceCases.words,
  realName: users.realName,
  loginName: users.loginName,
}

/** Query of support cases with their conversations, limited to conversations of the caller. */
export function selectCases(db: Db, caller: Caller, where: SQL | undefined) {
  return db
    .select({ visit: caseColumns, conversation: conversationColumns })
    .from(serviceCases)
    .innerJoin(conversations, eq(conversations.id, serviceCases.conversationId))
    .leftJoin(users, eq(users.id, serviceCases.agentId))
    .leftJoin(readPositions, memberCondition(caller.userId))
    .where(and(callerCondition(caller), where))
    .$dynamic()
}
type CaseRow = Awaited<ReturnType<typeof selectCases>>[number]

/** Wire format of support cases, in two queries. Cases of deleted visitors are left out. */
export async function presentCases(
  db: Db,
  caller: Caller,
  rows: readonly CaseRow[],
): Promise<z.input<typeof supportCaseShape>[]> {
  const entries = await getEntries(
    db,
    caller,
    rows.map(({ conversation }) => conversation),
  )
  const entryOf = new Map(entries.map((entry) => [entry.conversationId, entry]))
  return rows.flatMap(({ visit: { realName, loginName, ...visit }, conversation }) => {
    const entry = entryOf.get(conversation.id)
    if (entry === undefined) return []
    const agentName = personName({ realName, loginName })
    const at = (moment: Date | null) => moment?.toISOString() ?? null
    return [
      {
        ...visit,
        entry,
        agentName,
        openedAt: visit.openedAt.toISOString(),
        waitingSince: at(visit.waitingSince),
        answeredAt: at(visit.answeredAt),
        closedAt: at(visit.closedAt),
      },
    ]
  })
}

const conditionOf = (list: SupportList, caller: Caller): SQL | undefined => {
  if (list === 'closed') return isNotNull(serviceCases.closedAt)
  const open = isNull(serviceCases.closedAt)
  if (list === 'waiting') return and(open, isNull(serviceCases.agentId))
  return list === 'mine' ? and(open, eq(serviceCases.agentId, caller.userId)) : open
}

/** Longest waiting first, then answered ones; closed cases newest first. */
const orderOf = (list: SupportList): SQL[] =>
  list === 'closed'
    ? [desc(serviceCases.closedAt), desc(serviceCases.id)]
    : [sql`${serviceCases.waitingSince} asc nulls last`, sql`${serviceCases.id}`]

export const supportCases: Handler<typeof supportCalls.supportCases> = async (
  { list, current, pageSize },
  { db, caller },
) => {
  const where = conditionOf(list, caller)
  const rows = await selectCases(db, caller, where)
    .orderBy(...orderOf(list))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const [data, counts, statistics] = [
    await presentCases(db, caller, rows),
    await countsOf(db, caller),
    await getSupportStatistics(db),
  ]
  const total = list === 'closed' ? await db.$count(serviceCases, where) : counts[list]
  return { total, data, counts, statistics }
}

async function countsOf(db: Db, caller: Caller) {
  const [row] = await db
    .select({
      open: count(),
      waiting: sql<number>`count(*) filter (where ${serviceCases.agentId} is null)`.mapWith(Number),
      mine: sql<number>`count(*) filter (where ${serviceCases.agentId} = ${caller.userId})`.mapWith(Number),
    })
    .from(serviceCases)
    .where(isNull(serviceCases.closedAt))
  return row ?? { open: 0, waiting: 0, mine: 0 }
}

/** Maximum of events returned. */
const maxEvents = 50

export const supportCase: Handler<typeof supportCalls.supportCase> = async ({ conversationId }, { db, caller }) => {
  await getOwnConversation(db, caller, conversationId)
  const rows = await selectCases(db, caller, eq(serviceCases.conversationId, conversationId))
    .orderBy(desc(serviceCases.id))
    .limit(1)
  const [presented] = await presentCases(db, caller, rows)
  return { case: presented ?? null, events: await getCaseEvents(db, conversationId) }
}

async function getCaseEvents(db: Db, conversationId: number) {
  const receiver = aliasedTable(users, 'receiver')
  const rows = await db
    .select({
      id: serviceCaseEvents.id,
      event: serviceCaseEvents.event,
      note: serviceCaseEvents.note,
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
    .limit(maxEvents)
  const nameOf = (person: { realName: string; loginName: string } | null) => (person === null ? '' : personName(person))
  return rows.map(({ by, to, at, ...row }) => ({ ...row, by: nameOf(by), to: nameOf(to), at: at.toISOString() }))
}
