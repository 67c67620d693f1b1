import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies, sessions, users } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import type { Caller, RequestFacts } from '../handler.ts'
import { granted, heldOf } from './rights.ts'
import { hashToken } from './tokens.ts'

/** Milliseconds of use after which a session's last sight is written anew. */
const seenEvery = 5 * 60_000

/** What a request's token and cookie stand for. */
export interface FoundSession {
  /** Null when the session is unknown, ended, expired, locked, or its cookie half does not match. */
  readonly caller: Caller | null
  /** Account of a session whose cookie half is missing or wrong: a stolen token, or a page of another site. */
  readonly halfMissingOf?: number
}

const nobody: FoundSession = { caller: null }

/** The caller of a request, or null. Rights are read with it, so a revoked one stops the very next call. */
export const findCaller = async (db: Db, request: Pick<RequestFacts, 'token' | 'cookie'>): Promise<Caller | null> =>
  (await findSession(db, request)).caller

/** As `findCaller`, and whose session it is where only one half of it came. */
export async function findSession(db: Db, request: Pick<RequestFacts, 'token' | 'cookie'>): Promise<FoundSession> {
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
      certification: companies.certification,
      lastSeenAt: sessions.lastSeenAt,
      shopId: sql<number | null>`case when ${companies.isSaler} then ${shops.id} end`,
      granted,
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
  if (row === undefined) return nobody
  const { cookieHash, granted: codes, lastSeenAt, ...caller } = row
  if (cookieHash !== null && (request.cookie === undefined || hashToken(request.cookie) !== cookieHash)) {
    return { caller: null, halfMissingOf: caller.userId }
  }
  if (Date.now() - lastSeenAt.getTime() > seenEvery) {
    await db.update(sessions).set({ lastSeenAt: new Date() }).where(eq(sessions.id, caller.sessionId))
  }
  return { caller: { ...caller, permissions: heldOf({ ...caller, granted: codes }) } }
}
