import type { Db } from '../../../db/open.ts'
import {
  channels as allChannels,
  channelsOf,
  isUrgent,
  type Channel,
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
import { z } from 'zod'
import { pushDevices } from '../../../db/tables/accounts.ts'
import { digestQueue } from '../../../db/tables/letters.ts'

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
 * Notifies users of an event on their chosen channels: message centre, push, and devices, mail and SMS through the digest queue
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
  const waiting = await writeNotifications(tx, noticeRows, queued)
  if (waiting.length > 0 && (isUrgent(event) || waiting.some((channel) => channel !== 'mail')))
    context.after(() => context.jobs.wake('accounts-send-news'))
}

/** Ids of the people who want an event on a channel. */
const wantingOf =
  (event: NotificationEvent, people: readonly Recipient[], { channels = allChannels }: NotificationContent) =>
  (channel: Channel): number[] =>
    channels.includes(channel)
      ? people.flatMap(({ userId, choices }) => (channelsOf(event, choices).includes(channel) ? [userId] : []))
      : []

/**
 * Devices, mail and SMS: devices and urgent mails at once, other mails later so that several become one digest, SMS not
 * at night.
 */
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
  return [...rows('device', now), ...rows('mail', soon), ...rows('sms', morning)]
}

const queuedChannels = z.object({ rows: z.array(z.object({ channel: z.string() })) })

/**
 * Writes notices and queued messages, which refer to the notice of their person and path; those for devices only of
 * people who have one. Returns the channels of the queued messages.
 */
async function writeNotifications(
  tx: Db,
  noticeRows: readonly (typeof notices.$inferInsert)[],
  queued: readonly NewQueuedNotification[],
): Promise<string[]> {
  const [firstNotice] = noticeRows
  if (queued.length === 0) {
    await insertRows(tx, notices, noticeRows)
    return []
  }
  const written =
    firstNotice === undefined
      ? sql`select null::int as id, null::int as user_id, null::text as path where false`
      : sql`${insertStatement(notices, firstNotice, noticeRows)} returning id, user_id, path`
  const result: unknown = await tx.execute(sql`
    with written as (${written})
    insert into ${digestQueue} (user_id, channel, event, title, text, path, letter_id, due_at, notice_id)
    select q."userId", q.channel, q.event, q.title, q.text, q.path, q."letterId", q."dueAt", written.id
    from jsonb_to_recordset(${JSON.stringify(queued)}::text::jsonb) as q ("userId" int, channel text, event text,
      title text, text text, path text, "letterId" int, "dueAt" timestamptz)
    left join written on written.user_id = q."userId" and written.path = q.path
    where q.channel <> 'device' or exists (select 1 from ${pushDevices} where ${pushDevices.userId} = q."userId")
    returning channel`)
  return queuedChannels.parse(result).rows.map(({ channel }) => channel)
}
