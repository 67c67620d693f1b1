import type { DigitalAppRow } from '../../contract/content/digital.ts'
import {
  appKinds,
  appSorts,
  deployments,
  type AppKind,
  type AppSort,
  type Deployment,
} from '../../domain/content/digital-apps.ts'
import { links } from '../../domain/links.ts'
import { bigMoney } from '../../domain/money.ts'
import { keywordMax } from '../../domain/shell/search.ts'

/** What the address of the list of applications says. */
export interface AppState {
  readonly keyword: string
  readonly kind: AppKind | undefined
  readonly deployment: Deployment | undefined
  readonly sort: AppSort
  readonly current: number
}

/** Reads an address; what makes no sense is left out. */
export function appState(query: URLSearchParams): AppState {
  const page = Number(query.get('current'))
  return {
    // oxlint-disable-next-line no-control-regex -- nobody types these, and the calls refuse them
    keyword: [...(query.get('keyword') ?? '').replace(/[\u0000-\u001f]/g, ' ').trim()].slice(0, keywordMax).join(''),
    kind: appKinds.find((kind) => kind === query.get('kind')),
    deployment: deployments.find((one) => one === query.get('deployment')),
    sort: appSorts.find((one) => one === query.get('sort')) ?? 'default',
    current: Number.isInteger(page) && page > 0 && page <= 1_000 ? page : 1,
  }
}

/** The list with these conditions; another condition starts at the first page. */
export const appLink = (state: AppState, change: Partial<AppState> = {}): string => {
  const { keyword, kind, deployment, sort, current } = { ...state, current: 1, ...change }
  return links.digitalAppList({
    ...{ keyword, kind, deployment },
    sort: sort === 'default' ? undefined : sort,
    current: current > 1 ? current : undefined,
  })
}

/** The price of an application in a few words: 1,980 元，每用户每年. */
export const appPrice = ({ price, priceUnit }: Pick<DigitalAppRow, 'price' | 'priceUnit'>): string =>
  price === null ? '面议' : `${bigMoney(price)}${priceUnit === '' ? '' : `，${priceUnit}`}`
