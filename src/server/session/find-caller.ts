import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies, roles, sessions, userRoles, users } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { isPermission, permissions } from '../../domain/accounts/permissions.ts'
import type { Caller, RequestFacts } from '../handler.ts'
import { hashToken } from './tokens.ts'

const everything = new Set(permissions)

/**
 * The caller of a request, or null when its session is unknown, ended, expired, locked, or its cookie half
 * does not match. Rights are read with it, so a revoked one stops the very next call.
 */
export async function findCaller(db: Db, request: Pick<RequestFacts, 'token' | 'cookie'>): Promise<Caller | null> {
  if (request.token === undefined || request.token.length > 100) return null
  const [row] = await db
    .select({
      sessionId: sessions.id,
      cookieHash: sessions.cookieHash,
      userId: users.id,
      loginName: users.loginName,
      realName: users.realName,
      companyId: users.companyId,
      isOwner: users.isOwner,
      isService: users.isService,
      isOperator: users.isOperator,
      shopId: sql<number | null>`case when ${companies.isSaler} then ${shops.id} end`,
      granted: sql<string[]>`array(select distinct unnest(${roles.permissions}) from ${roles} join ${userRoles}
        on ${userRoles.roleId} = ${roles.id} and ${roles.companyId} = ${users.companyId}
        where ${userRoles.userId} = ${users.id})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(shops, eq(shops.companyId, users.companyId))
    .where(
      and(
        eq(sessions.tokenHash, hashToken(request.token)),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, new Date()),
        eq(users.locked, false),
      ),
    )
  if (row === undefined) return null
  const { cookieHash, granted, ...caller } = row
  if (cookieHash !== null && (request.cookie === undefined || hashToken(request.cookie) !== cookieHash)) return null
  return { ...caller, permissions: caller.isOwner ? everything : new Set(granted.filter(isPermission)) }
}
