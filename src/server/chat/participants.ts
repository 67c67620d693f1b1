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

/** Permission to read and answer messages to the own shop. */
export const shopRight = 'message_reply'

/** Both parties as the calls of the specification address them. */
export interface ParticipantInput {
  readonly receiveId?: number | null | undefined
  readonly receiveOrgId?: number | null | undefined
  readonly isOrg: boolean
  readonly isStoreIdentity?: 1 | 2 | undefined
  readonly sendOrgId?: number | null | undefined
  readonly isOrgSend: boolean
  readonly asDemandId?: number | null | undefined
}

/** Party of a person; for agents the common party of the platform's service. */
export const ownPersonParty = (caller: Caller): Party => personParty(caller.serviceId ?? caller.userId)

/** Parties of the caller: the person, and with the permission the shop. See `posterParties`. */
export function ownParties(caller: Caller): Party[] {
  const person = ownPersonParty(caller)
  const asShop = caller.companyId !== null && caller.permissions.has(shopRight)
  return asShop && caller.companyId !== null ? [person, shopParty(caller.companyId)] : [person]
}

/** Subquery of the anonymous poster parties of all demands of the caller. */
export function posterParties({ userId, companyId }: Caller): SQL {
  const posted = and(eq(demands.userId, userId), eq(demands.companyId, companyId ?? 0))
  return sql`(select 'u:' || (${posterBase}::bigint + ${demands.id}) from ${demands} where ${posted})`
}

/**
 * Resolves both parties of a call. `asDemandId` selects the poster party, null the person; without it (clients of the
 * plain specification) the party of the latest conversation, so that an answer never reveals who posted the demand.
 */
export async function resolveParticipants(
  db: Db,
  caller: Caller,
  input: ParticipantInput,
): Promise<{ own: Party; other: Party }> {
  const own = resolveOwnParty(caller, input)
  const other = resolveOtherParty(caller, input)
  const poster = readParty(other)
  if (poster?.is === 'poster' && (await getDemandPoster(db, poster.demandId))?.companyId === caller.companyId) {
    throw new CallFailed('chatSelf')
  }
  if (input.isOrgSend || input.asDemandId === null) return { own, other }
  if (input.asDemandId === undefined)
    return { own: (await findLatestPosterParty(db, caller, own, other)) ?? own, other }
  const demand = await getDemandPoster(db, input.asDemandId)
  if (demand?.userId !== caller.userId || demand.companyId !== caller.companyId) throw new CallFailed('notFound')
  const asPoster = posterParty(input.asDemandId)
  if (!(await mayStartConversation(db, asPoster, other))) throw new CallFailed('notFound')
  return { own: asPoster, other }
}

/** Whether a demand poster may write to a party: with an existing conversation, or an offer of its company. */
export async function mayStartConversation(db: Db, poster: Party, other: Party): Promise<boolean> {
  if ((await findConversation(db, poster, other)) !== undefined) return true
  const [demand, supplier] = [readParty(poster), readParty(other)]
  if (demand?.is !== 'poster' || supplier?.is !== 'shop') return false
  const [offer] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.demandId, demand.demandId), eq(offers.companyId, supplier.companyId), gt(offers.version, 0)))
  return offer !== undefined
}

async function getDemandPoster(db: Db, demandId: number) {
  const [demand] = await db
    .select({ userId: demands.userId, companyId: demands.companyId })
    .from(demands)
    .where(eq(demands.id, demandId))
  return demand
}

/** Poster party of the latest conversation with the other party; undefined if it was held as the person. */
async function findLatestPosterParty(db: Db, caller: Caller, own: Party, other: Party): Promise<Party | undefined> {
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

/** Party of the caller. Throws notFound for another organisation, forbidden without the permission. */
function resolveOwnParty(caller: Caller, { isOrgSend, sendOrgId }: ParticipantInput): Party {
  if (!isOrgSend) return ownPersonParty(caller)
  if (caller.companyId === null || (sendOrgId ?? caller.companyId) !== caller.companyId)
    throw new CallFailed('notFound')
  if (!caller.permissions.has(shopRight)) throw new CallFailed('forbidden')
  return shopParty(caller.companyId)
}

/** The addressed party. Throws chatSelf for an own party. */
function resolveOtherParty(caller: Caller, to: ParticipantInput): Party {
  if (to.isOrg || to.isStoreIdentity === 2) {
    const orgId = to.receiveOrgId ?? to.receiveId
    if (orgId == null) throw fieldFailed({ field: 'receiveOrgId', message: '请选择沟通对象' })
    return assertNotSelf(caller, shopParty(orgId))
  }
  if (to.receiveId == null) throw fieldFailed({ field: 'receiveId', message: '请选择沟通对象' })
  return assertNotSelf(caller, personParty(to.receiveId))
}

export function assertNotSelf(caller: Caller, other: Party): Party {
  const company = caller.companyId === null ? undefined : shopParty(caller.companyId)
  if (other === ownPersonParty(caller) || other === company) throw new CallFailed('chatSelf')
  return other
}

/** The conversation of two parties; undefined before the first message. */
export async function findConversation(db: Db, own: Party, other: Party) {
  const { partyA, partyB } = orderParties(own, other)
  const [row] = await db
    .select({ id: conversations.id, lastSeq: conversations.lastSeq })
    .from(conversations)
    .where(and(eq(conversations.partyA, partyA), eq(conversations.partyB, partyB)))
  return row
}
