import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { invitationDays, invitationEnd } from '../../../domain/accounts/invitations.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { hashToken, randomToken } from '../../platform/tokens.ts'
import { notify } from '../notifications/notify.ts'
import { queueMessage } from '../../platform/outbox/outbox.ts'

/** Token of an invitation link, and its stored hash. */
export interface InvitationLink {
  readonly token: string
  readonly hash: string
  readonly expiresAt: Date
}

export function createInvitationLink(): InvitationLink {
  const token = randomToken()
  return { token, hash: hashToken(token), expiresAt: invitationEnd() }
}

/**
 * Sends an invitation link by SMS, and notifies the account of the number if there is one. The message contains only
 * the certified company name: no text typed by members is sent to strangers. Throws
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
  const [holder] = await tx.select({ id: users.id }).from(users).where(eq(users.mobileHash, mobile))
  await notify(tx, context, 'invitation.received', holder === undefined ? [] : [holder.id], {
    title: `${name} 邀请您成为其成员`,
    text: `请在 ${invitationDays} 天内答复，接受前须用短信验证码确认是您本人。`,
    path,
    channels: ['site', 'push'],
  })
}
