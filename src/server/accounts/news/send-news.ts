import { and, asc, desc, eq, inArray, isNotNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { sessions, users } from '../../../db/tables/accounts.ts'
import { heldNews, letterRecipients } from '../../../db/tables/letters.ts'
import { notices } from '../../../db/tables/operations.ts'
import { isUrgent, notificationEvents } from '../../../domain/accounts/notifications.ts'
import { isOwnOrigin } from '../../http/own-origin.ts'
import { queueMessages, type OutboxMessage } from '../../operations/public.ts'
import { mailOf, smsOf } from './news-words.ts'

type Held = typeof heldNews.$inferSelect

/** People in one transaction; whoever waits beyond comes with the next one. */
const most = 200
const urgent = notificationEvents.map(({ event }) => event).filter(isUrgent)

interface Around {
  readonly config: Pick<Config, 'siteUrl' | 'siteOrigins'>
  /** Has the outbox sent soon. */
  readonly wakeIn?: (name: 'operations-outbox', seconds: number) => Promise<unknown>
}

/**
 * Puts what is due into the outbox: of each person everything that waits as one mail, money and safety by themselves.
 * What was read meanwhile does not go out. Safe to run twice and in several processes at once: what is taken is
 * deleted by the transaction that writes the messages.
 */
export async function sendNews(db: Db, { config, wakeIn }: Around): Promise<void> {
  let written = 0
  for (let people = most; people >= most;) {
    people = await db.transaction(async (tx) => {
      const waiting = await tx
        .selectDistinct({ userId: heldNews.userId })
        .from(heldNews)
        .where(lte(heldNews.dueAt, sql`now()`))
        .limit(most)
      const taken = await take(
        tx,
        waiting.map(({ userId }) => userId),
      )
      const context = { after: () => {}, jobs: { wake: async () => {} } }
      const messages = await messagesOf(tx, await unread(tx, taken), config)
      await queueMessages(tx, context, messages)
      written += messages.length
      return waiting.length
    })
  }
  if (written > 0) await wakeIn?.('operations-outbox', 1)
}

/** What is due of these people, and with it what waits of theirs to go out together with others. */
async function take(tx: Db, userIds: readonly number[]): Promise<Held[]> {
  if (userIds.length === 0) return []
  const due = lte(heldNews.dueAt, sql`now()`)
  const beside = sql`exists (select 1 from ${heldNews} as first where first.user_id = ${heldNews.userId}
    and first.channel = ${heldNews.channel} and first.due_at <= now() and not first.event = any(${sql.param(urgent)}::text[]))`
  const ready = tx
    .select({ id: heldNews.id })
    .from(heldNews)
    .where(
      and(
        inArray(heldNews.userId, [...userIds]),
        or(due, and(eq(heldNews.channel, 'mail'), notInArray(heldNews.event, urgent), beside)),
      ),
    )
    .orderBy(asc(heldNews.id))
    .for('update', { skipLocked: true })
  const rows = await tx.delete(heldNews).where(inArray(heldNews.id, ready)).returning()
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Without what its person has read in the message centre meanwhile. */
async function unread(tx: Db, taken: readonly Held[]): Promise<Held[]> {
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

/** One message for each urgent one, one for all others of a person and channel; none for who has no address. */
async function messagesOf(tx: Db, held: readonly Held[], config: Around['config']): Promise<OutboxMessage[]> {
  if (held.length === 0) return []
  const people = await tx
    .select({ id: users.id, email: users.email, mobile: users.mobile })
    .from(users)
    .where(and(inArray(users.id, [...new Set(held.map(({ userId }) => userId))]), eq(users.locked, false)))
  const reached = new Map(people.map((person) => [person.id, person]))
  const origins = await lastOrigins(tx, [...reached.keys()])
  const together = Map.groupBy(held, (one) =>
    isUrgent(one.event) ? `alone:${one.id}` : `${one.userId}:${one.channel}`,
  )
  return [...together.values()].flatMap((news) => {
    const [first] = news
    const person = first && reached.get(first.userId)
    if (first === undefined || person === undefined) return []
    if (first.channel === 'mail') {
      const origin = origins.get(person.id) ?? ''
      const site = isOwnOrigin(config, origin) ? origin : config.siteUrl
      return person.email === null ? [] : [mailOf(person.email, news, site)]
    }
    return person.mobile === null ? [] : [smsOf(person.mobile, news)]
  })
}

/** Where people signed in the last time: links lead to the origin that knows them. */
async function lastOrigins(tx: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await tx
    .selectDistinctOn([sessions.userId], { userId: sessions.userId, origin: sessions.origin })
    .from(sessions)
    .where(and(inArray(sessions.userId, [...userIds]), eq(sessions.appId, 'web')))
    .orderBy(sessions.userId, desc(sessions.id))
  return new Map(rows.map(({ userId, origin }) => [userId, origin]))
}
