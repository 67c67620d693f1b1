import type { DigitalAppRow } from '../../../contract/content/digital.ts'
import {
  appKinds,
  appSorts,
  deployments,
  type AppKind,
  type AppSort,
  type Deployment,
} from '../../../domain/content/digital-apps.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { keywordMax } from '../../../domain/shell/search.ts'
import type { MarkName } from '../../../ui/picture/mark-names.ts'
import { keywordOfUrl } from '../../../domain/keyword-of-url.ts'

/** Query of the application list. */
export interface AppQuery {
  readonly keyword: string
  readonly kind: AppKind | undefined
  readonly deployment: Deployment | undefined
  readonly sort: AppSort
  readonly current: number
}

/** Parses the query of a URL; invalid values are dropped. */
export function appQuery(query: URLSearchParams): AppQuery {
  const page = Number(query.get('current'))
  return {
    keyword: keywordOfUrl(query.get('keyword'), keywordMax),
    kind: appKinds.find((kind) => kind === query.get('kind')),
    deployment: deployments.find((one) => one === query.get('deployment')),
    sort: appSorts.find((one) => one === query.get('sort')) ?? 'default',
    current: Number.isInteger(page) && page > 0 && page <= 1_000 ? page : 1,
  }
}

/** URL of the list; a changed filter starts at the first page. */
export const appLink = (state: AppQuery, change: Partial<AppQuery> = {}): string => {
  const { keyword, kind, deployment, sort, current } = { ...state, current: 1, ...change }
  return links.digitalAppList({
    keyword,
    kind,
    deployment,
    sort: sort === 'default' ? undefined : sort,
    current: current > 1 ? current : undefined,
  })
}

/** The price of an application in a few words: 1,980 元，每用户每年. */
export const appPrice = ({ price, priceUnit }: Pick<DigitalAppRow, 'price' | 'priceUnit'>): string =>
  price === null ? '面议' : `¥${yuan(price)}${priceUnit === '' ? '' : `，${priceUnit}`}`

/** Icon of each application kind. */
export const appKindMarks: Readonly<Record<AppKind, MarkName>> = {
  research: 'flask',
  lims: 'analysis',
  clinical: 'clinical',
  registration: 'registration',
  quality: 'policy',
  production: 'cdmo',
  safety: 'safety',
  data: 'gene',
}
