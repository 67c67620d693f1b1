import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed, failedFor, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invitations, userRoles, users } from '../../../db/tables/accounts.ts'
import { programmeMembers } from '../../../db/tables/programmes.ts'
import { findOpenSuspension } from '../../platform/history/suspensions.ts'
import { invitationStatus } from '../../../domain/accounts/invitations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { getAccountChangeError } from '../../../domain/accounts/roles.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Context, Handler } from '../../handler.ts'
import { recordOperation } from '../../platform/history/operation-log.ts'
import { assertCertified } from '../../session/authorise.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'
import { withMinDuration } from '../../session/min-duration.ts'
import { assertPasswordAllowed, hashPassword, passwordOwner } from '../../session/passwords.ts'
import { assertRoomForMember } from '../companies/invitations.ts'
import { createInvitationLink, sendInvitation } from '../companies/send-invitation.ts'
import { notifySecurity } from '../profile/notify-security.ts'
import { verifyOwnPassword } from '../profile/own-password.ts'
import { ensureAdministratorRemains } from './administrators.ts'
import { getGrantor } from './grantor.ts'
import { type CompanyAccount, getChosenRoles, getGrantableRoles, lockAccount } from './lock-account.ts'
import { notifyAccountChange } from './notify-account.ts'

/**
 * Invites a mobile number by SMS; the account is created or joined on acceptance. Answer and timing do not depend on
 * whether the number has an account.
 */
export const subAccountSave: Handler<typeof rolesCalls.subAccountSave> = async (input, context) => {
  const { caller, db, note } = context
  const { mobile, realName, jobTitle, roleIds } = input
  const { companyId, userId } = caller
  assertCertified(caller)
  const link = createInvitationLink()
  const invite = db.transaction(async (tx) => {
    const giver = await getGrantor(tx, caller, 'add_sub_account')
    await assertNotInvited(tx, companyId, mobile)
    await assertRoomForMember(tx, companyId)
    const given = await getGrantableRoles(tx, roleIds, { giver, companyId })
    const [made] = await tx
      .insert(invitations)
      .values({
        companyId,
        kind: 'sms',
        codeHash: link.hash,
        roleIds: given.map(({ id }) => id),
        mobile,
        realName,
        jobTitle,
        createdBy: userId,
        expiresAt: link.expiresAt,
      })
      .returning({ id: invitations.id })
    if (made === undefined) throw new CallFailed('conflict')
    await sendInvitation(tx, context, { companyId, mobile, link })
    return made.id
  })
  const invitationId = await withMinDuration(invite)
  note(`${realName}（${maskPhone(mobile)}）`)
  return { invitationId, expiresAt: link.expiresAt.toISOString() }
}

/** Checks the own company only, whose members and invitations the caller can list anyway. */
async function assertNotInvited(tx: Db, companyId: number, mobile: string): Promise<void> {
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.mobileHash, mobile)))
  if (member !== undefined) throw fieldFailed({ field: 'mobile', message: '该手机号的账号已在本企业' })
  const own = and(
    eq(invitations.companyId, companyId),
    eq(invitations.kind, 'sms'),
    eq(invitations.mobileHash, mobile),
    isNull(invitations.usedAt),
    isNull(invitations.declinedAt),
    isNull(invitations.revokedAt),
  )
  const [waiting] = await tx.select().from(invitations).where(own)
  if (waiting === undefined) return
  if (invitationStatus(waiting, new Date()) === 'open') {
    throw fieldFailed({ field: 'mobile', message: '已邀请过该手机号，可在列表中重新发送或撤回' })
  }
  await tx.update(invitations).set({ revokedAt: new Date() }).where(own)
}

type Input = z.output<typeof rolesCalls.subAccountUpdate.input>

const hour = 3_600
/** Daily limit of changes that send an SMS to the user: lock, unlock, password reset. */
const smsLimit = { max: 20, seconds: 24 * hour }

export const subAccountUpdate: Handler<typeof rolesCalls.subAccountUpdate> = async (input, context) => {
  const { db, push, limits, after, note } = context
  if (input.password !== undefined) await verifyOwnPassword(context, input.ownPassword, 'ownPassword')
  const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password)
  const { ended, account } = await db.transaction((tx) => updateAccount(tx, input, passwordHash, context))
  note([personName(account), ...describeChanges(input, account)].join('：'))
  after(() => ended.forEach((sessionId) => push.endSession(sessionId)))
  // Failed attempts with the old password no longer count.
  if (passwordHash !== undefined) after(() => limits.guess.clear(`u${input.userId}`))
  return {}
}

async function updateAccount(tx: Db, input: Input, passwordHash: string | undefined, context: Context<'company'>) {
  const { userId, realName, jobTitle, roleIds, locked, password } = input
  const { caller, request } = context
  const giver = await getGrantor(tx, caller, 'add_sub_account')
  const account = await lockAccount(tx, userId, caller.companyId)
  const wanted = roleIds === undefined ? undefined : await getChosenRoles(tx, roleIds, caller.companyId)
  const moved = wanted === undefined ? undefined : getSymmetricDifference(account.roles, wanted)
  const shuts = locked === true || password !== undefined
  const fault = getAccountChangeError(giver, account, {
    roles: moved?.map(({ permissions }) => permissions),
    blocksSignIn: shuts,
  })
  if (fault !== undefined) throw new CallFailed(fault)
  if (locked !== undefined && (await findOpenSuspension(tx, 'user', userId)) !== undefined)
    throw new CallFailed('accountSuspended')
  if (password !== undefined) await assertPasswordAllowed(password, await passwordOwner(tx, userId))
  const sends = password !== undefined || (locked !== undefined && locked !== account.locked)
  if (sends && !(await context.limits.within('account', `u${userId}`, smsLimit))) throw failedFor('tooMany', hour)
  await ensureAdministratorRemains(tx, caller.companyId, async () => {
    if (wanted !== undefined) await saveRoles(tx, account, wanted)
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
  await notifyAccountChange(tx, context, account, { locked, reset: password !== undefined, moved })
  return { account, ended: shuts ? await endSessionsOf(tx, userId) : [] }
}

/** Roles contained in only one of the lists: granted or revoked. */
function getSymmetricDifference<R extends { readonly id: number }>(one: readonly R[], other: readonly R[]): R[] {
  const missing = (from: readonly R[], all: readonly R[]) =>
    all.filter(({ id }) => !from.some((role) => role.id === id))
  return [...missing(one, other), ...missing(other, one)]
}

async function saveRoles(tx: Db, account: CompanyAccount, wanted: readonly { readonly id: number }[]): Promise<void> {
  const has = new Set(account.roles.map(({ id }) => id))
  const wants = new Set(wanted.map(({ id }) => id))
  const taken = [...has].filter((id) => !wants.has(id))
  const given = [...wants].filter((id) => !has.has(id))
  const own = eq(userRoles.userId, account.userId)
  if (taken.length > 0) await tx.delete(userRoles).where(and(own, inArray(userRoles.roleId, taken)))
  if (given.length > 0) await tx.insert(userRoles).values(given.map((roleId) => ({ userId: account.userId, roleId })))
}

/** Description of the changes for the operation log. */
const describeChanges = (
  { realName, jobTitle, roleIds, locked, password }: Input,
  before: CompanyAccount,
): string[] => {
  const parts = [
    realName !== undefined && realName !== before.realName ? `改名为 ${realName}` : '',
    jobTitle === undefined ? '' : '职务',
    roleIds === undefined ? '' : '角色',
    locked === undefined || locked === before.locked ? '' : locked ? '停用' : '启用',
    password === undefined ? '' : '重设密码',
  ].filter((word) => word !== '')
  return parts.length === 0 ? [] : [parts.join('、')]
}

/** Soft delete: the row stays because messages and records refer to it. */
export const subAccountDelete: Handler<typeof rolesCalls.subAccountDelete> = async ({ userId }, context) => {
  const { caller, db, push, after, note } = context
  const { account, ended } = await db.transaction(async (tx) => {
    const giver = await getGrantor(tx, caller, 'add_sub_account')
    const target = await lockAccount(tx, userId, caller.companyId)
    const fault = getAccountChangeError(giver, target, { blocksSignIn: true })
    if (fault !== undefined) throw new CallFailed(fault)
    await ensureAdministratorRemains(tx, caller.companyId, async () => {
      await tx.delete(userRoles).where(eq(userRoles.userId, userId))
      await tx.delete(programmeMembers).where(eq(programmeMembers.userId, userId))
      const freed = { loginName: `deleted-${userId}`, mobile: null, email: null, passwordHash: null }
      await tx
        .update(users)
        .set({ ...freed, companyId: null, isOwner: false, locked: true, deletedAt: new Date() })
        .where(eq(users.id, userId))
    })
    await notifySecurity(tx, context, target, '您的账号已被企业管理员删除')
    return { account: target, ended: await endSessionsOf(tx, userId) }
  })
  note(`${personName(account)}（${account.loginName}）`)
  after(() => ended.forEach((sessionId) => push.endSession(sessionId)))
  return {}
}
