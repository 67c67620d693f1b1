import type { StateLabel, Transitions } from '../transition.ts'

export const listingStatuses = ['draft', 'pending_review', 'published', 'unlisted', 'rejected', 'suspended'] as const
export type ListingStatus = (typeof listingStatuses)[number]
export type ListingEvent = 'submit' | 'withdraw' | 'pass' | 'reject' | 'unlist' | 'relist' | 'suspend' | 'release'
export type ListingActor = 'seller' | 'operator' | 'system'

/**
 * Domain decisions, "Listing". An edit of a published or unlisted listing is a pending change (`listing_changes`) and
 * moves no state. The system passes by itself while REVIEW=auto, and unlists what a closed shop offered.
 */
export const listingTransitions: Transitions<ListingStatus, ListingEvent, ListingActor> = [
  { from: ['draft', 'rejected'], event: 'submit', actor: ['seller'], to: 'pending_review' },
  { from: ['pending_review'], event: 'withdraw', actor: ['seller'], to: 'draft' },
  { from: ['pending_review'], event: 'pass', actor: ['operator', 'system'], to: 'published' },
  { from: ['pending_review'], event: 'reject', actor: ['operator'], to: 'rejected' },
  { from: ['published'], event: 'unlist', actor: ['seller', 'system'], to: 'unlisted' },
  { from: ['unlisted'], event: 'relist', actor: ['seller'], to: 'published' },
  { from: ['published', 'unlisted'], event: 'suspend', actor: ['operator'], to: 'suspended' },
  { from: ['suspended'], event: 'release', actor: ['operator'], to: 'unlisted' },
]

/** What a seller does to several listings at once: changeStatus. */
export const sellerListingEvents = ['submit', 'withdraw', 'unlist', 'relist'] as const satisfies readonly ListingEvent[]
export type SellerListingEvent = (typeof sellerListingEvents)[number]

/** States in which a listing is changed at once, as nobody sees it; in the others a change waits for its review. */
export const changedAtOnce = ['draft', 'rejected'] as const satisfies readonly ListingStatus[]
/** States from which a listing may be deleted (softly). */
export const deletableListingStatuses = ['draft', 'rejected', 'unlisted'] as const satisfies readonly ListingStatus[]

export const listingLabels: Record<ListingStatus, StateLabel> = {
  draft: { label: '草稿', tone: 'mute' },
  pending_review: { label: '审核中', tone: 'go' },
  published: { label: '已上架', tone: 'good' },
  unlisted: { label: '已下架', tone: 'mute' },
  rejected: { label: '未通过', tone: 'bad' },
  suspended: { label: '平台停售', tone: 'bad' },
}

/** States of a pending change, beside the listing's own. */
export const listingChangeStatuses = ['draft', 'pending_review', 'rejected'] as const
export type ListingChangeStatus = (typeof listingChangeStatuses)[number]
export const listingChangeLabels: Record<ListingChangeStatus, StateLabel> = {
  draft: { label: '有未提交的修改', tone: 'mute' },
  pending_review: { label: '修改审核中', tone: 'go' },
  rejected: { label: '修改未通过', tone: 'bad' },
}
