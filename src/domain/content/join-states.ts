import type { StateLabel, Transitions } from '../transition.ts'

export const joinStatuses = ['waiting', 'talking', 'accepted', 'declined'] as const
export type JoinStatus = (typeof joinStatuses)[number]
export const joinEvents = ['take', 'accept', 'decline', 'release'] as const
export type JoinEvent = (typeof joinEvents)[number]

/** Vendor application for the digital store: an operator takes it, negotiates, and accepts or declines. */
export const joinTransitions: Transitions<JoinStatus, JoinEvent, 'operator'> = [
  { from: ['waiting'], event: 'take', actor: ['operator'], to: 'talking' },
  { from: ['talking'], event: 'accept', actor: ['operator'], to: 'accepted' },
  { from: ['waiting', 'talking'], event: 'decline', actor: ['operator'], to: 'declined' },
  { from: ['talking', 'declined'], event: 'release', actor: ['operator'], to: 'waiting' },
]

export const joinLabels: Record<JoinStatus, StateLabel> = {
  waiting: { label: '待联系', tone: 'act' },
  talking: { label: '洽谈中', tone: 'go' },
  accepted: { label: '同意入驻', tone: 'good' },
  declined: { label: '未通过', tone: 'mute' },
}

/** Error if a final decision has no note; else null. */
export const getJoinNoteError = (event: JoinEvent, note: string): string | null =>
  (event === 'accept' || event === 'decline') && note.trim() === '' ? '请写明结果，申请人将看到' : null

/** An application in negotiation can be changed by its operator only; others may release it. */
export const mayStepJoin = (event: JoinEvent, status: JoinStatus, mine: boolean): boolean =>
  status !== 'talking' || event === 'release' || mine

/** Applications that one number may send a day. */
export const joinsPerDay = 3
