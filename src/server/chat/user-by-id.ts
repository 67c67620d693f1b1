import { and, eq, isNull } from 'drizzle-orm'
import type { userCardsCalls } from '../../contract/accounts/user-cards.ts'
import { CallFailed } from '../../contract/failures.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import { serviceName } from '../../domain/chat/phrases.ts'
import { maskLoginName, maskName } from '../../domain/masks.ts'
import { personParty } from '../../domain/chat/party.ts'
import type { Handler } from '../handler.ts'
import { hasAnswered } from './contact-rules.ts'

export const userById: Handler<typeof userCardsCalls.userById> = async ({ userId }, { db, caller }) => {
  const [found] = await db
    .select({ user: users, companyName: companies.name })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (found === undefined) throw new CallFailed('notFound')
  const { user, companyName } = found
  const near =
    userId === caller.userId || user.isService || (user.companyId !== null && user.companyId === caller.companyId)
  if (!near && !(await hasAnswered(db, caller, personParty(userId)))) throw new CallFailed('notFound')
  const { isService, realName, loginName, avatar } = user
  const masked = realName === '' ? maskLoginName(loginName) : maskName(realName)
  return { userId, name: isService ? serviceName : masked, avatar, companyName: companyName ?? '', isService }
}
