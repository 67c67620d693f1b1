import type { Db } from '../../../db/open.ts'
import {
  channelsOf,
  isUrgent,
  type NotificationEvent,
  digestMinutes,
  smsTime,
} from '../../../domain/accounts/notifications.ts'
import type { Context } from '../../handler.ts'
import { getNotificationChoices } from '../preferences/own-preferences.ts'
import { saveNotices, pushNotice, type NoticeMessage } from '../../platform/notices/notices.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import { digestQueue } from '../../../db/tables/letters.ts'

type NewQueuedNotification = typeof digestQueue.$inferInsert
type QueuedContent = Pick<NewQueuedNotification, 'event' | 'title' | 'text' | 'path' | 'letterId'>

/**
 * Queues notifications by mail and SMS: urgent ones at once, other mails later so that several become one digest, SMS
 * not at night. Runs in the caller's transaction.
 */
async function queueNotifications(
  tx: Db,
  { mail, sms }: { readonly mail: readonly number[]; readonly sms: readonly number[] },
  about: QueuedContent,
  noticeIds: ReadonlyMap<number, number>,
): Promise<void> {
  const now = new Date()
  const soon = isUrgent(about.event) ? now : new Date(now.getTime() + digestMinutes * 60_000)
  const morning = about.event === 'security.changed' ? now : smsTime(now)
  const rows = (
    people: readonly number[],
    channel: NewQueuedNotification['channel'],
    dueAt: Date,
  ): NewQueuedNotification[] =>
    people.map((userId) => ({ ...about, userId, channel, dueAt, noticeId: noticeIds.get(userId) ?? null }))
  await insertRows(tx, digestQueue, [...rows(mail, 'mail', soon), ...rows(sms, 'sms', morning)])
}

export interface NotificationContent extends NoticeMessage {
  /** Text below the title, in the message centre and in mails. */
  readonly text: string
  /** Allowed channels; all by default. */
  readonly channels?: readonly ('site' | 'push' | 'mail' | 'sms')[]
  /** Letter concerned: once it is read, no mail is sent. */
  readonly letterId?: number
}

/**
 * Notifies users of an event on their chosen channels: message centre, push, and mail and SMS through the digest queue
 * (`sendDigests`). Runs in the caller's transaction; the push is sent by `after`. The caller must make sure that each
 * user may know of the event. The number of statements does not depend on the number of users.
 */
export async function notify(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  event: NotificationEvent,
  people: readonly number[],
  { title, path, text, channels = ['site', 'push', 'mail', 'sms'], letterId }: NotificationContent,
): Promise<void> {
  const each = [...new Set(people)]
  if (each.length === 0) return
  const choices = await getNotificationChoices(tx, each)
  const wanting = (channel: 'site' | 'push' | 'mail' | 'sms') =>
    channels.includes(channel)
      ? each.filter((userId) => channelsOf(event, choices.get(userId) ?? {}).includes(channel))
      : []
  const noticeIds = await saveNotices(tx, wanting('site'), { event, title, text, path })
  const now = wanting('push')
  context.after(() => pushNotice(context.push, now, { title, path }))
  const [mail, sms] = [wanting('mail'), wanting('sms')]
  if (mail.length + sms.length === 0) return
  await queueNotifications(tx, { mail, sms }, { event, title, text, path, letterId: letterId ?? null }, noticeIds)
  if (isUrgent(event) || sms.length > 0) context.after(() => context.jobs.wake('accounts-send-news'))
}
