import { asc, eq } from 'drizzle-orm'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { groupsOf, inGroup } from './audience.ts'
import { mostCounted } from './most-counted.ts'
import { nameFor } from './letter-rows.ts'

/** Who is in a group that the caller may write to. */
export const messageGroup: Handler<typeof messageCentreCalls.messageGroup> = async (input, { db, caller }) => {
  const groups = groupsOf(caller)
  const { group, districtCode = '', current, pageSize } = input
  if (group === undefined) return { groups, total: 0, data: [] }
  if (!groups.includes(group)) throw new CallFailed('forbidden')
  const condition = inGroup(db, {
    ...{ audience: group, senderUserId: caller.userId, senderCompanyId: caller.companyId, districtCode },
  })
  const counted = db.select({ id: users.id }).from(users).where(condition).limit(mostCounted).as('counted')
  const rows = await db
    .select({
      ...{ userId: users.id, realName: users.realName, loginName: users.loginName, companyId: users.companyId },
      companyName: companies.name,
    })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(condition)
    .orderBy(asc(users.id))
    .limit(pageSize)
    .offset(Math.min((current - 1) * pageSize, mostCounted))
  const data = rows.map((row) => ({
    ...{ userId: row.userId, name: nameFor(caller, row), companyName: row.companyName ?? '', isPlatform: false },
  }))
  return { groups, total: await db.$count(counted), data }
}
