import { newsSourceOf, newsSources } from '../../domain/content/news.ts'
import { links } from '../../domain/links.ts'
import { dayOf, pageOf, wordOf } from './query-parts.ts'

/** What the address of the news says; what makes no sense is left out. */
export const newsState = (query: URLSearchParams) => ({
  keyword: wordOf(query),
  source: newsSourceOf(query.get('source')),
  beginTime: dayOf(query.get('beginTime')),
  endTime: dayOf(query.get('endTime')),
  current: pageOf(query),
})
export type NewsState = ReturnType<typeof newsState>

/** The address of a state, without what is as it would be anyway. */
export const newsLink = ({ current, ...state }: NewsState) =>
  links.news({ ...state, current: current === 1 ? undefined : current })

/** Input of the call that reads the list. */
export const newsInput = ({ source, beginTime, endTime, ...state }: NewsState) => ({
  ...state,
  sourceTypes: source === undefined ? [...newsSources] : [source],
  ...(beginTime === undefined ? {} : { beginTime }),
  ...(endTime === undefined ? {} : { endTime }),
})
