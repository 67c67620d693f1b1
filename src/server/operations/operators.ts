import { and, asc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import type { operatorsCalls } from '../../contract/operations/operators.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies, sessions, users } from '../../db/tables/accounts.ts'
import { twoFactors } from '../../db/tables/two-factor.ts'
import {
  managesOperators,
  operatorRoles,
  operatorRoleTable,
  type OperatorRole,
} from '../../domain/operations/operator-roles.ts'
import type { Handler } from '../handler.ts'
import { endSessionsOf } from '../session/end-sessions.ts'

export const operators: Handler<typeof operatorsCalls.operators> = async (_input, { db, caller }) => {
  const operatorUserIds = db.select({ id: users.id }).from(users).where(eq(users.isOperator, true))
  const seen = db
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt).as('last_seen') })
    .from(sessions)
    .where(inArray(sessions.userId, operatorUserIds))
    .groupBy(sessions.userId)
    .as('seen')
  const rows = await db
    .select({ user: users, companyName: companies.name, enabledAt: twoFactors.enabledAt, lastSeenAt: seen.at })
    .from(users)
    .leftJoin(seen, eq(seen.userId, users.id))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(users.isOperator, true))
    .orderBy(asc(users.id))
  return rows.map(({ user, companyName, enabledAt, lastSeenAt }) => ({
    userId: user.id,
    loginName: user.loginName,
    realName: user.realName,
    roles: user.operatorRoles,
    companyName: companyName ?? '',
    hasTwoFactor: enabledAt !== null,
    locked: user.locked,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    isSelf: user.id === caller.userId,
  }))
}

const rolesText = (roles: readonly OperatorRole[]) =>
  roles.length === 0 ? '无' : roles.map((role) => operatorRoleTable[role].label).join('、')

/** Locks all operators in id order, so that two administrators cannot remove each other at once. */
const lockOperators = (tx: Db) =>
  tx
    .select({ id: users.id, roles: users.operatorRoles, locked: users.locked })
    .from(users)
    .where(eq(users.isOperator, true))
    .orderBy(asc(users.id))
    .for('update')

export const operatorSave: Handler<typeof operatorsCalls.operatorSave> = async (input, context) => {
  const { db, caller, push, after, note } = context
  const roles = operatorRoles.filter((role) => input.roles.includes(role))
  const locked = await lockOperators(db)
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.loginName})`, input.loginName.toLowerCase()), isNull(users.deletedAt)))
    .for('update')
  if (user === undefined) throw fieldFailed({ field: 'loginName', message: '没有这个登录名，请先注册账号' })
  if (user.isService) throw fieldFailed({ field: 'loginName', message: '客服账号不能同时作为运营人员' })
  if (user.id === caller.userId) throw new CallFailed('ownOperatorRoles')
  const before = operatorRoles.filter((role) => user.operatorRoles.includes(role))
  if (before.join() !== operatorRoles.filter((role) => input.before.includes(role)).join())
    throw new CallFailed('conflict')
  const remains = locked.some((one) => one.id !== user.id && !one.locked && managesOperators(one.roles))
  if (!remains && !managesOperators(roles)) throw new CallFailed('lastOperatorAdmin')
  await db
    .update(users)
    .set({ isOperator: roles.length > 0, operatorRoles: roles })
    .where(eq(users.id, user.id))
  if (roles.length === 0) {
    const ended = await endSessionsOf(db, user.id)
    after(() => ended.forEach((id) => push.endSession(id)))
  }
  note(`${user.loginName}：${rolesText(before)} → ${rolesText(roles)}`, { kind: 'user', id: user.id })
  return { userId: user.id, roles }
}
