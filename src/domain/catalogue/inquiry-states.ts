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

/** Labels of the states for each side; the tone `act` marks the side that has to respond. */
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

/** Groups of states in lists: waiting for an answer, answered, closed. */
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

/** Length limits of questions and answers, in characters. */
export const minQuestionLength = 10
export const maxQuestionLength = 500
export const maxAnswerLength = 1_000
/** Days without a message after which the system closes an inquiry. */
export const inquiryIdleDays = 30

export const isInquiryAnswered = (status: InquiryStatus | null | undefined): status is 'answered' =>
  status === 'answered'
