import { and, asc, eq } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { roles, userRoles, users } from '../../../db/tables/accounts.ts'
import { maskEmail, maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { userInfoOf } from './user-info.ts'

export const profile: Handler<typeof profileCalls.profile> = async (_input, { db, caller: { userId } }) => {
  const info = await userInfoOf(db, userId)
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (user === undefined) throw new CallFailed('sessionInvalid')
  const held = await db
    .select({ name: roles.name })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.companyId, users.companyId)))
    .where(eq(userRoles.userId, userId))
    .orderBy(asc(roles.id))
  return {
    ...info,
    mobile: user.mobile === null ? '' : maskPhone(user.mobile),
    email: user.email === null ? '' : maskEmail(user.email),
    jobTitle: user.jobTitle,
    hasPassword: user.passwordHash !== null,
    passwordChangedAt: user.passwordChangedAt?.toISOString() ?? null,
    isOwner: user.isOwner,
    roles: held.map(({ name }) => name),
    createdAt: user.createdAt.toISOString(),
  }
}
