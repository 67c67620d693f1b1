import { and, desc, eq, gt, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { openApiCalls } from '../../../contract/accounts/open-api.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import { apiKeys as table } from '../../../db/tables/open-api.ts'
import {
  apiKeyMark,
  apiKeyPrefixLength,
  apiKeyState,
  type ApiKeyState,
  apiKeyStates,
  maxApiKeyDays,
  maxApiKeys,
  openApiPermission,
  presentPermissions,
} from '../../../domain/accounts/api-keys.ts'
import { isPermission } from '../../../domain/accounts/permissions.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { getMissingPermissions } from '../../../domain/accounts/roles.ts'
import { endOfDay } from '../../../domain/orders/deadlines.ts'
import type { Handler } from '../../handler.ts'
import { hashToken, randomToken } from '../../platform/tokens.ts'
import { grantedPermissions, permissionsOf } from '../../session/permissions.ts'
import { getGrantor } from '../roles/grantor.ts'

const inState: Readonly<Record<ApiKeyState, () => SQL | undefined>> = {
  active: () => and(isNull(table.revokedAt), gt(table.expiresAt, sql`now()`)),
  expired: () => and(isNull(table.revokedAt), lte(table.expiresAt, sql`now()`)),
  revoked: () => sql`${table.revokedAt} is not null`,
}

export const apiKeys: Handler<typeof openApiCalls.apiKeys> = async ({ status, current, pageSize }, { caller, db }) => {
  const ofCompany = eq(table.companyId, caller.companyId)
  const [counted] = await db
    .select({
      active: sql<number>`count(*) filter (where ${inState.active()})::int`,
      expired: sql<number>`count(*) filter (where ${inState.expired()})::int`,
      revoked: sql<number>`count(*) filter (where ${inState.revoked()})::int`,
    })
    .from(table)
    .where(ofCompany)
  const counts = counted ?? { active: 0, expired: 0, revoked: 0 }
  const rows = await db
    .select({
      key: table,
      giver: {
        realName: users.realName,
        loginName: users.loginName,
        companyId: users.companyId,
        locked: users.locked,
        isOwner: users.isOwner,
      },
      granted: grantedPermissions,
    })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(and(ofCompany, status === undefined ? undefined : inState[status]()))
    .orderBy(desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const now = new Date()
  return {
    total: status === undefined ? apiKeyStates.reduce((sum, each) => sum + counts[each], 0) : counts[status],
    counts,
    data: rows.map(({ key, giver, granted }) => {
      const isGone = giver.locked || giver.companyId !== key.companyId
      const permissions = key.permissions.filter(isPermission)
      const held = isGone ? new Set<never>() : permissionsOf({ isOwner: giver.isOwner, granted })
      return {
        keyId: key.id,
        name: key.name,
        prefix: key.prefix,
        permissions,
        present: [...presentPermissions(permissions, held)],
        networks: key.networks,
        state: apiKeyState(key, now),
        by: personName(giver),
        giverGone: isGone,
        createdAt: key.createdAt.toISOString(),
        expiresAt: key.expiresAt.toISOString(),
        lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
        revokedAt: key.revokedAt?.toISOString() ?? null,
      }
    }),
  }
}

export const apiKeySave: Handler<typeof openApiCalls.apiKeySave> = async (input, { caller, db, note }) => {
  const { name, permissions, networks } = input
  const expiresAt = endOfDay(input.expiresOn)
  const now = Date.now()
  if (expiresAt.getTime() <= now) throw fieldFailed({ field: 'expiresOn', message: '有效期须在今天或以后' })
  if (expiresAt.getTime() > now + maxApiKeyDays * 86_400_000)
    throw fieldFailed({ field: 'expiresOn', message: '有效期最长一年' })
  const key = `${apiKeyMark}${randomToken()}`
  const keyId = await db.transaction(async (tx) => {
    const giver = await getGrantor(tx, caller, openApiPermission)
    const over = getMissingPermissions(permissions, giver.held)
    if (over.length > 0) throw new CallFailed('roleBeyond', { permissions: over })
    const active = and(eq(table.companyId, caller.companyId), inState.active())
    if ((await tx.$count(table, active)) >= maxApiKeys) throw new CallFailed('apiKeysFull')
    const [saved] = await tx
      .insert(table)
      .values({
        companyId: caller.companyId,
        userId: caller.userId,
        name,
        prefix: key.slice(0, apiKeyPrefixLength),
        keyHash: hashToken(key),
        permissions: [...new Set(permissions)],
        networks: [...new Set(networks)],
        expiresAt,
      })
      .returning({ id: table.id })
    if (saved === undefined) throw new Error('The key was not inserted')
    return saved.id
  })
  note(`${name}，${key.slice(0, apiKeyPrefixLength)}…`)
  return { keyId, key }
}

export const apiKeyRevoke: Handler<typeof openApiCalls.apiKeyRevoke> = async ({ keyId }, { caller, db, note }) => {
  const mine = and(eq(table.id, keyId), eq(table.companyId, caller.companyId))
  const [key] = await db.select({ name: table.name, prefix: table.prefix }).from(table).where(mine)
  if (key === undefined) throw new CallFailed('notFound')
  await db
    .update(table)
    .set({ revokedAt: new Date(), revokedBy: caller.userId })
    .where(and(mine, isNull(table.revokedAt)))
  note(`${key.name}，${key.prefix}…`)
  return {}
}
