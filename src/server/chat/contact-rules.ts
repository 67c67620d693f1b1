import { and, eq, inArray, notLike, or } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import { orders } from '../../db/tables/orders.ts'
import { automaticPrefixes } from '../../domain/chat/answer-hours.ts'
import { orderParties, personParty, readParty, shopParty, type Party } from '../../domain/chat/party.ts'
import type { Caller } from '../handler.ts'
import { findConversation, ownParties } from './participants.ts'

/** User who may receive a letter: a colleague, the platform, or somebody who answered the caller; else undefined. */
export async function findKnownPerson(db: Db, caller: Caller, userId: number): Promise<number | undefined> {
  if (userId === caller.userId) return undefined
  const person = await getActivePerson(db, userId)
  if (person === undefined) return undefined
  if (isNear(caller, person)) return userId
  return (await hasAnswered(db, caller, personParty(userId))) ? userId : undefined
}

/** Whether members of a company may receive letters: with a common order, or if it answered the caller. */
export async function isKnownCompany(db: Db, caller: Caller, companyId: number): Promise<boolean> {
  if (companyId === caller.companyId) return false
  if (caller.isOperator || caller.isService) return true
  return (await hasTraded(db, caller.companyId, companyId)) || hasAnswered(db, caller, shopParty(companyId))
}

/**
 * Whether a party may receive chat messages. Shops and demand posters: from everyone; a person: from colleagues, the
 * platform, companies with a common order, and in existing conversations.
 */
export async function mayWriteTo(db: Db, caller: Caller, own: Party, other: Party): Promise<boolean> {
  const kind = readParty(other)
  if (kind?.is !== 'person') return true
  const person = await getActivePerson(db, kind.userId)
  if (person === undefined) return false
  if (isNear(caller, person)) return true
  for (const side of new Set([own, ...ownParties(caller)])) {
    if ((await findConversation(db, side, other)) !== undefined) return true
  }
  return person.companyId !== null && hasTraded(db, caller.companyId, person.companyId)
}

/**
 * Whether the other party has written to a party of the caller. Automatic replies do not count.
 */
export async function hasAnswered(db: Db, caller: Caller, other: Party): Promise<boolean> {
  const pairs = ownParties(caller).map((own) => {
    const { partyA, partyB } = orderParties(own, other)
    return and(eq(conversations.partyA, partyA), eq(conversations.partyB, partyB))
  })
  const talks = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(or(...pairs))
  const [answer] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        inArray(messages.conversationId, talks),
        eq(messages.senderParty, other),
        ...automaticPrefixes.map((prefix) => notLike(messages.clientId, `${prefix}%`)),
      ),
    )
    .limit(1)
  return answer !== undefined
}

async function getActivePerson(db: Db, userId: number) {
  const [person] = await db
    .select({ companyId: users.companyId, isService: users.isService })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.locked, false)))
  return person
}

/** Whether both are colleagues or one of them is the platform. */
const isNear = (caller: Caller, person: { readonly companyId: number | null; readonly isService: boolean }): boolean =>
  (person.companyId !== null && person.companyId === caller.companyId) ||
  person.isService ||
  caller.isService ||
  caller.isOperator

async function hasTraded(db: Db, own: number | null, other: number): Promise<boolean> {
  if (own === null) return false
  const { buyerCompanyId, sellerCompanyId } = orders
  const both = (a: number, b: number) => and(eq(buyerCompanyId, a), eq(sellerCompanyId, b))
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(or(both(own, other), both(other, own)))
    .limit(1)
  return order !== undefined
}
