import { newsSourceOf, newsSources } from '../../../domain/content/news.ts'
import { links } from '../../../domain/links.ts'
import { parseDayParam, pageParam, keywordParam } from '../sections/query-params.ts'

/** Query of the news list from its URL; invalid values are dropped. */
export const newsQuery = (query: URLSearchParams) => ({
  keyword: keywordParam(query),
  source: newsSourceOf(query.get('source')),
  beginTime: parseDayParam(query.get('beginTime')),
  endTime: parseDayParam(query.get('endTime')),
  current: pageParam(query),
})
export type NewsQuery = ReturnType<typeof newsQuery>

/** URL of a query, without default values. */
export const newsLink = ({ current, ...state }: NewsQuery) =>
  links.news({ ...state, current: current === 1 ? undefined : current })

/** Input of the call that reads the list. */
export const newsInput = ({ source, beginTime, endTime, ...state }: NewsQuery) => ({
  ...state,
  sourceTypes: source === undefined ? [...newsSources] : [source],
  ...(beginTime === undefined ? {} : { beginTime }),
  ...(endTime === undefined ? {} : { endTime }),
})
