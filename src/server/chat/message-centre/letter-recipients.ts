import { and, asc, desc, eq, ilike, inArray, ne, notInArray, notLike, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { conversations, messages } from '../../../db/tables/chat.ts'
import { orders } from '../../../db/tables/orders.ts'
import { automaticPrefixes } from '../../../domain/chat/answer-hours.ts'
import { readParty } from '../../../domain/chat/party.ts'
import { serviceName } from '../../../domain/chat/phrases.ts'
import type { Caller, Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { ownParties } from '../participants.ts'
import { formatName } from './letter-rows.ts'
import { getServiceUserId } from '../../accounts/sign-in/service-id.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { getLetterGroups, recipientCondition } from './audience.ts'
import { maxCounted } from './unread.ts'

type Recipient = z.input<typeof messageCentreCalls.letterRecipients.output>[number]

/** Maximum of recipients per kind, and of conversations searched. */
const [maxRecipients, maxConversations] = [50, 200]

/** Possible recipients of the caller: colleagues first, then trade, chat and the platform. */
export const letterRecipients: Handler<typeof messageCentreCalls.letterRecipients> = async (
  { keyword },
  { db, caller },
) => {
  const partners = await getChatPartners(db, caller)
  const found = [
    ...(await findColleagues(db, caller, keyword)),
    ...(await findCompanies(db, caller, keyword, await getTradePartners(db, caller), 'trade')),
    ...(await findCompanies(db, caller, keyword, partners.companyIds, 'chat')),
    ...(await findPeople(db, caller, keyword, partners.userIds)),
    ...(await findService(db, caller, keyword)),
  ]
  const once = new Map(found.map((one) => [`${one.receiveId}:${one.receiveOrgId}`, one] as const).toReversed())
  return [...once.values()].toReversed().slice(0, maxRecipients)
}

const nameCondition = (keyword: string) =>
  keyword === ''
    ? undefined
    : or(ilike(users.realName, likePattern(keyword)), ilike(users.loginName, likePattern(keyword)))

async function findColleagues(db: Db, caller: Caller, keyword: string): Promise<Recipient[]> {
  if (caller.companyId === null) return []
  const rows = await db
    .select()
    .from(users)
    .where(
      and(
        eq(users.companyId, caller.companyId),
        eq(users.locked, false),
        ne(users.id, caller.userId),
        nameCondition(keyword),
      ),
    )
    .orderBy(asc(users.id))
    .limit(maxRecipients)
  return rows.map((row) => ({
    receiveId: row.id,
    receiveOrgId: null,
    because: 'colleague' as const,
    name: formatName(caller, { ...row, userId: row.id }),
  }))
}

/** Companies with a common order, newest first. */
async function getTradePartners(db: Db, { companyId }: Caller): Promise<number[]> {
  if (companyId === null) return []
  const other = sql<number>`case when ${orders.buyerCompanyId} = ${companyId} then ${orders.sellerCompanyId}
    else ${orders.buyerCompanyId} end`
  const rows = await db
    .select({ id: other, last: sql`max(${orders.id})` })
    .from(orders)
    .where(or(eq(orders.buyerCompanyId, companyId), eq(orders.sellerCompanyId, companyId)))
    // By position: the same expression with another parameter is different to PostgreSQL.
    .groupBy(sql`1`)
    .orderBy(desc(sql`max(${orders.id})`))
    .limit(maxConversations)
  return rows.map(({ id }) => id)
}

/** Other parties of the newest conversations in which they have answered. */
async function getChatPartners(db: Db, caller: Caller) {
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
    .limit(maxConversations)
  const others = rows.map(({ partyA, partyB }) => readParty(own.some((party) => party === partyA) ? partyB : partyA))
  return {
    companyIds: others.flatMap((other) => (other?.is === 'shop' ? [other.companyId] : [])),
    userIds: others.flatMap((other) => (other?.is === 'person' ? [other.userId] : [])),
  }
}

async function findCompanies(
  db: Db,
  caller: Caller,
  keyword: string,
  ids: readonly number[],
  because: 'trade' | 'chat',
): Promise<Recipient[]> {
  const others = ids.filter((id) => id !== caller.companyId)
  if (others.length === 0) return []
  const held = keyword === '' ? undefined : ilike(companies.name, likePattern(keyword))
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(and(inArray(companies.id, others), held))
    .limit(maxRecipients)
  const order = new Map(others.map((id, index) => [id, index]))
  return rows
    .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map(({ id, name }) => ({ receiveId: null, receiveOrgId: id, name, because }))
}

async function findPeople(db: Db, caller: Caller, keyword: string, ids: readonly number[]): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(users)
    .where(
      and(
        inArray(users.id, [...ids]),
        ne(users.id, caller.userId),
        eq(users.locked, false),
        eq(users.isService, false),
        nameCondition(keyword),
      ),
    )
    .limit(maxRecipients)
  return rows.map((row) => ({
    receiveId: row.id,
    receiveOrgId: null,
    because: 'chat' as const,
    name: formatName(caller, { ...row, userId: row.id }),
  }))
}

async function findService(db: Db, caller: Caller, keyword: string): Promise<Recipient[]> {
  const userId = await getServiceUserId(db)
  if (userId === undefined || userId === caller.userId || !serviceName.includes(keyword)) return []
  return [{ receiveId: userId, receiveOrgId: null, name: serviceName, because: 'service' }]
}

/** Members of a group that the caller may write to. */
export const messageGroup: Handler<typeof messageCentreCalls.messageGroup> = async (input, { db, caller }) => {
  const groups = getLetterGroups(caller)
  const { group, districtCode = '', current, pageSize } = input
  if (group === undefined) return { groups, total: 0, data: [] }
  if (!groups.includes(group)) throw new CallFailed('forbidden')
  const condition = recipientCondition(db, {
    audience: group,
    senderUserId: caller.userId,
    senderCompanyId: caller.companyId,
    districtCode,
  })
  const counted = db.select({ id: users.id }).from(users).where(condition).limit(maxCounted).as('counted')
  const rows = await db
    .select({
      userId: users.id,
      realName: users.realName,
      loginName: users.loginName,
      companyId: users.companyId,
      companyName: companies.name,
    })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(condition)
    .orderBy(asc(users.id))
    .limit(pageSize)
    .offset(Math.min((current - 1) * pageSize, maxCounted))
  const data = rows.map((row) => ({
    userId: row.userId,
    name: formatName(caller, row),
    companyName: row.companyName ?? '',
    isPlatform: false,
  }))
  return { groups, total: await db.$count(counted), data }
}
