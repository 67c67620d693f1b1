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
import { pushNotice, type NoticeMessage, type Recipient } from '../../platform/notices/notices.ts'
import { insertRows, insertStatement } from '../../../db/insert-rows.ts'
import { notices } from '../../../db/tables/operations.ts'
import { sql } from 'drizzle-orm'
import { digestQueue } from '../../../db/tables/letters.ts'

type Channel = 'site' | 'push' | 'mail' | 'sms'
type NewQueuedNotification = typeof digestQueue.$inferInsert

export interface NotificationContent extends NoticeMessage {
  /** Text below the title, in the message centre and in mails. */
  readonly text: string
  /** Allowed channels; all by default. */
  readonly channels?: readonly Channel[]
  /** Letter concerned: once it is read, no mail is sent. */
  readonly letterId?: number
}

/** A notification of one subject and the people who may know of it. */
export interface Notification {
  readonly people: readonly Recipient[]
  readonly content: NotificationContent
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
  userIds: readonly number[],
  content: NotificationContent,
): Promise<void> {
  const each = [...new Set(userIds)]
  if (each.length === 0) return
  const choices = await getNotificationChoices(tx, each)
  const people = each.map((userId) => ({ userId, choices: choices.get(userId) ?? {} }))
  await notifyRecipients(tx, context, event, [{ people, content }])
}

/** The same for several subjects with different paths, in one statement; each person once a subject. */
export async function notifyRecipients(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  event: NotificationEvent,
  notifications: readonly Notification[],
): Promise<void> {
  const written = notifications.map(({ people, content }) => ({ content, wanting: wantingOf(event, people, content) }))
  const noticeRows = written.flatMap(({ content: { title, text, path }, wanting }) =>
    wanting('site').map((userId) => ({ userId, event, title, text, path })),
  )
  const queued = written.flatMap(({ content, wanting }) => queuedRows(event, content, wanting))
  for (const { content, wanting } of written) {
    const now = wanting('push')
    context.after(() => pushNotice(context.push, now, { title: content.title, path: content.path }))
  }
  await writeNotifications(tx, noticeRows, queued)
  if (queued.length > 0 && (isUrgent(event) || queued.some(({ channel }) => channel === 'sms')))
    context.after(() => context.jobs.wake('accounts-send-news'))
}

/** Ids of the people who want an event on a channel. */
const wantingOf =
  (event: NotificationEvent, people: readonly Recipient[], { channels = allChannels }: NotificationContent) =>
  (channel: Channel): number[] =>
    channels.includes(channel)
      ? people.flatMap(({ userId, choices }) => (channelsOf(event, choices).includes(channel) ? [userId] : []))
      : []
const allChannels: readonly Channel[] = ['site', 'push', 'mail', 'sms']

/** Mail and SMS: urgent ones at once, other mails later so that several become one digest, SMS not at night. */
function queuedRows(
  event: NotificationEvent,
  { title, text, path, letterId }: NotificationContent,
  wanting: (channel: Channel) => number[],
): NewQueuedNotification[] {
  const now = new Date()
  const soon = isUrgent(event) ? now : new Date(now.getTime() + digestMinutes * 60_000)
  const morning = event === 'security.changed' ? now : smsTime(now)
  const rows = (channel: NewQueuedNotification['channel'], dueAt: Date): NewQueuedNotification[] =>
    wanting(channel).map((userId) => ({ event, title, text, path, letterId: letterId ?? null, userId, channel, dueAt }))
  return [...rows('mail', soon), ...rows('sms', morning)]
}

/** Writes notices and queued messages, which refer to the notice of their person and path. */
async function writeNotifications(
  tx: Db,
  noticeRows: readonly (typeof notices.$inferInsert)[],
  queued: readonly NewQueuedNotification[],
): Promise<void> {
  const [firstNotice] = noticeRows
  if (firstNotice === undefined) return insertRows(tx, digestQueue, queued)
  const inserted = insertStatement(notices, firstNotice, noticeRows)
  if (queued.length === 0) return void (await tx.execute(inserted))
  await tx.execute(sql`
    with written as (${inserted} returning id, user_id, path)
    insert into ${digestQueue} (user_id, channel, event, title, text, path, letter_id, due_at, notice_id)
    select q."userId", q.channel, q.event, q.title, q.text, q.path, q."letterId", q."dueAt", written.id
    from jsonb_to_recordset(${JSON.stringify(queued)}::text::jsonb) as q ("userId" int, channel text, event text,
      title text, text text, path text, "letterId" int, "dueAt" timestamptz)
    left join written on written.user_id = q."userId" and written.path = q.path`)
}
