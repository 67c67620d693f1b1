import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { demandAcceptances, demands, offers } from '../../../db/tables/demands.ts'
import { annexState, type AnnexAccessFacts, type AnnexState } from '../../../domain/demands/confidentiality.ts'
import { publicDemandStatuses, type DemandStatus } from '../../../domain/demands/demand-states.ts'
import type { Article } from '../../../domain/orders/agreements/agreement-terms.ts'
import type { Member } from '../../handler.ts'
import { assertCertified } from '../../session/authorise.ts'

type Acceptance = typeof demandAcceptances.$inferSelect

interface Nda {
  readonly agreementId: number
  readonly agreementNo: string
  readonly fingerprint: string
  readonly articles: readonly Article[]
}

/**
 * Confidentiality agreement in force between the company of the demand and a supplier, whoever proposed it. Own terms of
 * the buyer are not part of it, nor are demands for other invited suppliers: these ask for an acceptance of the terms.
 */
export const ndaWith = (
  companyId: number | typeof demandAcceptances.companyId,
) => sql<Nda | null>`case when ${demands.confidential} and ${demands.ownTerms} = '' then (
  select json_build_object('agreementId', nda.id, 'agreementNo', nda.agreement_no, 'fingerprint', signed.fingerprint,
    'articles', signed.terms -> 'articles')
  from agreements as nda
  join agreement_versions as signed on signed.agreement_id = nda.id and signed.version = nda.version
  where nda.kind = 'nda' and nda.status = 'in_force'
    and (now() at time zone 'Asia/Shanghai')::date between nda.valid_from and nda.valid_until
    and ((nda.buyer_company_id = ${demands.companyId} and nda.seller_company_id = ${companyId})
      or (nda.seller_company_id = ${demands.companyId} and nda.buyer_company_id = ${companyId}))
    and (not ${demands.invitedOnly} or exists (select 1 from demand_matches as invited
      where invited.demand_id = ${demands.id} and invited.company_id = ${companyId} and invited.invited_at is not null))
  order by nda.id limit 1) end`

/** Text of an acceptance under a confidentiality agreement: the whole of it. */
export const termsUnder = ({ agreementNo, fingerprint, articles }: Nda): string =>
  [
    `适用双方签署的保密协议 ${agreementNo}，校验码 ${fingerprint}`,
    ...articles.map(({ title, text }, at) => `第 ${at + 1} 条　${title}\n${text}`),
  ].join('\n\n')

/** Access of one company to the confidential part of a demand. */
export interface AnnexAccess {
  readonly demand: typeof demands.$inferSelect
  /** null = none, or none that still stands. */
  readonly acceptance: Acceptance | null
  /** Confidentiality agreement in force of both companies, which stands in for an acceptance; null = none. */
  readonly nda: Nda | null
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
    .select({
      demand: demands,
      acceptance: demandAcceptances,
      offer: liveOfferStatus(companyId),
      nda: ndaWith(companyId),
    })
    .from(demands)
    .leftJoin(
      demandAcceptances,
      and(eq(demandAcceptances.demandId, demands.id), eq(demandAcceptances.companyId, companyId)),
    )
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt)))
  if (row === undefined) throw new CallFailed('notFound')
  const { demand, offer, nda } = row
  const isOwner = demand.companyId === companyId
  if (!isOwner && !publicStates.has(demand.status) && offer !== 'accepted') throw new CallFailed('notFound')
  const acceptance = standingAcceptance(row.acceptance, nda, offer)
  const granted = acceptance ?? (nda === null ? null : { revokedAt: null })
  return { demand, acceptance, nda, isOwner, state: annexStateOf(demand, granted, offer) }
}

/**
 * An acceptance under a confidentiality agreement ends with the agreement, except for the company whose offer was
 * accepted. A revocation stays.
 */
export const standingAcceptance = <A extends Pick<Acceptance, 'agreementId' | 'revokedAt'>>(
  acceptance: A | null,
  nda: Nda | null,
  offer: AnnexAccessFacts['offer'],
): A | null =>
  acceptance === null ||
  acceptance.agreementId === null ||
  acceptance.revokedAt !== null ||
  nda !== null ||
  offer === 'accepted'
    ? acceptance
    : null

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
