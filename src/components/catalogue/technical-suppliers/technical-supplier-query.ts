import { listState } from '../../../domain/catalogue/list-query.ts'
import { links } from '../../../domain/links.ts'
import type { MarkName } from '../../../ui/picture/mark-names.ts'

export const technicalSupplierSorts = [
  { sort: 'default', label: '综合' },
  { sort: 'services', label: '服务最多' },
  { sort: 'follows', label: '关注最多' },
  { sort: 'new', label: '最新入驻' },
] as const

/** Query of the technical-service list from its URL; invalid values are dropped. */
export function technicalSupplierQuery(query: URLSearchParams) {
  const { keyword, tags, region, certified, current } = listState(query)
  const code = query.get('classCode') ?? ''
  return {
    keyword,
    tags,
    region,
    certified,
    current,
    classCode: /^[\w-]{1,40}$/.test(code) ? code : undefined,
    sort: technicalSupplierSorts.find(({ sort }) => sort === query.get('sort'))?.sort ?? ('default' as const),
  }
}
export type TechnicalSupplierQuery = ReturnType<typeof technicalSupplierQuery>

/** URL of a query, without default values. */
export const technicalSupplierLink = ({
  classCode,
  keyword,
  tags,
  region,
  certified,
  current,
  sort,
}: TechnicalSupplierQuery) =>
  links.technicalList({
    classCode,
    keyword,
    region,
    tags: tags.join(','),
    certified: certified ? 1 : undefined,
    sort: sort === 'default' ? undefined : sort,
    current: current === 1 ? undefined : current,
  })

/** Input of the call that reads the list. */
export const technicalSupplierInput = ({ region, tags, ...state }: TechnicalSupplierQuery) => ({
  ...state,
  tags: [...tags],
  districtCode: region,
})

/** Number of chosen facets; pages with more than one are noindex. */
export const technicalSupplierFacetCount = ({ classCode, tags, region, certified }: TechnicalSupplierQuery): number =>
  [classCode, region, certified || undefined].filter((each) => each !== undefined).length + tags.length

const markByCategory: Readonly<Record<string, MarkName>> = {
  1: 'molecule',
  2: 'flask',
  3: 'safety',
  4: 'clinical',
  5: 'registration',
  6: 'cdmo',
  7: 'device',
  8: 'analysis',
  9: 'reagent',
  10: 'instrument',
  11: 'cell',
  12: 'material',
}

/** Icon of a company category by its code; that of suppliers for unknown codes. */
export const companyCategoryMark = (code: string): MarkName => markByCategory[code] ?? 'supplier'
