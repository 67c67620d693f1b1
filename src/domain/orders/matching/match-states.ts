import type { StateLabel } from '../../transition.ts'

/** Tabs of the list of matched orders: with exceptions that need action, with usual ones only, without any. */
export const matchStates = ['urgent', 'pending', 'matched'] as const
export type MatchState = (typeof matchStates)[number]

export const matchStateLabels: Readonly<Record<MatchState, StateLabel>> = {
  urgent: { label: '需处理', tone: 'bad' },
  pending: { label: '待推进', tone: 'go' },
  matched: { label: '无差异', tone: 'good' },
}

interface Counted {
  /** Open and explained exceptions, and those of them that need action. */
  readonly exceptions: number
  readonly urgent: number
}

export const matchStateOf = ({ exceptions, urgent }: Counted): MatchState =>
  urgent > 0 ? 'urgent' : exceptions > 0 ? 'pending' : 'matched'
