import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { pushDevices, sessions, users } from '../../../db/tables/accounts.ts'
import { digestQueue, letterRecipients } from '../../../db/tables/letters.ts'
import { notices } from '../../../db/tables/operations.ts'
import { isUrgent, notificationEvents } from '../../../domain/accounts/notifications.ts'
import { deviceTitle } from '../../../domain/accounts/push-devices.ts'
import { isOwnOrigin } from '../../platform/own-origin.ts'
import { queueMessages, type OutboxMessage } from '../../platform/outbox/outbox.ts'
import { links } from '../../../domain/links.ts'

interface NotificationLine {
  readonly title: string
  readonly text: string
  /** Path of this site that shows it. */
  readonly path: string
}

const sellerCentre = '/platform/sellerCenter/'
/** Maximum number of notifications listed in one mail. */
const maxNamed = 20

/** Mail with one notification, or a list of several. */
function createDigestMail(recipient: string, lines: readonly NotificationLine[], site: string): OutboxMessage {
  const [first] = lines
  const one = lines.length === 1 ? first : undefined
  const subject = one?.title ?? `您有 ${lines.length} 条新消息：${first?.title ?? ''}`
  const body =
    one === undefined ? formatList(lines, site) : `${formatLine(one)}\n查看：${toAbsoluteUrl(one.path, site)}`
  const { preferences } = centreOf(lines)
  const text = `${body}\n\n管理通知方式：${toAbsoluteUrl(preferences, site)}`
  return { channel: 'mail', template: 'notice', recipient, subject, text, params: { text } }
}

/** SMS with one notification, or their number. */
function createDigestSms(recipient: string, lines: readonly NotificationLine[]): OutboxMessage {
  const title = lines[0]?.title ?? ''
  const text = lines.length === 1 ? title : `${title}等 ${lines.length} 条新消息，请登录后在消息中心查看`
  // The empty subject keeps the columns of the batch insert equal.
  return { channel: 'sms', template: 'notice', recipient, subject: '', params: { text }, text }
}

/** A message for each device: a title that may be seen by others, and the page that it opens. */
function createDeviceMessages(devices: readonly number[], { event, title, path }: QueuedNotification): OutboxMessage[] {
  const text = deviceTitle(event, title)
  return devices.map((deviceId) => ({
    channel: 'device',
    template: 'notice',
    recipient: String(deviceId),
    subject: text,
    params: { path },
    text,
  }))
}

const formatLine = ({ title, text }: NotificationLine) => (text === '' ? `${title}。` : `${title}。${text}`)

function formatList(lines: readonly NotificationLine[], site: string): string {
  const shown = lines
    .slice(0, maxNamed)
    .map((line, index) => `${index + 1}. ${formatLine(line)}\n   ${toAbsoluteUrl(line.path, site)}`)
  const rest = lines.length > maxNamed ? [`另有 ${lines.length - maxNamed} 条，请在消息中心查看。`] : []
  return [...shown, ...rest, `全部消息：${toAbsoluteUrl(centreOf(lines).messages, site)}`].join('\n')
}

/** Pages of the centre in which a person reads these notifications: the seller's where they are all of their shop. */
function centreOf(lines: readonly NotificationLine[]): { readonly messages: string; readonly preferences: string } {
  const isSeller = lines.every(({ path }) => path.startsWith(sellerCentre))
  return isSeller
    ? { messages: links.sellerMessages(), preferences: links.sellerPreferences() }
    : { messages: links.buyerMessages(), preferences: links.buyerPreferences() }
}

const toAbsoluteUrl = (path: string, site: string) => new URL(path, site).href

type QueuedNotification = typeof digestQueue.$inferSelect

/** Maximum number of users per transaction. */
const maxPeople = 200
const urgentEvents = notificationEvents.map(({ event }) => event).filter(isUrgent)

interface DigestContext {
  readonly config: Pick<Config, 'siteUrl' | 'siteOrigins'>
  /** Schedules the outbox job. */
  readonly wakeIn?: (name: 'operations-outbox', seconds: number) => Promise<unknown>
}

/**
 * Moves due notifications to the outbox: one mail per user, urgent ones and those to devices separately. Notifications read in the meantime
 * are dropped. Safe to run concurrently: rows are deleted by the transaction that writes the messages.
 */
export async function sendDigests(db: Db, { config, wakeIn }: DigestContext): Promise<void> {
  let written = 0
  for (let people = maxPeople; people >= maxPeople;) {
    people = await db.transaction(async (tx) => {
      const waiting = await tx
        .selectDistinct({ userId: digestQueue.userId })
        .from(digestQueue)
        .where(lte(digestQueue.dueAt, sql`now()`))
        .limit(maxPeople)
      const taken = await takeDue(
        tx,
        waiting.map(({ userId }) => userId),
      )
      const context = { after: () => {}, jobs: { wake: async () => {} } }
      const messages = await createMessages(tx, await filterUnread(tx, taken), config)
      await queueMessages(tx, context, messages)
      written += messages.length
      return waiting.length
    })
  }
  if (written > 0) await wakeIn?.('operations-outbox', 1)
}

/** Deletes and returns the due rows of these users, with their other queued mails for the same digest. */
async function takeDue(tx: Db, userIds: readonly number[]): Promise<QueuedNotification[]> {
  if (userIds.length === 0) return []
  const due = lte(digestQueue.dueAt, sql`now()`)
  const beside = sql`exists (select 1 from ${digestQueue} as first where first.user_id = ${digestQueue.userId}
    and first.channel = ${digestQueue.channel} and first.due_at <= now() and not first.event = any(${sql.param(urgentEvents)}::text[]))`
  const ready = tx
    .select({ id: digestQueue.id })
    .from(digestQueue)
    .where(
      and(
        inArray(digestQueue.userId, [...userIds]),
        or(due, and(eq(digestQueue.channel, 'mail'), notInArray(digestQueue.event, urgentEvents), beside)),
      ),
    )
    .orderBy(asc(digestQueue.id))
    .for('update', { skipLocked: true })
  const rows = await tx.delete(digestQueue).where(inArray(digestQueue.id, ready)).returning()
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Removes what was read in the message centre in the meantime. */
async function filterUnread(tx: Db, taken: readonly QueuedNotification[]): Promise<QueuedNotification[]> {
  if (taken.length === 0) return []
  const noticeIds = taken.flatMap(({ noticeId }) => (noticeId === null ? [] : [noticeId]))
  const letterIds = [...new Set(taken.flatMap(({ letterId }) => (letterId === null ? [] : [letterId])))]
  const seen = await tx
    .select({ id: notices.id })
    .from(notices)
    .where(and(inArray(notices.id, noticeIds), isNotNull(notices.readAt)))
  const { userId, letterId } = letterRecipients
  const opened = await tx
    .select({ userId, letterId })
    .from(letterRecipients)
    .where(
      and(
        inArray(userId, [...new Set(taken.map((held) => held.userId))]),
        inArray(letterId, letterIds),
        isNotNull(letterRecipients.readAt),
      ),
    )
  const read = new Set(seen.map(({ id }) => id))
  const openedBy = new Set(opened.map((row) => `${row.userId}:${row.letterId}`))
  return taken.filter(
    (held) =>
      (held.noticeId === null || !read.has(held.noticeId)) &&
      (held.letterId === null || !openedBy.has(`${held.userId}:${held.letterId}`)),
  )
}

/**
 * One message per urgent notification and per device, one per user and channel for all others; none without an address.
 */
async function createMessages(
  tx: Db,
  held: readonly QueuedNotification[],
  config: DigestContext['config'],
): Promise<OutboxMessage[]> {
  if (held.length === 0) return []
  const people = await tx
    .select({ id: users.id, email: users.email, mobile: users.mobile })
    .from(users)
    .where(and(inArray(users.id, [...new Set(held.map(({ userId }) => userId))]), eq(users.locked, false)))
  const reached = new Map(people.map((person) => [person.id, person]))
  const origins = await getLastOrigins(tx, [...reached.keys()])
  const devices = await getDevices(tx, held)
  const together = Map.groupBy(held, (one) =>
    isUrgent(one.event) || one.channel === 'device' ? `alone:${one.id}` : `${one.userId}:${one.channel}`,
  )
  return [...together.values()].flatMap((news) => {
    const [first] = news
    const person = first && reached.get(first.userId)
    if (first === undefined || person === undefined) return []
    if (first.channel === 'device') return createDeviceMessages(devices.get(person.id) ?? [], first)
    if (first.channel === 'mail') {
      const origin = origins.get(person.id) ?? ''
      const site = isOwnOrigin(config, origin) ? origin : config.siteUrl
      return person.email === null ? [] : [createDigestMail(person.email, news, site)]
    }
    return person.mobile === null ? [] : [createDigestSms(person.mobile, news)]
  })
}

/** Devices by user, of those who are notified on one. */
async function getDevices(tx: Db, held: readonly QueuedNotification[]): Promise<ReadonlyMap<number, number[]>> {
  const userIds = held.flatMap(({ channel, userId }) => (channel === 'device' ? [userId] : []))
  if (userIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: pushDevices.id, userId: pushDevices.userId })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(
      and(
        inArray(pushDevices.userId, [...new Set(userIds)]),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, new Date()),
      ),
    )
    .orderBy(asc(pushDevices.id))
  const devices = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...devices].map(([userId, own]) => [userId, own.map(({ id }) => id)]))
}

/** Origin of the last sign-in by user, for the links in mails. */
async function getLastOrigins(tx: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await tx
    .selectDistinctOn([sessions.userId], { userId: sessions.userId, origin: sessions.origin })
    .from(sessions)
    .where(and(inArray(sessions.userId, [...userIds]), eq(sessions.appId, 'web')))
    .orderBy(sessions.userId, desc(sessions.id))
  return new Map(rows.map(({ userId, origin }) => [userId, origin]))
}
