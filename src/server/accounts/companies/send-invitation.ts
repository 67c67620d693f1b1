import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { invitationDays, invitationEnd } from '../../../domain/accounts/invitations.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { queueMessage } from '../../operations/public.ts'
import { hashToken, randomToken } from '../../session/tokens.ts'
import { notify } from '../news/notify.ts'

/** What the link of an invitation holds, and what is kept of it. */
export interface InvitationLink {
  readonly token: string
  readonly hash: string
  readonly expiresAt: Date
}

export function newToken(): InvitationLink {
  const token = randomToken()
  return { token, hash: hashToken(token), expiresAt: invitationEnd() }
}

/**
 * Sends the link of an invitation to its number, and tells the number's account where there is one. Of the person only
 * the company's certified name is in the message: what a member typed is not sent to strangers. Throws
 * invitationsUsedUp.
 */
export async function sendInvitation(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'config' | 'request'>,
  { companyId, mobile, link }: { readonly companyId: number; readonly mobile: string; readonly link: InvitationLink },
): Promise<void> {
  const { sms } = context.config
  const [company] = await tx.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId))
  const name = company?.name ?? ''
  const path = links.invitation(link.token)
  const url = `${context.request.origin}${path}`
  const text = `${name} 邀请您成为其企业账号的成员，${invitationDays} 天内有效：${url} 。不认识该企业的，请忽略。`
  await queueMessage(tx, context, {
    channel: 'sms',
    recipient: mobile,
    template: 'invitation',
    params: { company: name, url },
    text: sms.sign === '' ? text : `【${sms.sign}】${text}`,
    expiresAt: link.expiresAt,
  })
  const [holder] = await tx.select({ id: users.id }).from(users).where(eq(users.mobile, mobile))
  await notify(tx, context, 'invitation.received', holder === undefined ? [] : [holder.id], {
    title: `${name} 邀请您成为其成员`,
    text: `请在 ${invitationDays} 天内答复，接受前须用短信验证码确认是您本人。`,
    path,
    by: ['site', 'push'],
  })
}
