import { and, asc, eq, ilike } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { roles, userRoles, users } from '../../../db/tables/accounts.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { listRoles, countRoles } from './list-roles.ts'
import { likePattern } from '../../search/like-pattern.ts'

export const role: Handler<typeof rolesCalls.role> = async ({ roleId }, { caller, db }) => {
  const [row] = await listRoles(db, caller, eq(roles.id, roleId))
  if (row === undefined) throw new CallFailed('notFound')
  const members = await db
    .select({ userId: users.id, realName: users.realName, loginName: users.loginName })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(userRoles.roleId, roleId), eq(users.companyId, caller.companyId)))
    .orderBy(asc(users.id))
  return { ...row, members: members.map((member) => ({ userId: member.userId, name: personName(member) })) }
}

export const rolePage: Handler<typeof rolesCalls.rolePage> = async (input, { caller, db }) => {
  const condition = input.keyword === '' ? undefined : ilike(roles.name, likePattern(input.keyword))
  return {
    total: await countRoles(db, caller.companyId, condition),
    data: await listRoles(db, caller, condition, input),
  }
}
