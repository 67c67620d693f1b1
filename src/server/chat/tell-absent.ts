import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversations, messages, readPositions } from '../../db/tables/chat.ts'
import { chatAbsences } from '../../db/tables/letters.ts'
import { nameSeparator } from '../../domain/chat/words.ts'
import { links } from '../../domain/links.ts'
import { notify } from '../accounts/public.ts'
import type { Push } from '../push/push.ts'
import { newsOfJob } from '../jobs/news-of-job.ts'
import { presentOf } from '../session/present.ts'
import { facesOf } from './faces.ts'
import { readersOf } from './members.ts'

/** Conversations of one run; what is left comes with the next one. */
const most = 200
/** Minutes after which what was written and not read is told. */
const patience = 5

/**
 * Tells whoever was away of messages that they have not read, by mail and SMS: not those with a page open, nor of
 * conversations they silenced, and a shop's people only while nobody of them has answered. Safe to run twice: how far
 * a conversation is told moves forward once, in the transaction that tells.
 */
export async function tellAbsent(db: Db, { push }: { readonly push: Push }): Promise<void> {
  const { news, tellAll } = newsOfJob(push)
  await db.transaction(async (tx) => {
    for (const { people, name } of await waiting(tx, await takeQuiet(tx))) {
      await notify(tx, news, 'chat.absent', people, {
        ...{ title: `“${name}”给您发来了沟通消息`, text: '请登录后在“我的沟通”中查看并回复。', path: links.chat() },
        by: ['mail', 'sms'],
      })
    }
  })
  await tellAll()
}

interface Quiet {
  readonly id: number
  readonly partyA: string
  readonly partyB: string
  readonly told: number
}

/** Conversations of the last day in which something stands that nobody was told of, marked as told. */
async function takeQuiet(tx: Db): Promise<Quiet[]> {
  const told = sql<number>`coalesce(${chatAbsences.seq}, 0)`
  const { id, lastSeq, partyA, partyB, lastAt } = conversations
  const rows = await tx
    .select({ id, lastSeq, partyA, partyB, told })
    .from(conversations)
    .leftJoin(chatAbsences, eq(chatAbsences.conversationId, id))
    .where(
      and(
        ...[gt(lastAt, sql`now() - interval '1 day'`), gt(lastSeq, told)],
        lte(lastAt, sql`now() - make_interval(mins => ${patience})`),
      ),
    )
    .orderBy(asc(lastAt))
    .limit(most)
  if (rows.length === 0) return []
  // One row after the other in the same order everywhere: two runs at once never wait for each other crosswise.
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

/** Who has not read what was said last in these conversations, and who said it. */
async function waiting(tx: Db, quiet: readonly Quiet[]): Promise<{ people: number[]; name: string }[]> {
  if (quiet.length === 0) return []
  const ids = quiet.map(({ id }) => id)
  const said = await lastSaid(tx, ids)
  const readers = await readersOf(tx, [...new Set(quiet.flatMap(({ partyA, partyB }) => [partyA, partyB]))])
  const positions = await tx.select().from(readPositions).where(inArray(readPositions.conversationId, ids))
  const read = new Map(positions.map((row) => [`${row.conversationId}:${row.userId}`, row]))
  const present = await presentOf(tx, [...new Set(readers.map(({ userId }) => userId))])
  const faces = await facesOf(tx, [...new Set(said.values().map(({ party }) => party))])
  return quiet.flatMap(({ id, partyA, partyB, told }) => {
    const last = said.get(id)
    if (last === undefined || last.seq <= told) return []
    const other = last.party === partyA ? partyB : partyA
    const people = readers.flatMap(({ userId, party }) => {
      const own = read.get(`${id}:${userId}`)
      const knows = present.has(userId) || own?.muted === true || (own?.seq ?? 0) >= last.seq
      return party === other && !knows ? [userId] : []
    })
    const name = shownName(faces.get(last.party)?.name ?? '')
    return people.length === 0 ? [] : [{ people, name }]
  })
}

/** The last message of each that a person wrote and did not take back; one look into the index for each. */
async function lastSaid(tx: Db, ids: readonly number[]) {
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

/** The first of `name$$$subname` that says something. */
function shownName(face: string): string {
  const [name = '', second = ''] = face.split(nameSeparator)
  return name === '' || name === 'null' ? second : name
}
