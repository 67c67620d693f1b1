import type { StateLabel, Transitions } from '../transition.ts'

export const listingStatuses = ['draft', 'pending_review', 'published', 'unlisted', 'rejected', 'suspended'] as const
export type ListingStatus = (typeof listingStatuses)[number]
export type ListingEvent =
  'submit' | 'withdraw' | 'pass' | 'reject' | 'unlist' | 'relist' | 'suspend' | 'release' | 'restore'
export type ListingActor = 'seller' | 'operator' | 'system'

/**
 * Domain decisions, "Listing". An edit of a published or unlisted listing is a pending change (`listing_changes`) and
 * does not change its state. The system approves with REVIEW=auto, and unlists listings of a closed shop.
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
  // With its company, whose suspension hid it.
  { from: ['suspended'], event: 'restore', actor: ['operator'], to: 'published' },
]

/** Events that a seller can apply to several listings at once: changeStatus. */
export const sellerListingEvents = ['submit', 'withdraw', 'unlist', 'relist'] as const satisfies readonly ListingEvent[]
export type SellerListingEvent = (typeof sellerListingEvents)[number]

/** Non-public states in which an edit takes effect at once; in the others it is a pending change. */
export const directlyEditableStatuses = ['draft', 'rejected'] as const satisfies readonly ListingStatus[]
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

/** States of a pending change, independent of the listing's state. */
export const listingChangeStatuses = ['draft', 'pending_review', 'rejected'] as const
export type ListingChangeStatus = (typeof listingChangeStatuses)[number]
export const listingChangeLabels: Record<ListingChangeStatus, StateLabel> = {
  draft: { label: '有未提交的修改', tone: 'mute' },
  pending_review: { label: '修改审核中', tone: 'go' },
  rejected: { label: '修改未通过', tone: 'bad' },
}

export const isListingDraft = (status: ListingStatus | null | undefined): status is 'draft' => status === 'draft'
export const isListingInReview = (status: ListingStatus | null | undefined): status is 'pending_review' =>
  status === 'pending_review'
export const isListingPublished = (status: ListingStatus | null | undefined): status is 'published' =>
  status === 'published'
export const isListingRejected = (status: ListingStatus | null | undefined): status is 'rejected' =>
  status === 'rejected'
export const isListingSuspended = (status: ListingStatus | null | undefined): status is 'suspended' =>
  status === 'suspended'
export const isListingUnlisted = (status: ListingStatus | null | undefined): status is 'unlisted' =>
  status === 'unlisted'
/** Changed at once, as nobody sees it. */
export const isDirectlyEditable = (status: ListingStatus): boolean =>
  directlyEditableStatuses.some((editable) => editable === status)

/** One step of a listing's history in calls. */
interface Step {
  readonly event: string
  readonly toStatus: string
}

const stepTexts: Readonly<Record<string, string>> = {
  create: '存为草稿',
  save: '存为草稿',
  submit: '提交审核',
  withdraw: '撤回提交',
  pass: '通过审核并上架',
  reject: '未通过审核',
  unlist: '已下架',
  relist: '重新上架',
  suspend: '平台停售',
  release: '平台解除停售',
  restore: '平台恢复上架',
  change_submit: '提交修改',
  change_withdraw: '撤回修改',
  change_pass: '修改通过审核并生效',
  change_reject: '修改未通过审核',
  change_drop: '放弃修改',
  delete: '已删除',
}
const labels: Readonly<Record<string, { readonly label: string }>> = listingLabels

/** Label of a step in a listing's history. */
export const listingStepText = ({ event, toStatus }: Step): string =>
  stepTexts[event] ?? `状态变为${labels[toStatus]?.label ?? toStatus}`
