import { and, desc, eq, gt, inArray, or, sql, type SQL } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { conversations } from '../../db/tables/chat.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import {
  orderParties,
  personParty,
  posterBase,
  posterParty,
  readParty,
  shopParty,
  type Party,
} from '../../domain/chat/party.ts'
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
  readonly asDemandId?: number | null | undefined
}

/** The side of a person; of the platform's agents that of its service, for which each of them speaks. */
export const personOf = (caller: Caller): Party => personParty(caller.serviceId ?? caller.userId)

/** Sides on which the caller may always stand: as a person, and as the company with the right. See `posterParties`. */
export function ownParties(caller: Caller): Party[] {
  const person = personOf(caller)
  const asShop = caller.companyId !== null && caller.permissions.has(shopRight)
  return asShop && caller.companyId !== null ? [person, shopParty(caller.companyId)] : [person]
}

/** Query of the parties as which the caller speaks to suppliers: poster of each demand of theirs, without its name. */
export function posterParties({ userId, companyId }: Caller): SQL {
  const posted = and(eq(demands.userId, userId), eq(demands.companyId, companyId ?? 0))
  return sql`(select 'u:' || (${posterBase}::bigint + ${demands.id}) from ${demands} where ${posted})`
}

/**
 * Both sides of a call that names them. As whom a person speaks to a supplier: `asDemandId` says it, null as
 * themselves; without it (clients that know the specification alone) as in the latest conversation of the two, so that
 * an answer never gives away who posted the demand.
 */
export async function sidesOf(db: Db, caller: Caller, input: Addressed): Promise<{ own: Party; other: Party }> {
  const own = ownPartyOf(caller, input)
  const other = otherPartyOf(caller, input)
  const poster = readParty(other)
  if (poster?.is === 'poster' && (await postedBy(db, poster.demandId))?.companyId === caller.companyId) {
    throw new CallFailed('chatSelf')
  }
  if (input.isOrgSend || input.asDemandId === null) return { own, other }
  if (input.asDemandId === undefined) return { own: (await latestPoster(db, caller, own, other)) ?? own, other }
  const demand = await postedBy(db, input.asDemandId)
  if (demand?.userId !== caller.userId || demand.companyId !== caller.companyId) throw new CallFailed('notFound')
  const asPoster = posterParty(input.asDemandId)
  if (!(await mayBegin(db, asPoster, other))) throw new CallFailed('notFound')
  return { own: asPoster, other }
}

/** Whether the poster of a demand may speak to a side: it has asked, or its company has made an offer. */
export async function mayBegin(db: Db, poster: Party, other: Party): Promise<boolean> {
  if ((await findConversation(db, poster, other)) !== undefined) return true
  const [demand, supplier] = [readParty(poster), readParty(other)]
  if (demand?.is !== 'poster' || supplier?.is !== 'shop') return false
  const [offer] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.demandId, demand.demandId), eq(offers.companyId, supplier.companyId), gt(offers.version, 0)))
  return offer !== undefined
}

async function postedBy(db: Db, demandId: number) {
  const [demand] = await db
    .select({ userId: demands.userId, companyId: demands.companyId })
    .from(demands)
    .where(eq(demands.id, demandId))
  return demand
}

/** The poster's side, when the latest conversation of the caller with the other side is held by it. */
async function latestPoster(db: Db, caller: Caller, own: Party, other: Party): Promise<Party | undefined> {
  if (caller.companyId === null) return undefined
  const { partyA, partyB } = conversations
  const posters = posterParties(caller)
  const [latest] = await db
    .select({ partyA, partyB })
    .from(conversations)
    .where(
      or(
        and(eq(partyA, other), or(eq(partyB, own), inArray(partyB, posters))),
        and(eq(partyB, other), or(eq(partyA, own), inArray(partyA, posters))),
      ),
    )
    .orderBy(desc(conversations.lastAt))
    .limit(1)
  const mine = readParty(latest?.partyA === other ? latest.partyB : (latest?.partyA ?? ''))
  return mine?.is === 'poster' ? posterParty(mine.demandId) : undefined
}

/** The side on which the caller speaks. Another's organisation is notFound, the own one without the right forbidden. */
function ownPartyOf(caller: Caller, { isOrgSend, sendOrgId }: Addressed): Party {
  if (!isOrgSend) return personOf(caller)
  if (caller.companyId === null || (sendOrgId ?? caller.companyId) !== caller.companyId)
    throw new CallFailed('notFound')
  if (!caller.permissions.has(shopRight)) throw new CallFailed('forbidden')
  return shopParty(caller.companyId)
}

/** The side that is spoken to. Throws chatSelf for the caller, its company and its own side. */
function otherPartyOf(caller: Caller, to: Addressed): Party {
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
