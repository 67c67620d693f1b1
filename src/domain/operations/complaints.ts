import type { StateLabel, Transitions } from '../transition.ts'

/** What a complaint can be about. */
export const complaintKinds = ['service', 'product', 'shop', 'demand', 'review', 'message'] as const
export type ComplaintKind = (typeof complaintKinds)[number]
export const complaintKindLabels: Readonly<Record<ComplaintKind, string>> = {
  service: '服务',
  product: '商品',
  shop: '店铺',
  demand: '需求',
  review: '评价',
  message: '聊天消息',
}

/** Reasons that a person chooses from. */
export const complaintReasons = ['fraud', 'untrue', 'illegal', 'rights', 'abuse', 'spam', 'offsite', 'other'] as const
/** Reason of a case that the word list opened. */
export const wordReason = 'words'
export type ComplaintReason = (typeof complaintReasons)[number] | typeof wordReason
export const complaintReasonLabels: Readonly<Record<ComplaintReason, string>> = {
  fraud: '涉嫌欺诈',
  untrue: '内容不实或夸大',
  illegal: '违法违规的商品、服务或内容',
  rights: '侵犯知识产权或他人权益',
  abuse: '辱骂、骚扰或泄露隐私',
  spam: '垃圾广告或重复发布',
  offsite: '诱导线下或站外交易',
  other: '其他',
  words: '词表命中',
}

export const complaintStatuses = ['open', 'in_review', 'upheld', 'rejected'] as const
export type ComplaintStatus = (typeof complaintStatuses)[number]
export type ComplaintEvent = 'take' | 'release' | 'uphold' | 'reject'

/** `release`: returned to the queue. Other complaints about the same subject are decided together with the first. */
export const complaintTransitions: Transitions<ComplaintStatus, ComplaintEvent, 'operator' | 'system'> = [
  { from: ['open'], event: 'take', actor: ['operator'], to: 'in_review' },
  { from: ['in_review'], event: 'release', actor: ['operator'], to: 'open' },
  { from: ['in_review'], event: 'uphold', actor: ['operator'], to: 'upheld' },
  { from: ['in_review'], event: 'reject', actor: ['operator'], to: 'rejected' },
  { from: ['open', 'in_review'], event: 'uphold', actor: ['system'], to: 'upheld' },
]

/** Labels of steps in the history of a complaint; other events are not shown by name. */
export const complaintEventLabels: Readonly<Record<string, string>> = {
  file: '提交举报',
  take: '受理',
  release: '退回待受理',
  uphold: '成立',
  reject: '不成立',
}

export const complaintLabels: Readonly<Record<ComplaintStatus, StateLabel>> = {
  open: { label: '待受理', tone: 'go' },
  in_review: { label: '处理中', tone: 'act' },
  upheld: { label: '成立', tone: 'good' },
  rejected: { label: '不成立', tone: 'mute' },
}

export const isComplaintInReview = (status: ComplaintStatus): status is 'in_review' => status === 'in_review'
export const isComplaintOpen = (status: ComplaintStatus): status is 'open' => status === 'open'
/** Tone of a step in a complaint's history. */
export const complaintStepTone = (toStatus: string): 'good' | 'go' => (toStatus === 'upheld' ? 'good' : 'go')
/** Whether it still waits for a decision. */
export const isComplaintWaiting = (status: ComplaintStatus): boolean =>
  isComplaintOpen(status) || isComplaintInReview(status)

/** What is done when a complaint is upheld. */
export const complaintActions = ['takeDown', 'hideReview', 'closeShop', 'warn'] as const
export type ComplaintAction = (typeof complaintActions)[number]
export const complaintActionLabels: Readonly<Record<ComplaintAction, string>> = {
  takeDown: '下架',
  hideReview: '隐藏评价',
  closeShop: '关闭店铺',
  warn: '警告',
}
const actionsByKind: Readonly<Record<ComplaintKind, readonly ComplaintAction[]>> = {
  service: ['takeDown', 'warn'],
  product: ['takeDown', 'warn'],
  shop: ['closeShop', 'warn'],
  demand: ['takeDown', 'warn'],
  review: ['hideReview', 'warn'],
  message: ['warn'],
}
export const complaintActionsOf = (kind: ComplaintKind): readonly ComplaintAction[] => actionsByKind[kind]

export const maxComplaintText = 500
export const maxComplaintFiles = 5
/** Complaints of one person within 24 hours. */
export const complaintsPerDay = 20
/** Messages kept with a reported one: before and after it. */
export const excerptBefore = 3
export const excerptAfter = 2
/** Hours after which another operator may return a case that was taken to the queue. */
export const takenHours = 24
/** Months over which upheld complaints against an owner are counted. */
export const offenceMonths = 12
