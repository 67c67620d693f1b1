import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { and, eq } from 'drizzle-orm'
import { conversations, readPositions } from '../../db/tables/chat.ts'
import { offers } from '../../db/tables/demands.ts'
import type { Db } from '../../db/open.ts'
import type { OwnLink } from '../../domain/chat/own-link.ts'
import { orderParties, personParty, posterParty, readParty, shopParty, type Party } from '../../domain/chat/party.ts'
import type { Caller, Handler } from '../handler.ts'
import { linked, type Linked } from './cards.ts'
import { entryOf } from './entries.ts'
import { facesOf } from './faces.ts'
import { serviceUserId } from '../accounts/public.ts'
import { conversationColumns, ofMember, type OwnConversation } from './own-conversations.ts'
import { mayWriteTo } from './relations.ts'
import { mayBegin, notSelf, personOf, shopRight } from './sides.ts'

interface Wanted {
  readonly service: boolean
  readonly orgId?: number | undefined
  readonly userId?: number | undefined
  readonly serviceId?: number | undefined
  readonly productNo?: string | undefined
  readonly demandId?: number | undefined
}

export const contact: Handler<typeof conversationsCalls.contact> = async (input, { db, caller }) => {
  const link = linkOf(input)
  const about = link === undefined ? undefined : await linked(db, link)
  const other = notSelf(caller, await otherOf(db, caller, input, about))
  const own = await ownOf(db, caller, other, about)
  const face = (await facesOf(db, [other])).get(other)
  if (face?.open !== true || !(await mayWriteTo(db, caller, own, other))) throw new CallFailed('notFound')
  const shown = caller.isService || face.isService ? undefined : about
  return { entry: entryOf(face, own, await rowOf(db, caller, own, other)), about: shown?.card ?? null }
}

function linkOf({ serviceId, productNo, demandId }: Wanted): OwnLink | undefined {
  if (serviceId !== undefined) return { kind: 'service', serviceId }
  if (productNo !== undefined) return { kind: 'market', productNo }
  return demandId === undefined ? undefined : { kind: 'demand', demandId }
}

async function otherOf(
  db: Db,
  caller: Caller,
  { service, orgId, userId }: Wanted,
  about: Linked | undefined,
): Promise<Party> {
  if (service) {
    const id = await serviceUserId(db)
    if (id === undefined) throw new CallFailed('notFound')
    return personParty(id)
  }
  if (orgId !== undefined) return shopParty(orgId)
  if (userId !== undefined) return personParty(userId)
  if (about?.demandId === null) return shopParty(about.companyId)
  if (about !== undefined) {
    if (about.companyId === caller.companyId) throw new CallFailed('chatSelf')
    // The supplier that the demand was awarded to knows its buyer by name.
    return (await wasAwarded(db, about.demandId, caller)) ? personParty(about.userId) : posterParty(about.demandId)
  }
  throw fieldFailed({ field: 'orgId', message: '请选择沟通对象' })
}

/** As whom the caller speaks: a supplier about a demand as its shop, its poster unnamed until the award, else as oneself. */
async function ownOf(db: Db, caller: Caller, other: Party, about: Linked | undefined): Promise<Party> {
  const { companyId, userId } = caller
  if (about?.demandId == null || companyId === null) return personOf(caller)
  if (about.companyId !== companyId) {
    return caller.shopId !== null && caller.permissions.has(shopRight) ? shopParty(companyId) : personOf(caller)
  }
  const supplier = readParty(other)
  const isUnnamed =
    about.userId === userId &&
    supplier?.is === 'shop' &&
    !(await wasAwarded(db, about.demandId, supplier)) &&
    (await mayBegin(db, posterParty(about.demandId), other))
  return isUnnamed ? posterParty(about.demandId) : personOf(caller)
}

async function wasAwarded(db: Db, demandId: number, { companyId }: Pick<Caller, 'companyId'>): Promise<boolean> {
  if (companyId === null) return false
  const [deal] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), eq(offers.companyId, companyId), eq(offers.status, 'accepted')))
  return deal !== undefined
}

async function rowOf(db: Db, caller: Caller, own: Party, other: Party): Promise<OwnConversation | undefined> {
  const { partyA, partyB } = orderParties(own, other)
  const [row] = await db
    .select(conversationColumns)
    .from(conversations)
    .leftJoin(readPositions, ofMember(caller.userId))
    .where(and(eq(conversations.partyA, partyA), eq(conversations.partyB, partyB)))
  return row
}
