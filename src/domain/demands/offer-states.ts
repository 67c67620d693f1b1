import type { StateLabel, Transitions } from '../transition.ts'

export const offerStatuses = ['draft', 'submitted', 'accepted', 'rejected', 'withdrawn', 'expired', 'lost'] as const
export type OfferStatus = (typeof offerStatuses)[number]
export type OfferEvent = 'submit' | 'accept' | 'reject' | 'withdraw' | 'expire' | 'lose' | 'open' | 'fall' | 'revive'
export type OfferActor = 'seller' | 'buyer' | 'system'

/** Domain decisions, "Offer". Submitting again makes a new version and keeps the state. */
export const offerTransitions: Transitions<OfferStatus, OfferEvent, OfferActor> = [
  { from: ['draft', 'submitted'], event: 'submit', actor: ['seller'], to: 'submitted' },
  { from: ['submitted'], event: 'accept', actor: ['buyer'], to: 'accepted' },
  { from: ['submitted'], event: 'reject', actor: ['buyer'], to: 'rejected' },
  { from: ['submitted'], event: 'withdraw', actor: ['seller'], to: 'withdrawn' },
  { from: ['submitted'], event: 'expire', actor: ['system'], to: 'expired' },
  { from: ['submitted', 'draft'], event: 'lose', actor: ['system'], to: 'lost' },
  // The seal of its version in force, at the deadline.
  { from: ['submitted'], event: 'open', actor: ['system'], to: 'submitted' },
  // Its order came to nothing; what lost against it and still holds may be chosen.
  { from: ['accepted'], event: 'fall', actor: ['system'], to: 'rejected' },
  { from: ['lost'], event: 'revive', actor: ['system'], to: 'submitted' },
]

export const offerLabels: Record<OfferStatus, StateLabel> = {
  draft: { label: '草稿', tone: 'mute' },
  submitted: { label: '已报价', tone: 'go' },
  accepted: { label: '已中标', tone: 'good' },
  rejected: { label: '未采纳', tone: 'mute' },
  withdrawn: { label: '已撤回', tone: 'mute' },
  expired: { label: '已失效', tone: 'mute' },
  lost: { label: '未中标', tone: 'mute' },
}
