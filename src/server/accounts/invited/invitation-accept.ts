import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { invitedCalls } from '../../../contract/accounts/invited.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { links } from '../../../domain/links.ts'
import type { Handler } from '../../handler.ts'
import { recordOperation } from '../../operations/public.ts'
import { takeTicket } from '../../session/codes.ts'
import { hashPassword, mustBeAllowed } from '../../session/passwords.ts'
import { acceptInvitation } from '../companies/invitations.ts'
import { notify } from '../news/notify.ts'
import { createUser } from '../sign-in/new-user.ts'
import { accountWithMobile, idOfMobile, signIn } from '../sign-in/sign-in.ts'
import { openInvitation, type OpenInvitation } from './open-invitation.ts'

type Input = z.output<typeof invitedCalls.invitationAccept.input>

/** Account, membership and roles come to be together, or nothing does and the proof stays good. */
export const invitationAccept: Handler<typeof invitedCalls.invitationAccept> = async (input, context) => {
  const { db, request } = context
  const { token, ticket, loginName, password } = input
  const open = await openInvitation(db, token)
  const { mobile } = open.invitation
  context.concerns(idOfMobile(db, mobile))
  // Judged and hashed by what was sent, not by whether the number has an account: that is told after the proof.
  if (password !== '') await mustBeAllowed(password, { loginName, mobile, companyName: open.companyName })
  const passwordHash = password === '' ? null : await hashPassword(password)
  const person = await db.transaction(async (tx) => {
    await takeTicket(tx, { target: mobile, purpose: 'invitation', ticket })
    const account = (await accountWithMobile(tx, mobile)) ?? (await newAccount(tx, input, open, passwordHash))
    if (account.locked) throw new CallFailed('accountLocked')
    const { id: userId } = account
    const { companyId, companyName } = await acceptInvitation(tx, { code: token, kind: 'sms', userId, mobile })
    const known = await takeNameAndJob(tx, userId, open.invitation)
    await recordOperation(
      tx,
      { userId, companyId, request },
      { call: 'accounts.invitationAccept', action: '接受邀请加入企业', detail: companyName },
    )
    await notify(tx, context, 'invitation.answered', [open.invitation.createdBy], {
      title: `${personName(known)} 已接受邀请，成为贵企业的成员`,
      text: '',
      path: links.buyerSubAccounts(),
      by: ['site', 'push'],
    })
    return { ...account, companyId }
  })
  return signIn(context, person, { keep: input.keepLogin, call: 'accounts.invitationAccept', by: '接受企业邀请' })
}

async function newAccount(
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

/** The job is the company's to say; a name that the person has already stays. */
async function takeNameAndJob(
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
