import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { invitedCalls } from '../../../contract/accounts/invited.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, invitations, users } from '../../../db/tables/accounts.ts'
import { invitationStatus } from '../../../domain/accounts/invitations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { links } from '../../../domain/links.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Handler, Handlers } from '../../handler.ts'
import { recordOperation } from '../../platform/history/operation-log.ts'
import { hashToken } from '../../platform/tokens.ts'
import { presentedRequester } from '../../session/code-requester.ts'
import { issueTicket, redeemCode, redeemTicket } from '../../session/codes.ts'
import { assertPasswordAllowed, hashPassword } from '../../session/passwords.ts'
import { sendCode } from '../../session/send-code.ts'
import { acceptInvitation, getInviterRights, getRoles } from '../companies/invitations.ts'
import { notify } from '../notifications/notify.ts'
import { createUser } from '../sign-in/new-user.ts'
import { getAccountByMobile, signIn, userIdByMobile } from '../sign-in/sign-in.ts'

/** An open SMS invitation with its inviter. */
interface OpenInvitation {
  readonly invitation: typeof invitations.$inferSelect
  readonly companyName: string
  readonly invitedBy: string
}

/**
 * The invitation of a link. Throws invitationGone: unknown, answered, withdrawn, expired, or its inviter may invite
 * no more.
 */
async function getOpenInvitation(db: Db, token: string): Promise<OpenInvitation> {
  const [found] = await db
    .select({
      invitation: invitations,
      companyName: companies.name,
      realName: users.realName,
      loginName: users.loginName,
    })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .innerJoin(users, eq(users.id, invitations.createdBy))
    .where(and(eq(invitations.codeHash, hashToken(token)), eq(invitations.kind, 'sms')))
  if (found === undefined || invitationStatus(found.invitation, new Date()) !== 'open') {
    throw new CallFailed('invitationGone')
  }
  const { invitation, companyName } = found
  const held = await getInviterRights(db, invitation.createdBy, invitation.companyId)
  if (!held.has('add_sub_account')) throw new CallFailed('invitationGone')
  return { invitation, companyName, invitedBy: personName(found) }
}

type Input = z.output<typeof invitedCalls.invitationAccept.input>

/** Creates account, membership and roles in one transaction; on failure the ticket stays valid. */
const invitationAccept: Handler<typeof invitedCalls.invitationAccept> = async (input, context) => {
  const { db, request } = context
  const { token, ticket, loginName, password } = input
  const open = await getOpenInvitation(db, token)
  const { mobile } = open.invitation
  context.concerns(userIdByMobile(db, mobile))
  // Depends on the input only, so that timing does not reveal whether the number has an account.
  if (password !== '') await assertPasswordAllowed(password, { loginName, mobile, companyName: open.companyName })
  const passwordHash = password === '' ? null : await hashPassword(password)
  const person = await db.transaction(async (tx) => {
    await redeemTicket(tx, { target: mobile, purpose: 'invitation', ticket })
    const account =
      (await getAccountByMobile(tx, mobile)) ?? (await createInvitedAccount(tx, input, open, passwordHash))
    if (account.locked) throw new CallFailed('accountLocked')
    const { id: userId } = account
    const { companyId, companyName } = await acceptInvitation(tx, { code: token, kind: 'sms', userId, mobile })
    const known = await saveNameAndJob(tx, userId, open.invitation)
    await recordOperation(
      tx,
      { userId, companyId, request },
      { call: 'accounts.invitationAccept', action: '接受邀请加入企业', detail: companyName },
    )
    await notify(tx, context, 'invitation.answered', [open.invitation.createdBy], {
      title: `${personName(known)} 已接受邀请，成为贵企业的成员`,
      text: '',
      path: links.buyerSubAccounts(),
      channels: ['site', 'push'],
    })
    return { ...account, companyId }
  })
  return signIn(context, person, { keepLogin: input.keepLogin, call: 'accounts.invitationAccept', by: '接受企业邀请' })
}

async function createInvitedAccount(
  tx: Db,
  { loginName, password, agreed }: Input,
  { invitation }: OpenInvitation,
  passwordHash: string | null,
) {
  const missing = [
    { is: loginName === '', field: 'loginName', message: '请输入登录名' },
    { is: password === '', field: 'password', message: '请设置密码' },
    { is: !agreed, field: 'agreed', message: '请先阅读并同意用户协议与隐私政策' },
  ].filter(({ is }) => is)
  if (missing.length > 0) throw fieldFailed(...missing.map(({ field, message }) => ({ field, message })))
  return createUser(tx, { loginName, mobile: invitation.mobile, passwordHash, realName: invitation.realName })
}

/** Sets the job title; sets the name only if the user has none. */
async function saveNameAndJob(
  tx: Db,
  userId: number,
  { realName, jobTitle }: { readonly realName: string; readonly jobTitle: string },
) {
  await tx
    .update(users)
    .set({ realName })
    .where(and(eq(users.id, userId), eq(users.realName, '')))
  const [known] = await tx
    .update(users)
    .set({ jobTitle })
    .where(eq(users.id, userId))
    .returning({ realName: users.realName, loginName: users.loginName })
  if (known === undefined) throw new CallFailed('conflict')
  return known
}

/** Sends the code to the invited number only. The usual code limits apply. */
const invitationCodeSend: Handler<typeof invitedCalls.invitationCodeSend> = async ({ token }, context) => {
  const { invitation } = await getOpenInvitation(context.db, token)
  return sendCode(context, { target: invitation.mobile, purpose: 'invitation', channel: 'sms' })
}

/** Obstacles (accountLocked, inCompany) are reported only with the right code, which then stays valid. */
const invitationCodeCheck: Handler<typeof invitedCalls.invitationCodeCheck> = async (input, context) => {
  const { token, smsCode: code, codeId } = input
  const { invitation } = await getOpenInvitation(context.db, token)
  const { mobile: target } = invitation
  context.concerns(userIdByMobile(context.db, target))
  const asker = presentedRequester(context, codeId)
  return redeemCode(context.db, { target, purpose: 'invitation', code, asker }, async (tx, id) => {
    const account = await getAccountByMobile(tx, target)
    if (account?.locked === true) throw new CallFailed('accountLocked')
    if (account !== undefined && account.companyId !== null) throw new CallFailed('inCompany')
    const { ticket, expiresIn } = await issueTicket(tx, id)
    return { ticket, expiresIn, loginName: account?.loginName ?? '' }
  })
}

/** Needs only the link, since the company can invite again. */
const invitationDecline: Handler<typeof invitedCalls.invitationDecline> = async ({ token }, context) => {
  const { invitation } = await getOpenInvitation(context.db, token)
  await context.db.transaction(async (tx) => {
    const [declined] = await tx
      .update(invitations)
      .set({ declinedAt: new Date() })
      .where(
        and(
          eq(invitations.id, invitation.id),
          eq(invitations.codeHash, invitation.codeHash),
          isNull(invitations.usedAt),
          isNull(invitations.declinedAt),
          isNull(invitations.revokedAt),
        ),
      )
      .returning({ id: invitations.id })
    if (declined === undefined) throw new CallFailed('invitationGone')
    await notify(tx, context, 'invitation.answered', [invitation.createdBy], {
      title: `${invitation.realName} 未接受贵企业的邀请`,
      text: '如属误会，可重新邀请。',
      path: links.buyerSubAccounts(),
      channels: ['site', 'push'],
    })
  })
  return {}
}

const invitation: Handler<typeof invitedCalls.invitation> = async ({ token }, { db }) => {
  const { invitation: row, companyName, invitedBy } = await getOpenInvitation(db, token)
  const roles = row.roleIds.length === 0 ? [] : await getRoles(db, row.companyId, row.roleIds)
  return {
    companyName,
    invitedBy,
    roles: roles.map(({ name }) => name),
    realName: row.realName,
    mobile: maskPhone(row.mobile),
    expiresAt: row.expiresAt.toISOString(),
  }
}

export const invitedHandlers: Handlers<typeof invitedCalls> = {
  invitation,
  invitationCodeSend,
  invitationCodeCheck,
  invitationAccept,
  invitationDecline,
}
