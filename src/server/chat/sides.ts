import { and, eq } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { conversations } from '../../db/tables/chat.ts'
import { orderParties, personParty, shopParty, type Party } from '../../domain/chat/party.ts'
import type { Caller } from '../handler.ts'

/** The right to read and answer what is written to one's shop. */
export const shopRight = 'message_reply'

/** The two sides as the specification's calls name them. */
export interface Addressed {
  readonly receiveId?: number | null | undefined
  readonly receiveOrgId?: number | null | undefined
  readonly isOrg: boolean
  readonly isStoreIdentity?: 1 | 2 | undefined
  readonly sendOrgId?: number | null | undefined
  readonly isOrgSend: boolean
}

/** The side of a person; of the platform's agents that of its service, for which each of them speaks. */
export const personOf = (caller: Caller): Party => personParty(caller.serviceId ?? caller.userId)

/** Every side on which the caller may stand: as a person, and as the company with the right. */
export function ownParties(caller: Caller): Party[] {
  const person = personOf(caller)
  const asShop = caller.companyId !== null && caller.permissions.has(shopRight)
  return asShop && caller.companyId !== null ? [person, shopParty(caller.companyId)] : [person]
}

/** The side on which the caller speaks. Another's organisation is notFound, the own one without the right forbidden. */
export function ownPartyOf(caller: Caller, { isOrgSend, sendOrgId }: Addressed): Party {
  if (!isOrgSend) return personOf(caller)
  if (caller.companyId === null || (sendOrgId ?? caller.companyId) !== caller.companyId)
    throw new CallFailed('notFound')
  if (!caller.permissions.has(shopRight)) throw new CallFailed('forbidden')
  return shopParty(caller.companyId)
}

/** The side that is spoken to. Throws chatSelf for the caller, its company and its own side. */
export function otherPartyOf(caller: Caller, to: Addressed): Party {
  if (to.isOrg || to.isStoreIdentity === 2) {
    if (to.receiveOrgId == null) throw fieldFailed({ field: 'receiveOrgId', message: '请选择沟通对象' })
    return notSelf(caller, shopParty(to.receiveOrgId))
  }
  if (to.receiveId == null) throw fieldFailed({ field: 'receiveId', message: '请选择沟通对象' })
  return notSelf(caller, personParty(to.receiveId))
}

export function notSelf(caller: Caller, other: Party): Party {
  const company = caller.companyId === null ? undefined : shopParty(caller.companyId)
  if (other === personOf(caller) || other === company) throw new CallFailed('chatSelf')
  return other
}

/** The conversation of two sides, or undefined before the first message. */
export async function findConversation(db: Db, own: Party, other: Party) {
  const { partyA, partyB } = orderParties(own, other)
  const [row] = await db
    .select({ id: conversations.id, lastSeq: conversations.lastSeq })
    .from(conversations)
    .where(and(eq(conversations.partyA, partyA), eq(conversations.partyB, partyB)))
  return row
}
