import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { SignedIn, UserInfo } from '../../../contract/accounts/person.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { permissions } from '../../../domain/accounts/permissions.ts'
import { shops } from '../../../db/tables/shops.ts'
import { permissionsByRoles } from '../../session/permissions.ts'

/** User data available to the pages of a signed-in user. */
export const getUserInfo = async (db: Db, userId: number): Promise<UserInfo> =>
  (await getSessionInfo(db, userId)).userInfo

/** Content of the sign-in answer besides the token. */
export async function getSessionInfo(db: Db, userId: number): Promise<Omit<SignedIn, 'token'>> {
  const [row] = await db
    .select({
      user: users,
      companyName: companies.name,
      isSaler: companies.isSaler,
      shopId: shops.id,
      authStatus: companies.certification,
    })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(shops, eq(shops.companyId, users.companyId))
    .where(eq(users.id, userId))
  if (row === undefined) throw new CallFailed('sessionInvalid')
  const { user, companyName, isSaler, shopId, authStatus } = row
  const rights = user.isOwner ? permissions : await permissionsByRoles(db, userId)
  const userInfo: UserInfo = {
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
  return { userInfo, userName: user.realName || user.loginName, authStatus: authStatus ?? 'draft' }
}
