import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { and, eq } from 'drizzle-orm'
import { conversations, readPositions } from '../../db/tables/chat.ts'
import type { Db } from '../../db/open.ts'
import type { OwnLink } from '../../domain/chat/own-link.ts'
import { orderParties, personParty, shopParty, type Party } from '../../domain/chat/party.ts'
import type { Caller, Handler } from '../handler.ts'
import { linked, type Linked } from './cards.ts'
import { entryOf } from './entries.ts'
import { facesOf } from './faces.ts'
import { serviceUserId } from '../accounts/public.ts'
import { conversationColumns, ofMember, type OwnConversation } from './own-conversations.ts'
import { notSelf, personOf, shopRight } from './sides.ts'

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
  const other = notSelf(caller, await otherOf(db, input, about))
  // A supplier answers a demand as its shop; everything else is asked as a person.
  const asShop = link?.kind === 'demand' && caller.shopId !== null && caller.permissions.has(shopRight)
  const own = asShop && caller.companyId !== null ? shopParty(caller.companyId) : personOf(caller)
  const face = (await facesOf(db, [other])).get(other)
  if (face?.open !== true) throw new CallFailed('notFound')
  const shown = caller.isService || face.isService ? undefined : about
  return { entry: entryOf(face, own, await rowOf(db, caller, own, other)), about: shown?.card ?? null }
}

function linkOf({ serviceId, productNo, demandId }: Wanted): OwnLink | undefined {
  if (serviceId !== undefined) return { kind: 'service', serviceId }
  if (productNo !== undefined) return { kind: 'market', productNo }
  return demandId === undefined ? undefined : { kind: 'demand', demandId }
}

async function otherOf(db: Db, { service, orgId, userId }: Wanted, about: Linked | undefined): Promise<Party> {
  if (service) {
    const id = await serviceUserId(db)
    if (id === undefined) throw new CallFailed('notFound')
    return personParty(id)
  }
  if (orgId !== undefined) return shopParty(orgId)
  if (userId !== undefined) return personParty(userId)
  if (about !== undefined) return about.userId === null ? shopParty(about.companyId) : personParty(about.userId)
  throw fieldFailed({ field: 'orgId', message: '请选择沟通对象' })
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
