import type { StateLabel, Transitions } from '../transition.ts'

export const offerStatuses = ['draft', 'submitted', 'accepted', 'rejected', 'withdrawn', 'expired', 'lost'] as const
export type OfferStatus = (typeof offerStatuses)[number]
export type OfferEvent = 'submit' | 'accept' | 'reject' | 'withdraw' | 'expire' | 'lose' | 'open' | 'fall' | 'revive'
export type OfferActor = 'seller' | 'buyer' | 'system'

/** State transitions of an offer. Submitting again creates a new version and keeps the state. */
export const offerTransitions: Transitions<OfferStatus, OfferEvent, OfferActor> = [
  { from: ['draft', 'submitted'], event: 'submit', actor: ['seller'], to: 'submitted' },
  { from: ['submitted'], event: 'accept', actor: ['buyer'], to: 'accepted' },
  { from: ['submitted'], event: 'reject', actor: ['buyer'], to: 'rejected' },
  { from: ['submitted'], event: 'withdraw', actor: ['seller'], to: 'withdrawn' },
  { from: ['submitted'], event: 'expire', actor: ['system'], to: 'expired' },
  { from: ['submitted', 'draft'], event: 'lose', actor: ['system'], to: 'lost' },
  // Opens the seal of the current version, at the deadline.
  { from: ['submitted'], event: 'open', actor: ['system'], to: 'submitted' },
  // The order failed: valid offers that lost against it may be awarded again.
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

/** Maximum number of messages per offer. */
export const maxOfferMessages = 200

/** Messages are possible while an offer is submitted or accepted. */
export const acceptsMessages = (status: OfferStatus): boolean => status === 'submitted' || status === 'accepted'

export const isOfferDraft = (status: OfferStatus | null | undefined): status is 'draft' => status === 'draft'
export const isOfferSubmitted = (status: OfferStatus | null | undefined): status is 'submitted' =>
  status === 'submitted'
export const isOfferAccepted = (status: OfferStatus | null | undefined): status is 'accepted' => status === 'accepted'
export const isOfferWithdrawn = (status: OfferStatus | null | undefined): status is 'withdrawn' =>
  status === 'withdrawn'
/** Another offer may follow while the demand is open. */
export const mayOfferAgain = (status: OfferStatus): boolean =>
  status === 'withdrawn' || status === 'expired' || status === 'rejected'
