import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed, failedFor } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { userRoles, users } from '../../../db/tables/accounts.ts'
import { accountFault } from '../../../domain/accounts/roles.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Context, Handler } from '../../handler.ts'
import { recordOperation } from '../../operations/public.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'
import { hashPassword, mustBeAllowed, passwordOwner } from '../../session/passwords.ts'
import { accountForChange, chosenRoles, type Account } from './account-of.ts'
import { keepingAdministrator } from './administrators.ts'
import { giverIn } from './giver.ts'
import { proveOwnPassword } from '../profile/own-password.ts'
import { tellAccount } from './tell-account.ts'

type Input = z.output<typeof rolesCalls.subAccountUpdate.input>

const hour = 3_600
/** How often a day one account is locked, let in or given a password: its person gets an SMS each time. */
const mostSent = { most: 20, seconds: 24 * hour }

export const subAccountUpdate: Handler<typeof rolesCalls.subAccountUpdate> = async (input, context) => {
  const { db, push, limits, after, note } = context
  if (input.password !== undefined) await proveOwnPassword(context, input.ownPassword, 'ownPassword')
  const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password)
  const { ended, account } = await db.transaction((tx) => change(tx, input, passwordHash, context))
  note([personName(account), ...doneTo(input, account)].join('：'))
  after(() => ended.forEach((sessionId) => push.endSession(sessionId)))
  // Whoever tried the old password has nothing left to try.
  if (passwordHash !== undefined) after(() => limits.guess.forget(`u${input.userId}`))
  return {}
}

async function change(tx: Db, input: Input, passwordHash: string | undefined, context: Context<'company'>) {
  const { userId, realName, jobTitle, roleIds, locked, password } = input
  const { caller, request } = context
  const giver = await giverIn(tx, caller, 'add_sub_account')
  const account = await accountForChange(tx, userId, caller.companyId)
  const wanted = roleIds === undefined ? undefined : await chosenRoles(tx, roleIds, caller.companyId)
  const moved = wanted === undefined ? undefined : difference(account.roles, wanted)
  const shuts = locked === true || password !== undefined
  const fault = accountFault(giver, account, { roles: moved?.map(({ permissions }) => permissions), shuts })
  if (fault !== undefined) throw new CallFailed(fault)
  if (password !== undefined) await mustBeAllowed(password, await passwordOwner(tx, userId))
  const sends = password !== undefined || (locked !== undefined && locked !== account.locked)
  if (sends && !(await context.limits.within('account', `u${userId}`, mostSent))) throw failedFor('tooMany', hour)
  await keepingAdministrator(tx, caller.companyId, async () => {
    if (wanted !== undefined) await giveRoles(tx, account, wanted)
    const columns = { realName, jobTitle, locked }
    const secret = passwordHash === undefined ? {} : { passwordHash, passwordChangedAt: new Date() }
    if (Object.values({ ...columns, ...secret }).some((value) => value !== undefined)) {
      await tx
        .update(users)
        .set({ ...columns, ...secret })
        .where(eq(users.id, userId))
    }
  })
  if (passwordHash !== undefined) {
    const detail = `由 ${personName(caller)} 重设`
    const line = { call: 'accounts.passwordReset', action: '登录密码被重设', detail }
    await recordOperation(tx, { userId, companyId: null, request }, line)
  }
  await tellAccount(tx, context, account, { locked, reset: password !== undefined, moved })
  return { account, ended: shuts ? await endSessionsOf(tx, userId) : [] }
}

/** Roles that are in one of both only: given or taken away. */
function difference<R extends { readonly id: number }>(one: readonly R[], other: readonly R[]): R[] {
  const missing = (from: readonly R[], all: readonly R[]) =>
    all.filter(({ id }) => !from.some((role) => role.id === id))
  return [...missing(one, other), ...missing(other, one)]
}

async function giveRoles(tx: Db, account: Account, wanted: readonly { readonly id: number }[]): Promise<void> {
  const has = new Set(account.roles.map(({ id }) => id))
  const wants = new Set(wanted.map(({ id }) => id))
  const taken = [...has].filter((id) => !wants.has(id))
  const given = [...wants].filter((id) => !has.has(id))
  const own = eq(userRoles.userId, account.userId)
  if (taken.length > 0) await tx.delete(userRoles).where(and(own, inArray(userRoles.roleId, taken)))
  if (given.length > 0) await tx.insert(userRoles).values(given.map((roleId) => ({ userId: account.userId, roleId })))
}

/** What was done, in the words of the operation log. */
const doneTo = ({ realName, jobTitle, roleIds, locked, password }: Input, before: Account): string[] => {
  const words = [
    realName !== undefined && realName !== before.realName ? `改名为 ${realName}` : '',
    jobTitle === undefined ? '' : '职务',
    roleIds === undefined ? '' : '角色',
    locked === undefined || locked === before.locked ? '' : locked ? '停用' : '启用',
    password === undefined ? '' : '重设密码',
  ].filter((word) => word !== '')
  return words.length === 0 ? [] : [words.join('、')]
}
