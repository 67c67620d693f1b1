import { and, eq, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { companies, sessions, users } from '../../db/tables/accounts.ts'
import { twoFactors } from '../../db/tables/two-factor.ts'
import { shops } from '../../db/tables/shops.ts'
import type { Caller, RequestFacts } from '../handler.ts'
import { granted, heldOf } from './rights.ts'
import { endSession } from './open-session.ts'
import { hashToken } from './tokens.ts'

/** Milliseconds of use after which a session's last sight is written anew; an operator's ends when it is not used. */
const seenEvery = 5 * 60_000
const operatorSeenEvery = 60_000

/** What a request's token and cookie stand for. */
export interface FoundSession {
  /** Null when the session is unknown, ended, expired, locked, or its cookie half does not match. */
  readonly caller: Caller | null
  /** Account of a session whose cookie half is missing or wrong: a stolen token, or a page of another site. */
  readonly halfMissingOf?: number
  /** An operator's session that ended since it was not used. */
  readonly isIdle?: true
}

export type SessionSettings = Pick<Config, 'operatorIdleMinutes' | 'demo'>

const nobody: FoundSession = { caller: null }

/**
 * Who is behind a request. Rights are read with it, so a revoked one stops the very next call. A session that is used is
 * noted so, now and then; an operator's that was not used for long is ended here.
 */
export async function findSession(
  db: Db,
  request: Pick<RequestFacts, 'token' | 'cookie'>,
  { operatorIdleMinutes, demo }: SessionSettings,
): Promise<FoundSession> {
  if (request.token === undefined || request.token.length > 100) return nobody
  const [row] = await db
    .select({
      sessionId: sessions.id,
      sessionEndsAt: sessions.expiresAt,
      cookieHash: sessions.cookieHash,
      userId: users.id,
      loginName: users.loginName,
      realName: users.realName,
      companyId: users.companyId,
      isOwner: users.isOwner,
      isService: users.isService,
      serviceId: sql<
        number | null
      >`case when ${users.isService} then (select min(desk.id) from ${users} as desk where desk.is_service) end`,
      isOperator: users.isOperator,
      hasSecondStep: sql<boolean>`${users.isOperator} and exists (
        select 1 from ${twoFactors} where ${twoFactors.userId} = ${users.id} and ${twoFactors.enabledAt} is not null)`,
      certification: companies.certification,
      lastSeenAt: sessions.lastSeenAt,
      endedAt: sessions.endedAt,
      shopId: sql<number | null>`case when ${companies.isSaler} then ${shops.id} end`,
      granted,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(shops, eq(shops.companyId, users.companyId))
    .where(and(eq(sessions.tokenHash, hashToken(request.token)), eq(users.locked, false)))
  if (row === undefined) return nobody
  const { cookieHash, granted: codes, lastSeenAt, endedAt, hasSecondStep, ...caller } = row
  if (cookieHash !== null && (request.cookie === undefined || hashToken(request.cookie) !== cookieHash)) {
    return { caller: null, halfMissingOf: caller.userId }
  }
  const now = Date.now()
  const idleFrom = lastSeenAt.getTime() + operatorIdleMinutes * 60_000
  // One that ended by idleness goes on saying so: whoever finds it first is not the only one to ask.
  if (caller.isOperator && idleFrom <= (endedAt?.getTime() ?? now)) {
    if (endedAt === null) await endSession(db, caller.sessionId)
    return { caller: null, isIdle: true }
  }
  if (endedAt !== null || caller.sessionEndsAt.getTime() <= now) return nobody
  if (now - lastSeenAt.getTime() > (caller.isOperator ? operatorSeenEvery : seenEvery)) {
    const seenBefore = and(eq(sessions.id, caller.sessionId), eq(sessions.lastSeenAt, lastSeenAt))
    await db.update(sessions).set({ lastSeenAt: new Date() }).where(seenBefore)
  }
  // Until they have one, operators outside of the demo are people like all others.
  const lacksSecondStep = caller.isOperator && !demo && !hasSecondStep
  const isOperator = caller.isOperator && !lacksSecondStep
  const permissions = heldOf({ ...caller, granted: codes })
  return { caller: { ...caller, isOperator, lacksSecondStep, permissions } }
}
