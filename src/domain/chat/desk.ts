import type { Iso } from '../time.ts'

/** Which cases of the service desk: without an agent, one's own, all that are open, closed ones. */
export const deskLists = ['waiting', 'mine', 'open', 'closed'] as const
export type DeskList = (typeof deskLists)[number]
export const deskListNames: Readonly<Record<DeskList, string>> = {
  waiting: '待接待',
  mine: '我的',
  open: '未结束',
  closed: '已结束',
}

/** What happened to a case, for the agents' eyes only. */
export const caseEvents = ['opened', 'taken', 'handed', 'returned', 'closed', 'rated'] as const
export type CaseEvent = (typeof caseEvents)[number]
export const caseEventNames: Readonly<Record<CaseEvent, string>> = {
  opened: '来访',
  taken: '接待',
  handed: '转接给',
  returned: '退回待接待',
  closed: '结束接待',
  rated: '访客评价',
}

/** Characters of a note between agents, of a canned answer and its title, of the words with a rating. */
export const [longestNote, longestCanned, longestCannedTitle, longestRating] = [500, 1000, 30, 500]
/** Canned answers that are kept at most. */
export const mostCanned = 200

/** What the visitor reads when the conversation goes to somebody else: whom and why is the desk's own affair. */
export const handedWords = '已为您转接其他客服，请稍候。'
export const closedWords = '本次服务已结束，请为我们的服务评分。'
/** Words for one to five. */
export const scoreNames = ['很不满意', '不满意', '一般', '满意', '非常满意'] as const

/** A duration as one reads it at a glance: `45 秒`, `12 分钟`, `3 小时 5 分钟`, `2 天`. */
export function waitWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} 秒`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} 分钟`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} 天`
  return minutes % 60 === 0 ? `${hours} 小时` : `${hours} 小时 ${minutes % 60} 分钟`
}

/** Seconds from one instant to another; none when the clocks differ. */
export const secondsSince = (from: Iso, now: Iso): number => Math.max(0, (Date.parse(now) - Date.parse(from)) / 1000)

/** Something at the desk changed: agents read it anew. */
export interface DeskNews {
  readonly kind: 'desk'
}
export const deskNews: DeskNews = { kind: 'desk' }
export const isDeskNews = (message: unknown): message is DeskNews =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'desk'
