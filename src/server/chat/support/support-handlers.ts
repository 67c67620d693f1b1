import type { supportCalls } from '../../../contract/chat/support.ts'
import type { Handlers, Handler } from '../../handler.ts'
import { supportCase, supportCases } from './cases.ts'
import { supportCaseClose, supportCaseTake, supportCaseHandOver } from './case-actions.ts'
import { serviceHours, serviceHoursSave } from './hours.ts'
import { rateService } from './rate.ts'
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { users } from '../../../db/tables/accounts.ts'
import { serviceCases, cannedAnswers as table } from '../../../db/tables/service-desk.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { onlineUsers } from '../../session/online-users.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { maxCannedAnswers } from '../../../domain/chat/support.ts'

const cannedAnswers: Handler<typeof supportCalls.cannedAnswers> = async (_input, { db }) =>
  db.select({ answerId: table.id, title: table.title, text: table.text }).from(table).orderBy(table.id)

const cannedAnswerSave: Handler<typeof supportCalls.cannedAnswerSave> = async (input, { db, caller }) => {
  const { answerId, title, text } = input
  const values = { title, text, updatedBy: caller.userId, updatedAt: new Date() }
  if (answerId === undefined && (await db.$count(table)) >= maxCannedAnswers) throw new CallFailed('cannedFull')
  const [row] =
    answerId === undefined
      ? await db.insert(table).values(values).returning({ id: table.id })
      : await db.update(table).set(values).where(eq(table.id, answerId)).returning({ id: table.id })
  if (row === undefined) throw new CallFailed('notFound')
  return { answerId: row.id }
}

const cannedAnswerRemove: Handler<typeof supportCalls.cannedAnswerRemove> = async ({ answerId }, { db }) => {
  await db.delete(table).where(sql`${table.id} = ${answerId}`)
  return true
}

const supportAgents: Handler<typeof supportCalls.supportAgents> = async (_input, { db }) => {
  const agents = await db
    .select({ userId: users.id, realName: users.realName, loginName: users.loginName })
    .from(users)
    .where(and(sql`${users.isService}`, eq(users.locked, false)))
    .orderBy(users.id)
  const ids = agents.map(({ userId }) => userId)
  const [present, loads] = await Promise.all([
    onlineUsers(db, ids),
    db
      .select({ agentId: serviceCases.agentId, open: count() })
      .from(serviceCases)
      .where(and(isNull(serviceCases.closedAt), inArray(serviceCases.agentId, ids)))
      .groupBy(serviceCases.agentId),
  ])
  const open = new Map(loads.map((row) => [row.agentId, row.open]))
  return agents.map((agent) => ({
    userId: agent.userId,
    name: personName(agent),
    present: present.has(agent.userId),
    open: open.get(agent.userId) ?? 0,
  }))
}

export const supportHandlers: Handlers<typeof supportCalls> = {
  cannedAnswerRemove,
  cannedAnswers,
  cannedAnswerSave,
  supportAgents,
  supportCase,
  supportCases,
  supportCaseClose,
  supportCaseHandOver,
  supportCaseTake,
  rateService,
  serviceHours,
  serviceHoursSave,
}
