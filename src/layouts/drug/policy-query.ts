import { policyLevels, policyTopics } from '../../domain/content/policies.ts'
import { links } from '../../domain/links.ts'
import { dayOf, districtOf, pageOf, wordOf } from './query-parts.ts'

/** What the address of the policies says; what makes no sense is left out. */
export const policyQuery = (query: URLSearchParams) => ({
  keyword: wordOf(query),
  districtCode: districtOf(query.get('district')),
  level: policyLevels.find((level) => level === query.get('level')),
  topic: policyTopics.find((topic) => topic === query.get('topic')),
  beginTime: dayOf(query.get('beginTime')),
  endTime: dayOf(query.get('endTime')),
  current: pageOf(query),
})
export type PolicyQuery = ReturnType<typeof policyQuery>

/** The address of a query, without what is as it would be anyway. */
export const policyLink = ({ districtCode, current, ...query }: PolicyQuery) =>
  links.policies({ ...query, district: districtCode, current: current === 1 ? undefined : current })

/** How many of the facets are chosen; beyond the first, search engines are kept out. */
export const policyFacets = ({ districtCode, level, topic, beginTime, endTime }: PolicyQuery): number =>
  [districtCode, level, topic, beginTime, endTime].filter((each) => each !== undefined).length
