import type { Db } from '../../../db/open.ts'
import { channelsOf, isUrgent, type NotificationEvent } from '../../../domain/accounts/notifications.ts'
import type { Context } from '../../handler.ts'
import { keepNotices, tell, type Notice } from '../../operations/public.ts'
import { choicesOf } from '../preferences/own-preferences.ts'
import { holdNews } from './hold-news.ts'

export interface News extends Notice {
  /** What follows the title, in the message centre and in the mail. */
  readonly text: string
  /** Channels it goes out on at most; all unless told. */
  readonly by?: readonly ('site' | 'push' | 'mail' | 'sms')[]
  /** The letter that it is about: once that is read, no mail goes out. */
  readonly letterId?: number
}

/**
 * Tells people of an event on the channels they chose: in their message centre, at once those who are there, by mail
 * and SMS soon (`sendNews`). In the transaction that makes it happen; the push follows in `after`. The people are the
 * caller's choice, and each may know of it. However many they are, it is a handful of statements.
 */
export async function notify(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  event: NotificationEvent,
  people: readonly number[],
  { title, path, text, by = ['site', 'push', 'mail', 'sms'], letterId }: News,
): Promise<void> {
  const each = [...new Set(people)]
  if (each.length === 0) return
  const choices = await choicesOf(tx, each)
  const wanting = (channel: 'site' | 'push' | 'mail' | 'sms') =>
    by.includes(channel) ? each.filter((userId) => channelsOf(event, choices.get(userId) ?? {}).includes(channel)) : []
  const noticeIds = await keepNotices(tx, wanting('site'), { event, title, text, path })
  const now = wanting('push')
  context.after(() => tell(context.push, now, { title, path }))
  const [mail, sms] = [wanting('mail'), wanting('sms')]
  if (mail.length + sms.length === 0) return
  await holdNews(tx, { mail, sms }, { event, title, text, path, letterId: letterId ?? null }, noticeIds)
  if (isUrgent(event) || sms.length > 0) context.after(() => context.jobs.wake('accounts-send-news'))
}
