import { and, eq, isNull } from 'drizzle-orm'
import type { userCardsCalls } from '../../../contract/accounts/user-cards.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { companies, userCards, users } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'

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
