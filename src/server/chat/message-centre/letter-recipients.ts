import { and, asc, desc, eq, ilike, inArray, ne, notInArray, notLike, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { conversations, messages } from '../../../db/tables/chat.ts'
import { orders } from '../../../db/tables/orders.ts'
import { automaticPrefixes } from '../../../domain/chat/away.ts'
import { readParty } from '../../../domain/chat/party.ts'
import { serviceName } from '../../../domain/chat/words.ts'
import { serviceUserId } from '../../accounts/public.ts'
import type { Caller, Handler } from '../../handler.ts'
import { anywhere } from '../../search/anywhere.ts'
import { ownParties } from '../sides.ts'
import { nameFor } from './letter-rows.ts'

type Recipient = z.input<typeof messageCentreCalls.letterRecipients.output>[number]

/** Of each kind; and newest conversations that are looked at. */
const [most, newest] = [50, 200]

/** Whom the caller may write to, in the order of how near they are. A handful of statements. */
export const letterRecipients: Handler<typeof messageCentreCalls.letterRecipients> = async (
  { keyword },
  { db, caller },
) => {
  const talked = await talkedWith(db, caller)
  const found = [
    ...(await colleagues(db, caller, keyword)),
    ...(await firms(db, caller, keyword, await tradedWith(db, caller), 'trade')),
    ...(await firms(db, caller, keyword, talked.companyIds, 'chat')),
    ...(await people(db, caller, keyword, talked.userIds)),
    ...(await service(db, caller, keyword)),
  ]
  const once = new Map(found.map((one) => [`${one.receiveId}:${one.receiveOrgId}`, one] as const).toReversed())
  return [...once.values()].toReversed().slice(0, most)
}

const named = (keyword: string) =>
  keyword === '' ? undefined : or(ilike(users.realName, anywhere(keyword)), ilike(users.loginName, anywhere(keyword)))

async function colleagues(db: Db, caller: Caller, keyword: string): Promise<Recipient[]> {
  if (caller.companyId === null) return []
  const rows = await db
    .select()
    .from(users)
    .where(
      and(
        ...[eq(users.companyId, caller.companyId), eq(users.locked, false), ne(users.id, caller.userId)],
        named(keyword),
      ),
    )
    .orderBy(asc(users.id))
    .limit(most)
  return rows.map((row) => ({
    ...{ receiveId: row.id, receiveOrgId: null, because: 'colleague' as const },
    name: nameFor(caller, { ...row, userId: row.id }),
  }))
}

/** Companies on the other side of an order, the newest first. */
async function tradedWith(db: Db, { companyId }: Caller): Promise<number[]> {
  if (companyId === null) return []
  const other = sql<number>`case when ${orders.buyerCompanyId} = ${companyId} then ${orders.sellerCompanyId}
    else ${orders.buyerCompanyId} end`
  const rows = await db
    .select({ id: other, last: sql`max(${orders.id})` })
    .from(orders)
    .where(or(eq(orders.buyerCompanyId, companyId), eq(orders.sellerCompanyId, companyId)))
    // By its place: the same words with another parameter are another expression to PostgreSQL.
    .groupBy(sql`1`)
    .orderBy(desc(sql`max(${orders.id})`))
    .limit(newest)
  return rows.map(({ id }) => id)
}

/** The other sides of the newest conversations in which they have answered. */
async function talkedWith(db: Db, caller: Caller) {
  const own = ownParties(caller)
  const { partyA, partyB } = conversations
  const answer = sql`exists (select 1 from ${messages} where ${messages.conversationId} = ${conversations.id}
    and ${notInArray(messages.senderParty, own)}
    and ${and(...automaticPrefixes.map((prefix) => notLike(messages.clientId, `${prefix}%`)))})`
  const rows = await db
    .select({ partyA, partyB })
    .from(conversations)
    .where(and(or(inArray(partyA, own), inArray(partyB, own)), answer))
    .orderBy(desc(conversations.lastAt))
    .limit(newest)
  const others = rows.map(({ partyA, partyB }) => readParty(own.some((party) => party === partyA) ? partyB : partyA))
  return {
    companyIds: others.flatMap((other) => (other?.is === 'shop' ? [other.companyId] : [])),
    userIds: others.flatMap((other) => (other?.is === 'person' ? [other.userId] : [])),
  }
}

async function firms(
  db: Db,
  caller: Caller,
  keyword: string,
  ids: readonly number[],
  because: 'trade' | 'chat',
): Promise<Recipient[]> {
  const others = ids.filter((id) => id !== caller.companyId)
  if (others.length === 0) return []
  const held = keyword === '' ? undefined : ilike(companies.name, anywhere(keyword))
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(and(inArray(companies.id, others), held))
    .limit(most)
  const order = new Map(others.map((id, index) => [id, index]))
  return rows
    .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map(({ id, name }) => ({ receiveId: null, receiveOrgId: id, name, because }))
}

async function people(db: Db, caller: Caller, keyword: string, ids: readonly number[]): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(users)
    .where(
      and(
        ...[inArray(users.id, [...ids]), ne(users.id, caller.userId), eq(users.locked, false)],
        ...[eq(users.isService, false), named(keyword)],
      ),
    )
    .limit(most)
  return rows.map((row) => ({
    ...{ receiveId: row.id, receiveOrgId: null, because: 'chat' as const },
    name: nameFor(caller, { ...row, userId: row.id }),
  }))
}

async function service(db: Db, caller: Caller, keyword: string): Promise<Recipient[]> {
  const userId = await serviceUserId(db)
  if (userId === undefined || userId === caller.userId || !serviceName.includes(keyword)) return []
  return [{ receiveId: userId, receiveOrgId: null, name: serviceName, because: 'service' }]
}
