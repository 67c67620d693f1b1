import { quietApi } from '../../../client/browser.ts'
import type { LetterRow, NoticeRow } from '../../../contract/chat/message-rows.ts'
import type { Answer } from '../../../contract/envelope.ts'
import { noticeGroups, type NoticeGroup } from '../../../domain/accounts/notifications.ts'
import type { CentreSync } from '../../../domain/chat/centre-sync.ts'
import { setUnreadMessages } from './unread-messages.ts'

export const messageTabs = ['business', 'personal', 'sent'] as const
export type MessageTab = (typeof messageTabs)[number]

/** Filters of the list, as in the URL. */
export interface MessagesQuery {
  readonly tab: MessageTab
  readonly group: NoticeGroup | undefined
  readonly unread: boolean
  readonly keyword: string
  readonly from: string
  readonly until: string
}

export type MessageRow = ({ readonly kind: 'notice' } & NoticeRow) | ({ readonly kind: 'letter' } & LetterRow)

export interface MessagesPage {
  readonly total: number
  readonly more: boolean
  readonly rows: readonly MessageRow[]
}

export const pageSize = 20
const day = /^\d{4}-\d{2}-\d{2}$/

/** Parses a URL query; invalid values are ignored. */
export function parseMessagesQuery(given: URLSearchParams): MessagesQuery {
  const text = (name: string) => (given.get(name) ?? '').trim()
  const date = (name: string) => (day.test(text(name)) ? text(name) : '')
  const tab = messageTabs.find((one) => one === given.get('tab')) ?? 'business'
  return {
    tab,
    group: tab === 'business' ? noticeGroups.find((group) => group === given.get('group')) : undefined,
    unread: given.get('unread') === '1' && tab !== 'sent',
    keyword: text('keyword').slice(0, 30),
    from: date('from'),
    until: date('until'),
  }
}

/** Loads one page of messages; `before` = those older than a message. */
export async function fetchMessageRows(query: MessagesQuery, before?: number): Promise<Answer<MessagesPage>> {
  const { tab, group, unread, keyword, from, until } = query
  const input = {
    keyword,
    pageSize,
    ...(unread ? { unread } : {}),
    ...(from === '' ? {} : { from }),
    ...(until === '' ? {} : { until }),
    ...(before === undefined ? {} : { before }),
  }
  if (tab === 'business') {
    const answer = await quietApi.chat.recordPage({ ...input, ...(group === undefined ? {} : { group }) })
    if (!answer.ok) return answer
    const { data, total, more } = answer.content
    setUnreadMessages(answer.content.unread)
    return { ok: true, content: { total, more, rows: data.map((row) => ({ kind: 'notice', ...row })) } }
  }
  const answer = await quietApi.chat.myRecords({ ...input, box: tab === 'sent' ? 'sent' : 'in' })
  if (!answer.ok) return answer
  const { data, total, more } = answer.content
  setUnreadMessages(answer.content.unread)
  return { ok: true, content: { total, more, rows: data.map((row) => ({ kind: 'letter', ...row })) } }
}

/** Merges the newest messages with older ones loaded before. */
export function mergeNewestRows(newest: MessagesPage, shown: MessagesPage): MessagesPage {
  const last = newest.rows.at(-1)?.recordId
  if (!newest.more || last === undefined) return newest
  const below = shown.rows.filter(({ recordId }) => recordId < last)
  return below.length === 0 ? newest : { total: newest.total, more: shown.more, rows: [...newest.rows, ...below] }
}

/** Applies a change made to the user's messages in this or another tab. */
export function applyCentreChange(page: MessagesPage, tab: MessageTab, news: CentreSync): MessagesPage {
  const kind = tab === 'business' ? 'business' : 'personal'
  if (news.of !== kind && news.of !== 'both') return page
  if (news.did === 'readAll') {
    const { group, upTo } = news
    const meant = (row: MessageRow) =>
      (group === null || (row.kind === 'notice' && row.group === group)) && (upTo === null || row.recordId <= upTo)
    return { ...page, rows: page.rows.map((row) => (meant(row) ? { ...row, read: true } : row)) }
  }
  const ids = new Set(news.recordIds)
  if (news.did === 'read') {
    return { ...page, rows: page.rows.map((row) => (ids.has(row.recordId) ? { ...row, read: true } : row)) }
  }
  const rows = page.rows.filter(({ recordId }) => !ids.has(recordId))
  return { ...page, rows, total: Math.max(0, page.total - (page.rows.length - rows.length)) }
}
