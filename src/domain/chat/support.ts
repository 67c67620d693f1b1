import type { Iso } from '../time.ts'

/** Lists of support cases: unassigned, own, all open, closed. */
export const supportLists = ['waiting', 'mine', 'open', 'closed'] as const
export type SupportList = (typeof supportLists)[number]
export const supportListLabels: Readonly<Record<SupportList, string>> = {
  waiting: '待接待',
  mine: '我的',
  open: '未结束',
  closed: '已结束',
}

/** Events of a support case, visible to agents only. */
export const caseEvents = ['opened', 'taken', 'handed', 'returned', 'closed', 'rated'] as const
export type CaseEvent = (typeof caseEvents)[number]
export const caseEventLabels: Readonly<Record<CaseEvent, string>> = {
  opened: '来访',
  taken: '接待',
  handed: '转接给',
  returned: '退回待接待',
  closed: '结束接待',
  rated: '访客评价',
}

/** Characters of a note between agents, of a canned answer and its title, of the words with a rating. */
export const [maxNoteLength, maxCannedLength, maxCannedTitleLength, maxRatingLength] = [500, 1000, 30, 500]
/** Orders and demands of a visitor that an agent sees. */
export const customerRows = 5
/** Days of the statistics of agents, with today. */
export const supportDays = 7
/** Maximum of canned answers. */
export const maxCannedAnswers = 200

/** System message for the visitor on a hand-over; agent and reason are not shown. */
export const handOverText = '已为您转接其他客服，请稍候。'
export const caseClosedText = '本次服务已结束，请为我们的服务评分。'
/** Labels of the scores 1 to 5. */
export const scoreLabels = ['很不满意', '不满意', '一般', '满意', '非常满意'] as const

/** A duration as one reads it at a glance: `45 秒`, `12 分钟`, `3 小时 5 分钟`, `2 天`. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} 秒`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} 分钟`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} 天`
  return minutes % 60 === 0 ? `${hours} 小时` : `${hours} 小时 ${minutes % 60} 分钟`
}

/** Seconds from one instant to another; none when the clocks differ. */
export const secondsSince = (from: Iso, now: Iso): number => Math.max(0, (Date.parse(now) - Date.parse(from)) / 1000)

/** Push message: the support console must reload. */
export interface SupportChange {
  readonly kind: 'support'
}
export const supportChange: SupportChange = { kind: 'support' }
export const isSupportChange = (message: unknown): message is SupportChange =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'support'
