import { and, eq, or } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { conversations } from '../../../db/tables/chat.ts'
import { orders } from '../../../db/tables/orders.ts'
import { orderParties, personParty, shopParty, type Party } from '../../../domain/chat/party.ts'
import type { Caller } from '../../handler.ts'
import { ownParties } from '../sides.ts'

/** The person who may be written to, or undefined: a colleague, the platform, whoever one has talked with. */
export async function knownPerson(db: Db, caller: Caller, userId: number): Promise<number | undefined> {
  if (userId === caller.userId) return undefined
  const [person] = await db
    .select({ companyId: users.companyId, isService: users.isService })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.locked, false)))
  if (person === undefined) return undefined
  const colleague = person.companyId !== null && person.companyId === caller.companyId
  if (colleague || person.isService || caller.isService || caller.isOperator) return userId
  return (await talked(db, caller, personParty(userId))) ? userId : undefined
}

/** Whether the people of a company may be written to: there is an order between the two, or they have talked. */
export async function knownCompany(db: Db, caller: Caller, companyId: number): Promise<boolean> {
  if (companyId === caller.companyId) return false
  if (caller.isOperator || caller.isService) return true
  return (await traded(db, caller.companyId, companyId)) || talked(db, caller, shopParty(companyId))
}

/** Whether one of the caller's sides has a conversation with another side. */
async function talked(db: Db, caller: Caller, other: Party): Promise<boolean> {
  const pairs = ownParties(caller).map((own) => {
    const { partyA, partyB } = orderParties(own, other)
    return and(eq(conversations.partyA, partyA), eq(conversations.partyB, partyB))
  })
  const [talk] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(or(...pairs))
    .limit(1)
  return talk !== undefined
}

async function traded(db: Db, own: number | null, other: number): Promise<boolean> {
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
