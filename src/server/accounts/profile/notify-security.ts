import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { channelsOf } from '../../../domain/accounts/notifications.ts'
import { links } from '../../../domain/links.ts'
import { dateTime } from '../../../domain/time.ts'
import type { Caller, Context } from '../../handler.ts'
import type { OwnAccount } from './own-account.ts'
import { notify } from '../notifications/notify.ts'
import { getNotificationChoices } from '../preferences/own-preferences.ts'
import { queueMessage } from '../../platform/outbox/outbox.ts'

interface SecurityNotificationOptions {
  /** Path of this site; the security page by default. */
  readonly path?: string
  /** Advice for the case that the user did not do it. */
  readonly advice?: string
  /** Ignore the notification preferences, which an attacker could have changed first. */
  readonly always?: boolean
}

/**
 * Notifies a user of a security change, in the transaction of the change: in the message centre, by SMS and by mail as
 * chosen. `before` holds the addresses before the change, so that an attacker cannot redirect the notification.
 */
export async function notifySecurity(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'config'>,
  before: Pick<OwnAccount, 'userId' | 'mobile' | 'email'>,
  title: string,
  { path = links.buyerSecurity(), advice = notYou, always = false }: SecurityNotificationOptions = {},
): Promise<void> {
  const channels = channelsOf(
    'security.changed',
    (await getNotificationChoices(tx, [before.userId])).get(before.userId) ?? {},
  )
  const text = `${title}（${dateTime(new Date().toISOString())}）。${advice}`
  const notification = { title, text: advice, path }
  await notify(tx, context, 'security.changed', [before.userId], {
    ...notification,
    channels: ['site', 'push', 'device'],
  })
  const { sign } = context.config.sms
  const message = { template: 'security', params: { text } } as const
  if (before.mobile !== null && (always || channels.includes('sms'))) {
    const signed = sign === '' ? text : `【${sign}】${text}`
    await queueMessage(tx, context, { ...message, channel: 'sms', recipient: before.mobile, text: signed })
  }
  if (before.email !== null && (always || channels.includes('mail'))) {
    await queueMessage(tx, context, { ...message, channel: 'mail', recipient: before.email, subject: title, text })
  }
}

const notYou = '如非您本人操作，请立即重置密码并联系平台客服。'

/** Notifies the company owner of a member's change; skipped if the caller is the owner. */
export async function notifyOwner(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'config'>,
  { companyId, userId }: Pick<Caller, 'companyId' | 'userId'>,
  title: string,
): Promise<void> {
  if (companyId === null) return
  const [owner] = await tx
    .select({ userId: users.id, mobile: users.mobile, email: users.email })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.isOwner, true)))
  if (owner === undefined || owner.userId === userId) return
  const advice = '如非贵企业人员操作，请立即停用该账号并联系平台客服。'
  await notifySecurity(tx, context, owner, title, { path: links.buyerSubAccounts(), advice, always: true })
}
