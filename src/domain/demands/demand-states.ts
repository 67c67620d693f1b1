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
] as const
export type DemandStatus = (typeof demandStatuses)[number]
export type DemandEvent = 'submit' | 'pass' | 'reject' | 'deadline' | 'award' | 'close' | 'reopen' | 'expire' | 'revive'
export type DemandActor = 'buyer' | 'operator' | 'system'

/** Domain decisions, "Demand". The first row that fits decides. */
export const demandTransitions: Transitions<DemandStatus, DemandEvent, DemandActor> = [
  { from: ['draft', 'rejected'], event: 'submit', actor: ['buyer'], to: 'pending_review' },
  { from: ['pending_review'], event: 'pass', actor: ['operator', 'system'], to: 'open' },
  { from: ['pending_review'], event: 'reject', actor: ['operator'], to: 'rejected' },
  { from: ['open'], event: 'deadline', actor: ['system'], to: 'evaluating' },
  { from: ['open', 'evaluating'], event: 'award', actor: ['buyer'], to: 'awarded' },
  { from: ['open', 'evaluating'], event: 'close', actor: ['buyer'], to: 'closed' },
  { from: ['awarded'], event: 'close', actor: ['system'], to: 'closed' },
  // The order was declined, or cancelled before it was confirmed: another offer may be chosen.
  { from: ['awarded'], event: 'revive', actor: ['system'], to: 'evaluating' },
  { from: ['closed'], event: 'reopen', actor: ['buyer'], to: 'open' },
  { from: ['open', 'evaluating'], event: 'expire', actor: ['system'], to: 'expired' },
]

/** States in which the demand can be seen by everyone. */
export const publicDemandStatuses = ['open', 'evaluating', 'awarded'] as const satisfies readonly DemandStatus[]
/** States from which a demand may be deleted (softly). */
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
}
