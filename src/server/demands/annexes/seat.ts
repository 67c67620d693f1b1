import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { demandAcceptances, demands, offers } from '../../../db/tables/demands.ts'
import { annexState, type AnnexSeat, type AnnexState } from '../../../domain/demands/annex-access.ts'
import { publicDemandStatuses, type DemandStatus } from '../../../domain/demands/demand-states.ts'
import type { Member } from '../../handler.ts'
import { mustBeCertified } from '../../session/authorise.ts'

type Acceptance = typeof demandAcceptances.$inferSelect

/** A demand with a confidential part as one company stands to it. */
export interface Seat {
  readonly demand: typeof demands.$inferSelect
  readonly acceptance: Acceptance | null
  readonly isOwner: boolean
  /** What the company may do; the owner's is decided apart. */
  readonly state: AnnexState
}

/** Status of a company's live offer on a demand; null without one. At most one is live. */
export const liveOffer = (companyId: number | typeof demandAcceptances.companyId) => sql<AnnexSeat['offer']>`(
  select ${offers.status} from ${offers} where ${offers.demandId} = ${demands.id} and ${offers.companyId} = ${companyId}
    and ${inArray(offers.status, ['submitted', 'accepted'])} order by ${offers.status} limit 1)`

const publicStates = new Set<DemandStatus>(publicDemandStatuses)

/** How a company stands to a demand; throws notFound for what it cannot see. One query. */
export async function seatOf(db: Db, demandId: number, companyId: number): Promise<Seat> {
  const [row] = await db
    .select({ demand: demands, acceptance: demandAcceptances, offer: liveOffer(companyId) })
    .from(demands)
    .leftJoin(
      demandAcceptances,
      and(eq(demandAcceptances.demandId, demands.id), eq(demandAcceptances.companyId, companyId)),
    )
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt)))
  if (row === undefined) throw new CallFailed('notFound')
  const { demand, acceptance, offer } = row
  const isOwner = demand.companyId === companyId
  if (!isOwner && !publicStates.has(demand.status) && offer !== 'accepted') throw new CallFailed('notFound')
  return { demand, acceptance, isOwner, state: stateOf(demand, acceptance, offer) }
}

/** What a company may do now, by the words and times of the rows. */
export const stateOf = (
  { status, deadline }: Pick<Seat['demand'], 'status' | 'deadline'>,
  acceptance: Pick<Acceptance, 'revokedAt'> | null,
  offer: AnnexSeat['offer'],
): AnnexState =>
  annexState(
    { status, isOver: deadline <= new Date(), offer },
    acceptance === null ? null : { isRevoked: acceptance.revokedAt !== null },
  )

/** Those who write and those who look after the company's demands read what they put in. */
export const mayKeep = ({ permissions }: Pick<Member, 'permissions'>): boolean =>
  permissions.has('my_requirement') || permissions.has('publish_requirement')

/**
 * Throws what keeps a supplier's person from confidential parts, in the order in which they can mend it: company
 * certified, shop open, right given. Who has accepted goes on reading when the certification expires, as orders go on.
 */
export function mustBeSupplier(caller: Member, hasAccepted: boolean): void {
  if (!hasAccepted) mustBeCertified(caller)
  if (caller.shopId === null) throw new CallFailed('notSeller')
  if (!caller.permissions.has('my_supply')) throw new CallFailed('forbidden')
}
