import { links } from '../links.ts'

/** Search types of specification 2.4, in the order of their codes: 0 service, 1 goods, 2 supplier. */
export const searchKinds = ['service', 'goods', 'supplier'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Characters a keyword may have. Specification 5. */
export const keywordMax = 30

/** Name, result page and dictionary of each type. */
export const searchTypes: Readonly<Record<SearchKind, { readonly label: string; readonly action: string }>> = {
  service: { label: '服务', action: links.serviceList() },
  goods: { label: '商品', action: links.goodsList() },
  supplier: { label: '供应商', action: links.shopList() },
}

/** Shown where the dictionaries give none. Specification 9. */
export const defaultHotWords: readonly string[] = ['化合物', 'CDMO', '药效', '基因检测']

/** The search type that fits a page. */
export function searchKindOf(path: string): SearchKind {
  if (path.startsWith('/marketHall') || path === '/supermarket') return 'goods'
  return path === links.shopList() || path.startsWith('/recommendedSuppliers') ? 'supplier' : 'service'
}

const cutKeyword = (keyword: string) => [...keyword.trim()].slice(0, keywordMax).join('')

/** What was searched for on a result page, '' elsewhere. */
export function keywordOf(url: URL): string {
  const results = searchKinds.some((kind) => searchTypes[kind].action === url.pathname)
  return results ? cutKeyword(url.searchParams.get('keyword') ?? '') : ''
}

/** Address of a search; the keyword is cut to its limit. */
export function searchLink(kind: SearchKind, keyword: string): string {
  const cut = cutKeyword(keyword)
  if (kind === 'goods') return links.goodsList({ keyword: cut })
  return kind === 'supplier' ? links.shopList({ keyword: cut }) : links.serviceList({ keyword: cut })
}
