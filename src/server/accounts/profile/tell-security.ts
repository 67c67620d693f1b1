import type { Db } from '../../../db/open.ts'
import { channelsOf } from '../../../domain/accounts/notifications.ts'
import { links } from '../../../domain/links.ts'
import { dateTime } from '../../../domain/time.ts'
import type { Context } from '../../handler.ts'
import { queueMessage } from '../../operations/public.ts'
import type { OwnAccount } from './own-account.ts'
import { notify } from '../news/notify.ts'
import { choicesOf } from '../preferences/own-preferences.ts'

/**
 * Tells a person that something about the safety of their account has changed, in the transaction that changes it: in
 * the message centre and by SMS always, by mail unless they chose otherwise. `before` names where they were reached until now, so that whoever
 * takes an account over cannot keep its owner from hearing of it.
 */
export async function tellSecurity(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'config'>,
  before: Pick<OwnAccount, 'userId' | 'mobile' | 'email'>,
  what: string,
): Promise<void> {
  const channels = channelsOf('security.changed', (await choicesOf(tx, [before.userId])).get(before.userId) ?? {})
  const text = `${what}（${dateTime(new Date().toISOString())}）。如非您本人操作，请立即重置密码并联系平台客服。`
  const news = { title: what, text: '如非您本人操作，请立即重置密码并联系平台客服。', path: links.buyerSecurity() }
  await notify(tx, context, 'security.changed', [before.userId], { ...news, by: ['site', 'push'] })
  const { sign } = context.config.sms
  const message = { template: 'notice', params: { text } } as const
  if (before.mobile !== null && channels.includes('sms')) {
    const signed = sign === '' ? text : `【${sign}】${text}`
    await queueMessage(tx, context, { ...message, channel: 'sms', recipient: before.mobile, text: signed })
  }
  if (before.email !== null && channels.includes('mail')) {
    await queueMessage(tx, context, { ...message, channel: 'mail', recipient: before.email, subject: what, text })
  }
}
