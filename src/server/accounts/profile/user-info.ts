import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { UserInfo } from '../../../contract/accounts/person.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { permissions } from '../../../domain/accounts/permissions.ts'
import { shops } from '../../../db/tables/shops.ts'
import { rightsOf } from '../../session/rights.ts'

/** What a signed-in person's pages know of them. */
export async function userInfoOf(db: Db, userId: number): Promise<UserInfo> {
  const [row] = await db
    .select({ user: users, companyName: companies.name, isSaler: companies.isSaler, shopId: shops.id })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(shops, eq(shops.companyId, users.companyId))
    .where(eq(users.id, userId))
  if (row === undefined) throw new CallFailed('sessionInvalid')
  const { user, companyName, isSaler, shopId } = row
  const rights = user.isOwner ? permissions : await rightsOf(db, userId)
  return {
    userId,
    loginName: user.loginName,
    realName: user.realName,
    avatar: user.avatar,
    loginPassword: '',
    resources: rights.join(','),
    companyId: user.companyId,
    companyName: companyName ?? '',
    shopId: isSaler === true ? shopId : null,
    isSaler: isSaler === true,
    isService: user.isService,
    isOperator: user.isOperator,
  }
}
