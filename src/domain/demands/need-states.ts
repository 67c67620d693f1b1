import type { StateLabel, Transitions } from '../transition.ts'

export const needStatuses = ['waiting', 'taken', 'done', 'dropped'] as const
export type NeedStatus = (typeof needStatuses)[number]
export const needEvents = ['take', 'finish', 'drop', 'release'] as const
export type NeedEvent = (typeof needEvents)[number]

/** A visitor's wish with a phone number: an operator takes it, calls, and says what came of it. */
export const needTransitions: Transitions<NeedStatus, NeedEvent, 'operator'> = [
  { from: ['waiting'], event: 'take', actor: ['operator'], to: 'taken' },
  { from: ['taken'], event: 'finish', actor: ['operator'], to: 'done' },
  { from: ['waiting', 'taken'], event: 'drop', actor: ['operator'], to: 'dropped' },
  { from: ['taken', 'dropped'], event: 'release', actor: ['operator'], to: 'waiting' },
]

export const needLabels: Record<NeedStatus, StateLabel> = {
  waiting: { label: '待联系', tone: 'act' },
  taken: { label: '跟进中', tone: 'go' },
  done: { label: '已完成', tone: 'good' },
  dropped: { label: '已关闭', tone: 'mute' },
}

/** Who closes a wish says what came of it; null when nothing is missing. */
export const needNoteFault = (event: NeedEvent, note: string): string | null =>
  (event === 'finish' || event === 'drop') && note.trim() === '' ? '请写明联系的结果' : null

/** Whether a step is this operator's: what somebody took, others may only give back. */
export const mayStep = (event: NeedEvent, status: NeedStatus, handledBy: number | null, userId: number): boolean =>
  status !== 'taken' || event === 'release' || handledBy === userId

/** Wishes that one number may leave a day. */
export const needsPerDay = 3
