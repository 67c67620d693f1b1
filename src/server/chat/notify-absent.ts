import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversations, messages, readPositions } from '../../db/tables/chat.ts'
import { chatAbsences } from '../../db/tables/letters.ts'
import { nameSeparator } from '../../domain/chat/phrases.ts'
import { links } from '../../domain/links.ts'
import type { Push } from '../push/push.ts'
import { createJobContext } from '../platform/job-context.ts'
import { onlineUsers } from '../session/online-users.ts'
import { getProfiles } from './profiles.ts'
import { getReaders } from './members.ts'
import { notify } from '../accounts/notifications/notify.ts'

/** Maximum of conversations per run. */
const maxConversations = 200
/** Minutes until an unread message is notified. */
const delayMinutes = 5

/**
 * Notifies absent users of unread messages by device, mail and SMS: not users with an open page, not of muted conversations,
 * and members of a shop only until one of them answers. Safe to run twice: the notified position of a conversation
 * advances in the same transaction.
 */
export async function notifyAbsent(db: Db, { push }: { readonly push: Push }): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await db.transaction(async (tx) => {
    for (const { id, people, name } of await getAbsentReaders(tx, await takeUnnotified(tx))) {
      await notify(tx, context, 'chat.absent', people, {
        title: `“${name}”给您发来了沟通消息`,
        text: '请登录后在“我的沟通”中查看并回复。',
        path: links.conversation(id),
        channels: ['device', 'mail', 'sms'],
      })
    }
  })
  await notifyAll()
}

interface UnnotifiedConversation {
  readonly id: number
  readonly partyA: string
  readonly partyB: string
  readonly notifiedSeq: number
}

/** Conversations of the last day with messages not notified yet; marks them as notified. */
async function takeUnnotified(tx: Db): Promise<UnnotifiedConversation[]> {
  const notifiedSeq = sql<number>`coalesce(${chatAbsences.seq}, 0)`
  const { id, lastSeq, partyA, partyB, lastAt } = conversations
  const rows = await tx
    .select({ id, lastSeq, partyA, partyB, notifiedSeq })
    .from(conversations)
    .leftJoin(chatAbsences, eq(chatAbsences.conversationId, id))
    .where(
      and(
        gt(lastAt, sql`now() - interval '1 day'`),
        gt(lastSeq, notifiedSeq),
        lte(lastAt, sql`now() - make_interval(mins => ${delayMinutes})`),
      ),
    )
    .orderBy(asc(lastAt))
    .limit(maxConversations)
  if (rows.length === 0) return []
  // Sorted by id, so that concurrent runs lock rows in the same order and cannot deadlock.
  const marks = rows.map((row) => ({ conversationId: row.id, seq: row.lastSeq }))
  const mine = await tx
    .insert(chatAbsences)
    .values(marks.toSorted((a, b) => a.conversationId - b.conversationId))
    .onConflictDoUpdate({
      target: chatAbsences.conversationId,
      set: { seq: sql`excluded.seq` },
      setWhere: lt(chatAbsences.seq, sql`excluded.seq`),
    })
    .returning({ id: chatAbsences.conversationId })
  const taken = new Set(mine.map((row) => row.id))
  return rows.filter((row) => taken.has(row.id))
}

/** Absent readers of the last messages, with the name of the sender. */
async function getAbsentReaders(
  tx: Db,
  pending: readonly UnnotifiedConversation[],
): Promise<{ id: number; people: number[]; name: string }[]> {
  if (pending.length === 0) return []
  const ids = pending.map(({ id }) => id)
  const lastMessages = await getLastMessages(tx, ids)
  const readers = await getReaders(tx, [...new Set(pending.flatMap(({ partyA, partyB }) => [partyA, partyB]))])
  const positions = await tx.select().from(readPositions).where(inArray(readPositions.conversationId, ids))
  const read = new Map(positions.map((row) => [`${row.conversationId}:${row.userId}`, row]))
  const present = await onlineUsers(tx, [...new Set(readers.map(({ userId }) => userId))])
  const profiles = await getProfiles(tx, [...new Set(lastMessages.values().map(({ party }) => party))])
  return pending.flatMap(({ id, partyA, partyB, notifiedSeq }) => {
    const last = lastMessages.get(id)
    if (last === undefined || last.seq <= notifiedSeq) return []
    const other = last.party === partyA ? partyB : partyA
    const people = readers.flatMap(({ userId, party }) => {
      const own = read.get(`${id}:${userId}`)
      const knows = present.has(userId) || own?.muted === true || (own?.seq ?? 0) >= last.seq
      return party === other && !knows ? [userId] : []
    })
    const name = shownName(profiles.get(last.party)?.name ?? '')
    return people.length === 0 ? [] : [{ id, people, name }]
  })
}

/** Last message of each conversation that is neither automatic nor recalled; one index lookup each. */
async function getLastMessages(tx: Db, ids: readonly number[]) {
  const last = sql`from ${messages} where ${messages.conversationId} = ${conversations.id}
    and ${messages.clientId} not like 'away:%' and ${messages.clientId} not like 'desk:%'
    and ${messages.recalledAt} is null order by ${messages.seq} desc limit 1`
  const rows = await tx
    .select({
      id: conversations.id,
      seq: sql<number>`coalesce((select ${messages.seq} ${last}), 0)`,
      party: sql<string>`coalesce((select ${messages.senderParty} ${last}), '')`,
    })
    .from(conversations)
    .where(inArray(conversations.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The first non-empty part of `name$$$subname`. */
function shownName(face: string): string {
  const [name = '', second = ''] = face.split(nameSeparator)
  return name === '' || name === 'null' ? second : name
}
