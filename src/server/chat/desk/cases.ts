import { and, count, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { deskCase as deskCaseShape, deskCalls } from '../../../contract/chat/desk.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { conversations, readPositions } from '../../../db/tables/chat.ts'
import { serviceCases } from '../../../db/tables/service-desk.ts'
import type { DeskList } from '../../../domain/chat/desk.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Caller, Handler } from '../../handler.ts'
import { entriesOf } from '../entries.ts'
import { conversationColumns, ofCaller, ofMember } from '../own-conversations.ts'
import { figuresOf } from './figures.ts'

const columns = {
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

/** Visits with their conversations as the caller sees them; of conversations that are not the caller's, none. */
export function visitsOf(db: Db, caller: Caller, where: SQL | undefined) {
  return db
    .select({ visit: columns, conversation: conversationColumns })
    .from(serviceCases)
    .innerJoin(conversations, eq(conversations.id, serviceCases.conversationId))
    .leftJoin(users, eq(users.id, serviceCases.agentId))
    .leftJoin(readPositions, ofMember(caller.userId))
    .where(and(ofCaller(caller), where))
    .$dynamic()
}
type VisitRow = Awaited<ReturnType<typeof visitsOf>>[number]

/** Two reads, however many. A visit whose visitor is gone is left out. */
export async function presentVisits(
  db: Db,
  caller: Caller,
  rows: readonly VisitRow[],
): Promise<z.input<typeof deskCaseShape>[]> {
  const entries = await entriesOf(
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
        ...{ entry, agentName, openedAt: visit.openedAt.toISOString() },
        ...{ waitingSince: at(visit.waitingSince), answeredAt: at(visit.answeredAt), closedAt: at(visit.closedAt) },
      },
    ]
  })
}

const conditionOf = (list: DeskList, caller: Caller): SQL | undefined => {
  if (list === 'closed') return isNotNull(serviceCases.closedAt)
  const open = isNull(serviceCases.closedAt)
  if (list === 'waiting') return and(open, isNull(serviceCases.agentId))
  return list === 'mine' ? and(open, eq(serviceCases.agentId, caller.userId)) : open
}

/** Whoever waits longest first, then who does not wait; of closed ones the newest first. */
const orderOf = (list: DeskList): SQL[] =>
  list === 'closed'
    ? [desc(serviceCases.closedAt), desc(serviceCases.id)]
    : [sql`${serviceCases.waitingSince} asc nulls last`, sql`${serviceCases.id}`]

export const deskCases: Handler<typeof deskCalls.deskCases> = async ({ list, current, pageSize }, { db, caller }) => {
  const where = conditionOf(list, caller)
  const rows = await visitsOf(db, caller, where)
    .orderBy(...orderOf(list))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const [data, counts, figures] = [
    await presentVisits(db, caller, rows),
    await countsOf(db, caller),
    await figuresOf(db),
  ]
  const total = list === 'closed' ? await db.$count(serviceCases, where) : counts[list]
  return { total, data, counts, figures }
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
