import type { StateLabel, Transitions } from '../transition.ts'

export const leadStatuses = ['waiting', 'taken', 'done', 'dropped'] as const
export type LeadStatus = (typeof leadStatuses)[number]
export const leadEvents = ['take', 'finish', 'drop', 'release'] as const
export type LeadEvent = (typeof leadEvents)[number]

/** State transitions of a lead: an operator takes it, calls the visitor, and records the result. */
export const leadTransitions: Transitions<LeadStatus, LeadEvent, 'operator'> = [
  { from: ['waiting'], event: 'take', actor: ['operator'], to: 'taken' },
  { from: ['taken'], event: 'finish', actor: ['operator'], to: 'done' },
  { from: ['waiting', 'taken'], event: 'drop', actor: ['operator'], to: 'dropped' },
  { from: ['taken', 'dropped'], event: 'release', actor: ['operator'], to: 'waiting' },
]

export const leadLabels: Record<LeadStatus, StateLabel> = {
  waiting: { label: '待联系', tone: 'act' },
  taken: { label: '跟进中', tone: 'go' },
  done: { label: '已完成', tone: 'good' },
  dropped: { label: '已关闭', tone: 'mute' },
}

/** Finishing or closing a lead requires a note; null when valid. */
export const leadNoteError = (event: LeadEvent, note: string): string | null =>
  (event === 'finish' || event === 'drop') && note.trim() === '' ? '请写明联系的结果' : null

/** Whether this operator may take a step: leads taken by another operator can only be released. */
export const canStepLead = (event: LeadEvent, status: LeadStatus, handledBy: number | null, userId: number): boolean =>
  status !== 'taken' || event === 'release' || handledBy === userId

/** Maximum number of leads per mobile number and day. */
export const maxLeadsPerDay = 3
