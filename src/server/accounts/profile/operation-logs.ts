import { and, desc, eq, ilike, or, type SQL } from 'drizzle-orm'
import type { OperationLog, profileCalls } from '../../../contract/accounts/profile.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { operationLogs as logs } from '../../../db/tables/operations.ts'
import { deviceOf } from '../../../domain/accounts/device.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { withinDays } from '../../search/within-days.ts'

export const operationLogs: Handler<typeof profileCalls.operationLogs> = (input, { caller, db }) => {
  const { userId, keyword, from, until } = input
  const part = likePattern(keyword)
  const condition = and(
    eq(logs.companyId, caller.companyId),
    userId === undefined ? undefined : eq(logs.userId, userId),
    keyword === '' ? undefined : or(ilike(logs.action, part), ilike(logs.detail, part)),
    withinDays(logs.createdAt, from, until),
  )
  return listOperationLogs(db, condition, input)
}

/** Maximum of the counted total; longer logs are narrowed by filters. */
export const maxCountedLogs = 10_000

/** A page of the operation log, the newest first. */
export async function listOperationLogs(
  db: Db,
  condition: SQL | undefined,
  { current, pageSize }: { current: number; pageSize: number },
): Promise<{ total: number; data: OperationLog[] }> {
  const some = db.select({ id: logs.id }).from(logs).where(condition).limit(maxCountedLogs).as('some')
  const total = await db.$count(some)
  const offset = (current - 1) * pageSize
  if (offset >= total) return { total, data: [] }
  const rows = await db
    .select({ log: logs, loginName: users.loginName, realName: users.realName })
    .from(logs)
    .innerJoin(users, eq(users.id, logs.userId))
    .where(condition)
    .orderBy(desc(logs.id))
    .limit(pageSize)
    .offset(offset)
  const data = rows.map(({ log, ...person }) => ({
    id: log.id,
    userId: log.userId,
    userName: personName(person),
    action: log.action,
    detail: log.detail,
    ip: log.ip,
    device: deviceOf(log.userAgent),
    at: log.createdAt.toISOString(),
  }))
  return { total, data }
}
