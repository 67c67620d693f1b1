import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { MqttClient } from 'mqtt'
import { z } from 'zod'
import type { Db } from '../../src/db/open.ts'
import { conversations } from '../../src/db/tables/chat.ts'
import { orderParties, personParty } from '../../src/domain/chat/party.ts'
import { topicOf } from '../../src/domain/chat/topics.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import { hashToken } from '../../src/server/platform/tokens.ts'
import { postCall } from '../support/sign-in-load.ts'
import { memoryOf } from '../support/memory.ts'
import { newClientId, connectToBroker } from '../support/test-broker.ts'
import { startSite, type Site } from '../support/site.ts'
import { isServerAvailable, withDatabase, startRuntimeOn } from './postgres.ts'
import type { Line } from './table.ts'

/** Users with an open page: those who send messages, and those whose memory is measured. */
export const talking = 200
const connected = 2_000
/** Number of timed messages, and milliseconds between two. */
const [timed, betweenMs] = [400, 100]
/** Messages of the long and of the short conversation, and timed reads of each. */
const [long, short, readings] = [100_000, 100, 200]

/** Chat on PostgreSQL: delivery time of a message, memory per open page, effect of a long history. */
export async function chatFigures(): Promise<Line[]> {
  if (!(await isServerAvailable())) return [{ what: 'chat', figure: 'no PostgreSQL answers' }]
  return withDatabase(async (url) => {
    const runtime = await startRuntimeOn(url)
    const people = await makePeople(runtime.db, connected)
    const past = await measureHistoryLength(runtime, people)
    await openConversations(runtime.db, people.slice(0, talking))
    await runtime.close()
    const site = await startSite({ DATABASE_URL: url, DEMO: '1', TRUST_PROXY: '1' })
    try {
      const talk = await measureDelivery(site, people.slice(0, talking))
      const memory = await measureOpenPages(site, people)
      return [talk, memory, ...past]
    } finally {
      await site.remove()
    }
  })
}

export interface Person {
  readonly userId: number
  readonly token: string
}

/** Users with a session each, whose token suffices as for an app. */
export async function makePeople(db: Db, count: number): Promise<Person[]> {
  const tokens = Array.from({ length: count }, () => crypto.randomUUID())
  const rows = JSON.stringify(tokens.map((token, n) => ({ name: `bench${n}`, hash: hashToken(token) })))
  const made: unknown = await db.execute(sql`
    with told as (select * from json_to_recordset(${rows}::json) as t (name text, hash text)),
    made as (insert into users (login_name, real_name) select name, name from told returning id, login_name)
    insert into sessions (user_id, token_hash, app_id, expires_at)
    select made.id, told.hash, 'open', now() + interval '1 day' from made join told on told.name = made.login_name
    returning user_id, token_hash`)
  const { rows: people } = z
    .object({ rows: z.array(z.object({ user_id: z.int(), token_hash: z.string() })) })
    .parse(made)
  const idOf = new Map(people.map((row) => [row.token_hash, row.user_id]))
  return tokens.map((token) => ({ token, userId: idOf.get(hashToken(token)) ?? 0 }))
}

/** A conversation between every two neighbours: people of other companies write only where one exists. */
export async function openConversations(db: Db, people: readonly Person[]): Promise<void> {
  const pairs = people.flatMap((one, n) => {
    const other = people[n + 1]
    return n % 2 === 1 || other === undefined ? [] : [orderParties(personParty(one.userId), personParty(other.userId))]
  })
  await db.insert(conversations).values(pairs).onConflictDoNothing()
}

const callAs = (site: Site, { token }: Person, path: string, input: object) =>
  postCall(site, { path, input, headers: { token, 'app-id': 'open' } })

/** Opens the push connection of a page. */
async function openConnection(site: Site, person: Person): Promise<MqttClient> {
  const { content } = await callAs(site, person, '/message/mqtt/ticket', {})
  const ticket = typeof content === 'object' && content !== null && 'ticket' in content ? String(content.ticket) : ''
  const { userId } = person
  const line = await connectToBroker(`${site.url.replace('http', 'ws')}/mqtt`, {
    userId,
    password: ticket,
    clientId: newClientId(userId),
  })
  if (typeof line !== 'object') throw new Error(`Refused: ${line}`)
  await line.subscribeAsync(topicOf(userId), { qos: 2 })
  return line
}

/** Milliseconds from the send call to the message in the recipient's open page, with all 200 connected. */
export async function measureDelivery(site: Site, people: readonly Person[], around = ''): Promise<Line> {
  const sentAt = new Map<string, number>()
  const times: number[] = []
  const lines = await inBatches(people, 20, (person) => openConnection(site, person))
  lines.forEach((line, n) =>
    line.on('message', (_topic, payload) => {
      const message: { clientId?: string; mine?: boolean } = JSON.parse(payload.toString())
      const at = sentAt.get(message.clientId ?? '')
      if (n % 2 === 1 && at !== undefined && message.mine === false) times.push(performance.now() - at)
    }),
  )
  const pairs = people.length / 2
  const say = (n: number, known: boolean) => {
    const [from, to] = [people[(n % pairs) * 2], people[(n % pairs) * 2 + 1]]
    if (from === undefined || to === undefined) throw new Error('nobody')
    const clientId = crypto.randomUUID()
    if (known) sentAt.set(clientId, performance.now())
    return callAs(site, from, '/message/mqtt/send-msg', { receiveId: to.userId, content: `终稿 ${n}`, clientId })
  }
  // The first message of each pair warms its conversation up.
  for (let n = 0; n < pairs; n += 1) await say(n, false)
  const sending: Promise<unknown>[] = []
  for (let n = 0; n < timed; n += 1) {
    sending.push(say(n, true))
    await pause(betweenMs)
  }
  const codes = await Promise.all(sending)
  for (let waited = 0; times.length < timed && waited < 200; waited += 1) await pause(50)
  await Promise.all(lines.map((line) => line.endAsync(true)))
  const missed = timed - times.length
  if (missed > 0) throw new Error(`${missed} messages did not come: ${JSON.stringify(codes.at(-1))}`)
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
  return {
    what: `a message sent to the open chat, ${talking} users connected, 10 messages a second${around} (PostgreSQL)`,
    figure: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  }
}

/** Memory of the process in megabytes, once it is stable. */
async function settledMemory(site: Site): Promise<number> {
  await pause(3_000)
  return memoryOf(site.process.pid ?? 0)
}

async function measureOpenPages(site: Site, people: readonly Person[]): Promise<Line> {
  // Memory allocated by earlier calls is not attributed to connections.
  const idle = await settledMemory(site)
  const lines = await inBatches(people, 25, (person) => openConnection(site, person))
  const grown = (await settledMemory(site)) - idle
  await Promise.all(lines.map((line) => line.endAsync(true)))
  return {
    what: `memory of ${connected.toLocaleString('en')} connected users over an idle server (PostgreSQL)`,
    figure: `${Math.round(grown)} MB`,
  }
}

async function inBatches<T, R>(all: readonly T[], size: number, how: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let from = 0; from < all.length; from += size) {
    done.push(...(await Promise.all(all.slice(from, from + size).map(how))))
  }
  return done
}

/** Opening and paging 100,000 messages compared with 100: the same calls, alternately. */
async function measureHistoryLength(runtime: Runtime, people: readonly Person[]): Promise<Line[]> {
  const [me, one, other] = people
  if (me === undefined || one === undefined || other === undefined) throw new Error('nobody')
  await fillConversation(runtime.db, me, one, long)
  await fillConversation(runtime.db, me, other, short)
  await runtime.db.execute(sql`analyze messages`)
  const facts = {
    appId: 'open' as const,
    token: me.token,
    cookie: undefined,
    browserCookie: undefined,
    origin: 'http://localhost',
    ssoCookie: undefined,
    viewCookie: undefined,
    idempotencyKey: undefined,
    ip: undefined,
    userAgent: 'bench',
  }
  const time = async (to: Person, more: object) => {
    const started = performance.now()
    const { code } = await runtime.call('chat.messages', { receiveId: to.userId, pageSize: 20, ...more }, facts)
    if (code !== 200) throw new Error(String(code))
    return performance.now() - started
  }
  const lines: Line[] = []
  for (const [what, ofLong, ofShort] of [
    ['opening', {}, {}],
    ['scrolling up', { beforeSeq: long / 2 }, { beforeSeq: short / 2 }],
  ] as const) {
    const [longs, shorts]: [number[], number[]] = [[], []]
    for (let n = 0; n < readings; n += 1) {
      longs.push(await time(one, ofLong))
      shorts.push(await time(other, ofShort))
    }
    const [l, s] = [median(longs), median(shorts)]
    lines.push({
      what: `${what} a conversation of ${long.toLocaleString('en')} messages, of one of ${short} (PostgreSQL)`,
      figure: `${l.toFixed(2)} ms, ${s.toFixed(2)} ms: ${(l / s).toFixed(2)}×`,
    })
  }
  return lines
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** A conversation of two users with so many messages. */
async function fillConversation(db: Db, me: Person, to: Person, count: number): Promise<void> {
  const [a, b] = [`u:${me.userId}`, `u:${to.userId}`].toSorted()
  const content = JSON.stringify({ status: 'text', text: '终稿已上传，请您验收', lastShort: '终稿已上传，请您验收' })
  await db.execute(sql`
    with talk as (
      insert into conversations (party_a, party_b, last_seq, last_content, last_at)
      values (${a}, ${b}, ${count}, ${content}::jsonb, now()) returning id)
    insert into messages (conversation_id, seq, client_id, sender_user_id, sender_party, content)
    select talk.id, n, 'bench-' || talk.id || '-' || n, ${to.userId}, ${`u:${to.userId}`}, ${content}::jsonb
    from talk, generate_series(1, ${count}::int) n`)
}
