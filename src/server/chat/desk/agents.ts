import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { deskCalls } from '../../../contract/chat/desk.ts'
import { users } from '../../../db/tables/accounts.ts'
import { serviceCases } from '../../../db/tables/service-desk.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { presentOf } from '../../session/present.ts'

export const deskAgents: Handler<typeof deskCalls.deskAgents> = async (_input, { db }) => {
  const agents = await db
    .select({ userId: users.id, realName: users.realName, loginName: users.loginName })
    .from(users)
    .where(and(sql`${users.isService}`, eq(users.locked, false)))
    .orderBy(users.id)
  const ids = agents.map(({ userId }) => userId)
  const [present, loads] = await Promise.all([
    presentOf(db, ids),
    db
      .select({ agentId: serviceCases.agentId, open: count() })
      .from(serviceCases)
      .where(and(isNull(serviceCases.closedAt), inArray(serviceCases.agentId, ids)))
      .groupBy(serviceCases.agentId),
  ])
  const open = new Map(loads.map((row) => [row.agentId, row.open]))
  return agents.map((agent) => ({
    ...{ userId: agent.userId, name: personName(agent) },
    ...{ present: present.has(agent.userId), open: open.get(agent.userId) ?? 0 },
  }))
}
