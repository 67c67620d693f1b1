import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { demandAcceptances, demands, offers } from '../../../db/tables/demands.ts'
import { annexState, type AnnexAccessFacts, type AnnexState } from '../../../domain/demands/confidentiality.ts'
import { publicDemandStatuses, type DemandStatus } from '../../../domain/demands/demand-states.ts'
import type { Member } from '../../handler.ts'
import { assertCertified } from '../../session/authorise.ts'

type Acceptance = typeof demandAcceptances.$inferSelect

/** Access of one company to the confidential part of a demand. */
export interface AnnexAccess {
  readonly demand: typeof demands.$inferSelect
  readonly acceptance: Acceptance | null
  readonly isOwner: boolean
  /** Access state of a supplier; not meaningful for the owner. */
  readonly state: AnnexState
}

/** Status of a company's active offer on a demand; null without one. At most one is active. */
export const liveOfferStatus = (companyId: number | typeof demandAcceptances.companyId) => sql<
  AnnexAccessFacts['offer']
>`(
  select ${offers.status} from ${offers} where ${offers.demandId} = ${demands.id} and ${offers.companyId} = ${companyId}
    and ${inArray(offers.status, ['submitted', 'accepted'])} order by ${offers.status} limit 1)`

const publicStates = new Set<DemandStatus>(publicDemandStatuses)

/** Loads a company's access to a demand in one query; throws notFound for demands it cannot see. */
export async function loadAnnexAccess(db: Db, demandId: number, companyId: number): Promise<AnnexAccess> {
  const [row] = await db
    .select({ demand: demands, acceptance: demandAcceptances, offer: liveOfferStatus(companyId) })
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
  return { demand, acceptance, isOwner, state: annexStateOf(demand, acceptance, offer) }
}

/** Access state derived from the rows at the current time. */
export const annexStateOf = (
  { status, deadline }: Pick<AnnexAccess['demand'], 'status' | 'deadline'>,
  acceptance: Pick<Acceptance, 'revokedAt'> | null,
  offer: AnnexAccessFacts['offer'],
): AnnexState =>
  annexState(
    { status, isOver: deadline <= new Date(), offer },
    acceptance === null ? null : { isRevoked: acceptance.revokedAt !== null },
  )

/** Whether the caller may publish or manage the company's demands. */
export const canManageDemands = ({ permissions }: Pick<Member, 'permissions'>): boolean =>
  permissions.has('my_requirement') || permissions.has('publish_requirement')

/**
 * Throws the first unmet requirement: certified company, open shop, permission. Companies that accepted the terms keep
 * access when their certification expires, since their orders continue.
 */
export function assertSupplier(caller: Member, hasAccepted: boolean): void {
  if (!hasAccepted) assertCertified(caller)
  if (caller.shopId === null) throw new CallFailed('notSeller')
  if (!caller.permissions.has('my_supply')) throw new CallFailed('forbidden')
}
