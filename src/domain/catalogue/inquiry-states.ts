import type { StateLabel, Transitions } from '../transition.ts'

export const inquiryStatuses = ['open', 'answered', 'follow_up', 'closed'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]
export type InquiryEvent = 'answer' | 'ask' | 'close'
export type InquiryActor = 'asker' | 'seller' | 'system'

/** Domain decisions, "Product inquiry". */
export const inquiryTransitions: Transitions<InquiryStatus, InquiryEvent, InquiryActor> = [
  { from: ['open', 'follow_up'], event: 'answer', actor: ['seller'], to: 'answered' },
  { from: ['answered'], event: 'answer', actor: ['seller'], to: 'answered' },
  { from: ['answered'], event: 'ask', actor: ['asker'], to: 'follow_up' },
  { from: ['open', 'answered', 'follow_up'], event: 'close', actor: ['asker', 'system'], to: 'closed' },
]

/** How a state is called to the one and to the other side; `act` is for whose turn it is. */
export const inquiryLabels: Record<'asker' | 'seller', Record<InquiryStatus, StateLabel>> = {
  asker: {
    open: { label: '待回复', tone: 'go' },
    answered: { label: '已回复', tone: 'good' },
    follow_up: { label: '待回复', tone: 'go' },
    closed: { label: '已结束', tone: 'mute' },
  },
  seller: {
    open: { label: '待回复', tone: 'act' },
    answered: { label: '已回复', tone: 'good' },
    follow_up: { label: '有追问', tone: 'act' },
    closed: { label: '已结束', tone: 'mute' },
  },
}

/** States as lists group them: whose answer is waited for, answered, over. */
export const inquiryGroups = ['waiting', 'answered', 'closed'] as const
export type InquiryGroup = (typeof inquiryGroups)[number]
export const inquiryGroupOf: Record<InquiryStatus, InquiryGroup> = {
  open: 'waiting',
  follow_up: 'waiting',
  answered: 'answered',
  closed: 'closed',
}
export const inquiryGroupLabels: Record<InquiryGroup, string> = {
  waiting: '待回复',
  answered: '已回复',
  closed: '已结束',
}

/** Characters of a question and of an answer. */
export const shortestQuestion = 10
export const longestQuestion = 500
export const longestAnswer = 1_000
/** Days without a word after which the system closes an inquiry. */
export const inquiryQuietDays = 30
