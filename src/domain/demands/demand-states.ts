import type { StateLabel, Transitions } from '../transition.ts'

export const demandStatuses = [
  'draft',
  'pending_review',
  'rejected',
  'open',
  'evaluating',
  'awarded',
  'closed',
  'expired',
  'suspended',
] as const
export type DemandStatus = (typeof demandStatuses)[number]
export type DemandEvent =
  | 'submit'
  | 'pass'
  | 'reject'
  | 'deadline'
  | 'openEarly'
  | 'award'
  | 'close'
  | 'reopen'
  | 'expire'
  | 'revive'
  | 'suspend'
  | 'release'
export type DemandActor = 'buyer' | 'operator' | 'system'

/** State transitions of a demand. The first matching row applies. */
export const demandTransitions: Transitions<DemandStatus, DemandEvent, DemandActor> = [
  { from: ['draft', 'rejected'], event: 'submit', actor: ['buyer'], to: 'pending_review' },
  { from: ['pending_review'], event: 'pass', actor: ['operator', 'system'], to: 'open' },
  { from: ['pending_review'], event: 'reject', actor: ['operator'], to: 'rejected' },
  { from: ['open'], event: 'deadline', actor: ['system'], to: 'evaluating' },
  // All invited suppliers of a sealed tender have offered (early-opening.ts).
  { from: ['open'], event: 'openEarly', actor: ['buyer'], to: 'evaluating' },
  { from: ['open', 'evaluating'], event: 'award', actor: ['buyer'], to: 'awarded' },
  { from: ['open', 'evaluating'], event: 'close', actor: ['buyer'], to: 'closed' },
  { from: ['awarded'], event: 'close', actor: ['system'], to: 'closed' },
  // The order was declined, or cancelled before confirmation: another offer may be awarded.
  { from: ['awarded'], event: 'revive', actor: ['system'], to: 'evaluating' },
  { from: ['closed'], event: 'reopen', actor: ['buyer'], to: 'open' },
  { from: ['open', 'evaluating'], event: 'expire', actor: ['system'], to: 'expired' },
  // Taken down by the platform. A deadline that has passed meanwhile is noticed by the job after the release.
  { from: ['open', 'evaluating'], event: 'suspend', actor: ['operator'], to: 'suspended' },
  { from: ['suspended'], event: 'release', actor: ['operator'], to: 'open' },
]

/** States in which a demand is public. */
export const publicDemandStatuses = ['open', 'evaluating', 'awarded'] as const satisfies readonly DemandStatus[]
/** States in which a demand may be soft-deleted. */
export const deletableDemandStatuses = [
  'draft',
  'rejected',
  'closed',
  'expired',
] as const satisfies readonly DemandStatus[]
/** Days after the deadline at which a demand without award expires. */
export const demandExpiresAfterDays = 30

export const demandLabels: Record<DemandStatus, StateLabel> = {
  draft: { label: '草稿', tone: 'mute' },
  pending_review: { label: '审核中', tone: 'go' },
  rejected: { label: '未通过', tone: 'bad' },
  open: { label: '报价中', tone: 'go' },
  evaluating: { label: '评选中', tone: 'act' },
  awarded: { label: '已定标', tone: 'good' },
  closed: { label: '已关闭', tone: 'mute' },
  expired: { label: '已过期', tone: 'mute' },
  suspended: { label: '平台下架', tone: 'bad' },
}

export const isDemandDraft = (status: DemandStatus | null | undefined): status is 'draft' => status === 'draft'
export const isDemandInReview = (status: DemandStatus | null | undefined): status is 'pending_review' =>
  status === 'pending_review'
export const isDemandRejected = (status: DemandStatus | null | undefined): status is 'rejected' => status === 'rejected'
export const isDemandSuspended = (status: DemandStatus | null | undefined): status is 'suspended' =>
  status === 'suspended'
export const isDemandOpen = (status: DemandStatus | null | undefined): status is 'open' => status === 'open'
export const isDemandEvaluating = (status: DemandStatus | null | undefined): status is 'evaluating' =>
  status === 'evaluating'
export const isDemandAwarded = (status: DemandStatus | null | undefined): status is 'awarded' => status === 'awarded'
export const isDemandClosed = (status: DemandStatus | null | undefined): status is 'closed' => status === 'closed'
export const isDemandExpired = (status: DemandStatus | null | undefined): status is 'expired' => status === 'expired'

/** Offers may still be awarded. */
export const isAwardable = (status: DemandStatus): boolean => status === 'open' || status === 'evaluating'
/** Offers can be made until the deadline. */
export const takesOffers = (status: DemandStatus, deadline: Date | string, now: Date | string): boolean =>
  status === 'open' && new Date(deadline) > new Date(now)
/** When offers are scored: once the deadline has passed, until the demand is decided or ends. */
export function scoringPhase(status: DemandStatus): 'before' | 'open' | 'over' {
  if (status === 'evaluating') return 'open'
  return takesCriteria(status) || status === 'suspended' ? 'before' : 'over'
}
/** Offers are being scored. */
export const isScoringOpen = (status: DemandStatus): boolean => scoringPhase(status) === 'open'
/** Criteria and evaluators may be set. */
export const takesCriteria = (status: DemandStatus): boolean =>
  isDemandEditable(status) || status === 'pending_review' || isAwardable(status)
/** Edited freely until submitted; an open demand is changed by a pending change. */
export const isDemandEditable = (status: DemandStatus): boolean => status === 'draft' || status === 'rejected'

/** What the buyer does next with a demand. */
export type DemandNextStep = 'fill' | 'revise' | 'result' | 'compare' | 'view'
export function nextDemandStep(status: DemandStatus, offerCount: number): DemandNextStep {
  if (status === 'draft') return 'fill'
  if (status === 'rejected') return 'revise'
  if (status === 'awarded') return 'result'
  return isAwardable(status) && offerCount > 0 ? 'compare' : 'view'
}

/** Why a demand takes no offer, as the failure of the call; null = it does. */
export function offerRefusal(
  status: DemandStatus,
  deadline: Date,
  now: Date,
): 'notFound' | 'deadlinePast' | 'stepNotAllowed' | null {
  switch (status) {
    case 'draft':
    case 'pending_review':
    case 'rejected':
    case 'suspended':
      return 'notFound'
    case 'evaluating':
      return 'deadlinePast'
    case 'awarded':
    case 'closed':
    case 'expired':
      return 'stepNotAllowed'
    case 'open':
      return takesOffers(status, deadline, now) ? null : 'deadlinePast'
  }
}
