import { listState } from '../../domain/catalogue/list-query.ts'
import { links } from '../../domain/links.ts'

export const classSorts = [
  { sort: 'default', label: '综合' },
  { sort: 'services', label: '服务最多' },
  { sort: 'follows', label: '关注最多' },
  { sort: 'new', label: '最新入驻' },
] as const

/** What the address of the technical-service list says; what makes no sense is left out. */
export function classState(query: URLSearchParams) {
  const { keyword, tags, region, certified, current } = listState(query)
  const code = query.get('classCode') ?? ''
  return {
    ...{ keyword, tags, region, certified, current },
    classCode: /^[\w-]{1,40}$/.test(code) ? code : undefined,
    sort: classSorts.find(({ sort }) => sort === query.get('sort'))?.sort ?? ('default' as const),
  }
}
export type ClassState = ReturnType<typeof classState>

/** The address of a state, without what is as it would be anyway. */
export const classLink = ({ classCode, keyword, tags, region, certified, current, sort }: ClassState) =>
  links.technicalList({
    ...{ classCode, keyword, region },
    tags: tags.join(','),
    certified: certified ? 1 : undefined,
    sort: sort === 'default' ? undefined : sort,
    current: current === 1 ? undefined : current,
  })

/** Input of the call that reads the list. */
export const classInput = ({ region, tags, ...state }: ClassState) => ({
  ...state,
  tags: [...tags],
  districtCode: region,
})

/** How many of the facets are chosen; beyond the first, search engines are kept out. */
export const classFacets = ({ classCode, tags, region, certified }: ClassState): number =>
  [classCode, region, certified || undefined].filter((each) => each !== undefined).length + tags.length
