import { policyLevels, policyTopics } from '../../../domain/content/policies.ts'
import { links } from '../../../domain/links.ts'
import { parseDayParam, parseDistrictParam, pageParam, keywordParam } from '../sections/query-params.ts'

/** Query of the policy list from its URL; invalid values are dropped. */
export const policyQuery = (query: URLSearchParams) => ({
  keyword: keywordParam(query),
  districtCode: parseDistrictParam(query.get('district')),
  level: policyLevels.find((level) => level === query.get('level')),
  topic: policyTopics.find((topic) => topic === query.get('topic')),
  beginTime: parseDayParam(query.get('beginTime')),
  endTime: parseDayParam(query.get('endTime')),
  current: pageParam(query),
})
export type PolicyQuery = ReturnType<typeof policyQuery>

/** URL of a query, without default values. */
export const policyLink = ({ districtCode, current, ...query }: PolicyQuery) =>
  links.policies({ ...query, district: districtCode, current: current === 1 ? undefined : current })

/** Number of chosen facets; pages with more than one are noindex. */
export const policyFacetCount = ({ districtCode, level, topic, beginTime, endTime }: PolicyQuery): number =>
  [districtCode, level, topic, beginTime, endTime].filter((each) => each !== undefined).length
