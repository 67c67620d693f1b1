import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { and, eq } from 'drizzle-orm'
import { conversations, readPositions } from '../../db/tables/chat.ts'
import { offers } from '../../db/tables/demands.ts'
import type { Db } from '../../db/open.ts'
import type { OwnLink } from '../../domain/chat/own-link.ts'
import { orderParties, personParty, posterParty, readParty, shopParty, type Party } from '../../domain/chat/party.ts'
import type { Caller, Handler } from '../handler.ts'
import { findLinkedItem, type LinkedItem } from './link-previews.ts'
import { presentEntry } from './conversation-entries.ts'
import { getProfiles } from './profiles.ts'
import { conversationColumns, memberCondition, type OwnConversation } from './own-conversations.ts'
import { mayWriteTo } from './contact-rules.ts'
import { mayStartConversation, assertNotSelf, ownPersonParty, shopRight } from './participants.ts'
import { getServiceUserId } from '../accounts/sign-in/service-id.ts'

interface ContactTarget {
  readonly service: boolean
  readonly orgId?: number | undefined
  readonly userId?: number | undefined
  readonly serviceId?: number | undefined
  readonly productNo?: string | undefined
  readonly demandId?: number | undefined
}

export const contact: Handler<typeof conversationsCalls.contact> = async (input, { db, caller }) => {
  const link = getOwnLink(input)
  const about = link === undefined ? undefined : await findLinkedItem(db, link)
  const other = assertNotSelf(caller, await getOtherParty(db, caller, input, about))
  const own = await getOwnParty(db, caller, other, about)
  const face = (await getProfiles(db, [other])).get(other)
  if (face?.open !== true || !(await mayWriteTo(db, caller, own, other))) throw new CallFailed('notFound')
  const shown = caller.isService || face.isService ? undefined : about
  return {
    entry: presentEntry(face, own, await findOwnConversation(db, caller, own, other)),
    about: shown?.card ?? null,
  }
}

function getOwnLink({ serviceId, productNo, demandId }: ContactTarget): OwnLink | undefined {
  if (serviceId !== undefined) return { kind: 'service', serviceId }
  if (productNo !== undefined) return { kind: 'market', productNo }
  return demandId === undefined ? undefined : { kind: 'demand', demandId }
}

async function getOtherParty(
  db: Db,
  caller: Caller,
  { service, orgId, userId }: ContactTarget,
  about: LinkedItem | undefined,
): Promise<Party> {
  if (service) {
    const id = await getServiceUserId(db)
    if (id === undefined) throw new CallFailed('notFound')
    return personParty(id)
  }
  if (orgId !== undefined) return shopParty(orgId)
  if (userId !== undefined) return personParty(userId)
  if (about?.demandId === null) return shopParty(about.companyId)
  if (about !== undefined) {
    if (about.companyId === caller.companyId) throw new CallFailed('chatSelf')
    // The supplier with the award knows the buyer by name.
    return (await wasAwarded(db, about.demandId, caller)) ? personParty(about.userId) : posterParty(about.demandId)
  }
  throw fieldFailed({ field: 'orgId', message: '请选择沟通对象' })
}

/**
 * Party of the caller: the shop for a supplier about a demand, the anonymous poster until the award, else the person.
 */
async function getOwnParty(db: Db, caller: Caller, other: Party, about: LinkedItem | undefined): Promise<Party> {
  const { companyId, userId } = caller
  if (about?.demandId == null || companyId === null) return ownPersonParty(caller)
  if (about.companyId !== companyId) {
    return caller.shopId !== null && caller.permissions.has(shopRight) ? shopParty(companyId) : ownPersonParty(caller)
  }
  const supplier = readParty(other)
  const isUnnamed =
    about.userId === userId &&
    supplier?.is === 'shop' &&
    !(await wasAwarded(db, about.demandId, supplier)) &&
    (await mayStartConversation(db, posterParty(about.demandId), other))
  return isUnnamed ? posterParty(about.demandId) : ownPersonParty(caller)
}

async function wasAwarded(db: Db, demandId: number, { companyId }: Pick<Caller, 'companyId'>): Promise<boolean> {
  if (companyId === null) return false
  const [deal] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), eq(offers.companyId, companyId), eq(offers.status, 'accepted')))
  return deal !== undefined
}

async function findOwnConversation(
  db: Db,
  caller: Caller,
  own: Party,
  other: Party,
): Promise<OwnConversation | undefined> {
  const { partyA, partyB } = orderParties(own, other)
  const [row] = await db
    .select(conversationColumns)
    .from(conversations)
    .leftJoin(readPositions, memberCondition(caller.userId))
    .where(and(eq(conversations.partyA, partyA), eq(conversations.partyB, partyB)))
  return row
}
