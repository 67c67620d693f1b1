import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { preparedOn } from '../../db/prepared.ts'
import { companies, sessions, users } from '../../db/tables/accounts.ts'
import { twoFactors } from '../../db/tables/two-factor.ts'
import { accountViews } from '../../db/tables/operations.ts'
import { shops } from '../../db/tables/shops.ts'
import { operatorPermissionsOf } from '../../domain/operations/operator-roles.ts'
import type { CostCentreUse } from '../../domain/orders/requisitions/approval-rules.ts'
import type { Caller, Member, RequestFacts } from '../handler.ts'
import { grantedPermissions, permissionsOf } from './permissions.ts'
import { endSession } from './open-session.ts'
import { hashToken } from '../platform/tokens.ts'

/** Milliseconds between updates of the last use of a session; idle operator sessions end. */
const seenEveryMs = 5 * 60_000
const operatorSeenEveryMs = 60_000

/** The session of a request's token and cookie. */
export interface FoundSession {
  /** Null when the session is unknown, ended, expired, locked, or its cookie half does not match. */
  readonly caller: Caller | null
  /** Account of a session whose cookie half is missing or wrong: a stolen token or a cross-site request. */
  readonly halfMissingOf?: number
  /** Whether it is an operator session that ended because it was idle. */
  readonly isIdle?: true
}

export type SessionSettings = Pick<Config, 'operatorIdleMinutes' | 'demo'>

const nobody: FoundSession = { caller: null }

/** The columns of a person that a caller is made of. */
export const personColumns = {
  userId: users.id,
  loginName: users.loginName,
  realName: users.realName,
  companyId: users.companyId,
  isOwner: users.isOwner,
  isService: users.isService,
  isOperator: users.isOperator,
  operatorRoles: users.operatorRoles,
  certification: companies.certification,
  approvalVersion: sql<number>`coalesce(${companies.approvalVersion}, 0)`,
  costCentreUse: sql<CostCentreUse>`coalesce(${companies.costCentreUse}, 'none')`,
  blockedSuppliers: sql<number>`coalesce(${companies.blockedSuppliers}, 0)`,
  shopId: sql<number | null>`case when ${companies.isSaler} then ${shops.id} end`,
  granted: grantedPermissions,
}

/** A session with its user, company, shop and permissions, by the hash of its token. */
const preparedSession = preparedOn((db) =>
  db
    .select({
      sessionId: sessions.id,
      sessionEndsAt: sessions.expiresAt,
      cookieHash: sessions.cookieHash,
      ...personColumns,
      serviceId: sql<
        number | null
      >`case when ${users.isService} then (select min(agent.id) from ${users} as agent where agent.is_service) end`,
      hasSecondStep: sql<boolean>`${users.isOperator} and exists (
        select 1 from ${twoFactors} where ${twoFactors.userId} = ${users.id} and ${twoFactors.enabledAt} is not null)`,
      lastSeenAt: sessions.lastSeenAt,
      endedAt: sessions.endedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(shops, eq(shops.companyId, users.companyId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), eq(users.locked, false)))
    .prepare('find_session'),
)

/**
 * Finds the caller of a request. Permissions are read with it, so a revoked one applies to the next call. Updates the
 * last use of the session periodically; ends idle operator sessions. An operator who views an account is that person,
 * with `viewerId`.
 */
export async function findSession(
  db: Db,
  request: Pick<RequestFacts, 'token' | 'cookie' | 'viewCookie'>,
  { operatorIdleMinutes, demo }: SessionSettings,
): Promise<FoundSession> {
  if (request.token === undefined || request.token.length > 100) return nobody
  const [row] = await preparedSession(db).execute({ tokenHash: hashToken(request.token) })
  if (row === undefined) return nobody
  const { cookieHash, granted: codes, lastSeenAt, endedAt, hasSecondStep, ...caller } = row
  if (cookieHash !== null && (request.cookie === undefined || hashToken(request.cookie) !== cookieHash)) {
    return { caller: null, halfMissingOf: caller.userId }
  }
  const now = Date.now()
  const idleFrom = lastSeenAt.getTime() + operatorIdleMinutes * 60_000
  // An idle session keeps reporting so, for several parallel requests.
  if (caller.isOperator && idleFrom <= (endedAt?.getTime() ?? now)) {
    if (endedAt === null) await endSession(db, caller.sessionId)
    return { caller: null, isIdle: true }
  }
  if (endedAt !== null || caller.sessionEndsAt.getTime() <= now) return nobody
  if (now - lastSeenAt.getTime() > (caller.isOperator ? operatorSeenEveryMs : seenEveryMs)) {
    const seenBefore = and(eq(sessions.id, caller.sessionId), eq(sessions.lastSeenAt, lastSeenAt))
    await db.update(sessions).set({ lastSeenAt: new Date() }).where(seenBefore)
  }
  // Outside the demo, operators without two-factor authentication have no operator rights.
  const lacksSecondStep = caller.isOperator && !demo && !hasSecondStep
  const isOperator = caller.isOperator && !lacksSecondStep
  const permissions = permissionsOf({ ...caller, granted: codes })
  const operatorRoles = isOperator ? caller.operatorRoles : []
  const operatorPermissions = operatorPermissionsOf(operatorRoles)
  const own = { ...caller, isOperator, lacksSecondStep, permissions, operatorRoles, operatorPermissions }
  const viewed =
    request.viewCookie !== undefined && operatorPermissions.has('view')
      ? await findViewed(db, request.viewCookie, own)
      : undefined
  return { caller: viewed ?? own }
}

/** A member of a company as they are now, for work on their behalf in the session of another; undefined for others. */
export async function findMember(
  db: Db,
  { userId, companyId }: { readonly userId: number; readonly companyId: number },
  session: Pick<Caller, 'sessionId' | 'sessionEndsAt'>,
): Promise<Member | undefined> {
  const [row] = await db
    .select(personColumns)
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(shops, eq(shops.companyId, users.companyId))
    .where(and(eq(users.id, userId), eq(users.companyId, companyId), eq(users.locked, false)))
  if (row === undefined) return undefined
  const { granted, ...person } = row
  return {
    ...person,
    companyId,
    sessionId: session.sessionId,
    sessionEndsAt: session.sessionEndsAt,
    isOperator: false,
    serviceId: null,
    lacksSecondStep: false,
    permissions: permissionsOf({ ...person, granted }),
    operatorRoles: [],
    operatorPermissions: operatorPermissionsOf([]),
  }
}

/** The person whose account the operator of a session views now; undefined once that has ended. */
async function findViewed(db: Db, viewToken: string, operator: Caller): Promise<Caller | undefined> {
  const [row] = await db
    .select({ ...personColumns, sessionEndsAt: accountViews.expiresAt })
    .from(accountViews)
    .innerJoin(users, eq(users.id, accountViews.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(shops, eq(shops.companyId, users.companyId))
    .where(
      and(
        eq(accountViews.tokenHash, hashToken(viewToken.slice(0, 100))),
        eq(accountViews.sessionId, operator.sessionId),
        isNull(accountViews.endedAt),
        gt(accountViews.expiresAt, sql`now()`),
        eq(users.locked, false),
        eq(users.isOperator, false),
        eq(users.isService, false),
      ),
    )
  if (row === undefined) return undefined
  const { granted, ...person } = row
  return {
    ...person,
    sessionId: operator.sessionId,
    serviceId: null,
    lacksSecondStep: false,
    permissions: permissionsOf({ ...person, granted }),
    operatorRoles: [],
    operatorPermissions: operatorPermissionsOf([]),
    viewerId: operator.userId,
  }
}
