import { and, asc, eq, isNull } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import type { userCardsCalls } from '../../../contract/accounts/user-cards.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { companies, roles, userCards, userRoles, users } from '../../../db/tables/accounts.ts'
import { maskEmail, maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { fileUrl, ownFile } from '../../platform/files/files.ts'
import { getUserInfo } from './user-info.ts'

export const profile: Handler<typeof profileCalls.profile> = async (_input, { db, caller: { userId } }) => {
  const info = await getUserInfo(db, userId)
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

export const profileUpdate: Handler<typeof profileCalls.profileUpdate> = async (input, { db, caller, note }) => {
  const { realName, jobTitle, avatarFileId } = input
  const changed = {
    ...(realName === undefined ? {} : { realName }),
    ...(jobTitle === undefined ? {} : { jobTitle }),
    ...(avatarFileId === undefined
      ? {}
      : { avatar: avatarFileId === '' ? '' : fileUrl(await ownFile(db, avatarFileId, caller, 'avatar')) }),
  }
  const labels = { realName: '姓名', jobTitle: '职务', avatarFileId: '头像' } as const
  note(
    (['realName', 'jobTitle', 'avatarFileId'] as const)
      .filter((name) => input[name] !== undefined)
      .map((name) => labels[name])
      .join('、'),
  )
  if (Object.keys(changed).length > 0) await db.update(users).set(changed).where(eq(users.id, caller.userId))
  return getUserInfo(db, caller.userId)
}

/** An unsaved business card defaults to account data; contact data is prefilled only for the own card. */
export const userCard: Handler<typeof userCardsCalls.userCard> = async ({ userId }, { db, caller }) => {
  const wanted = userId ?? caller.userId
  const own = wanted === caller.userId
  const [found] = await db
    .select({ user: users, card: userCards, companyName: companies.name })
    .from(users)
    .leftJoin(userCards, eq(userCards.userId, users.id))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.id, wanted), isNull(users.deletedAt)))
  const colleague = found?.user.companyId != null && found.user.companyId === caller.companyId
  if (found === undefined || !(own || colleague)) throw new CallFailed('notFound')
  const { user, card, companyName } = found
  const from = card ?? {
    name: user.realName,
    jobTitle: user.jobTitle,
    department: '',
    wechat: '',
    intro: '',
    mobile: own ? (user.mobile ?? '') : '',
    email: own ? (user.email ?? '') : '',
  }
  const { name, jobTitle, department, mobile, email, wechat, intro } = from
  return { userId: wanted, name, jobTitle, department, mobile, email, wechat, intro, companyName: companyName ?? '' }
}

export const userCardSave: Handler<typeof userCardsCalls.userCardSave> = async (card, { db, caller: { userId } }) => {
  const changed = { ...card, updatedAt: new Date() }
  await db
    .insert(userCards)
    .values({ userId, ...changed })
    .onConflictDoUpdate({ target: userCards.userId, set: changed })
  return {}
}
