import { links } from '../links.ts'

/** Search types of specification 2.4, in the order of their codes: 0 service, 1 goods, 2 supplier. */
export const searchKinds = ['service', 'goods', 'supplier'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Choices of a search box: everything in one answer, or one type. */
export const boxKinds = ['all', 'service', 'goods', 'supplier'] as const
export type BoxKind = (typeof boxKinds)[number]

/** Maximum length of a keyword in characters: more than specification 5 asks for, since people type questions. */
export const keywordMax = 80

/** Name, result page and placeholder of each choice; a placeholder lists what it can be searched by. */
export const searchTypes: Readonly<
  Record<
    BoxKind,
    { readonly label: string; readonly unit: string; readonly action: string; readonly placeholder: string }
  >
> = {
  all: { label: '全站', unit: '条', action: links.search(), placeholder: '搜索服务、商品、供应商或问题' },
  service: { label: '服务', unit: '项', action: links.serviceList(), placeholder: '搜索服务，如药效、CDMO' },
  goods: { label: '商品', unit: '件', action: links.goodsList(), placeholder: '搜索商品名、CAS 号或货号' },
  supplier: { label: '供应商', unit: '家', action: links.shopList(), placeholder: '搜索供应商名称或商品编号' },
}

/** Dashes from keyboards, input methods and copied tables, between the digits and letters of a number. */
const dashes = /(?<=[a-z0-9])\s*[\u2010-\u2015\u2212\u2500\u30fc\ufe58\ufe63]+\s*(?=[a-z0-9])/giu
/** A CAS number, also typed with spaces around its dashes or with its name in front. */
const namedCas =
  /(?<![a-z])cas(?:\s*(?:号码?|登记号|编号|no\.?|number|rn))?\s*[:#.]?\s*(?=\d{2,7}\s*-\s*\d{2}\s*-\s*\d(?!\d))/giu
const spacedCas = /(?<!\d)(\d{2,7})\s*-\s*(\d{2})\s*-\s*(\d)(?![\d-])/gu

/**
 * Normalizes a typed keyword for search, suggestions and history: full-width letters, digits
 * and dashes become ASCII, spaces are collapsed, and CAS numbers lose inner spaces and a leading "CAS 号".
 */
export const normalizeKeyword = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(dashes, '-')
    .replace(namedCas, '')
    .replace(spacedCas, '$1-$2-$3')
    .replace(/\s+/gu, ' ')
    .trim()

/** Default hot words, used if the dictionaries are empty. Specification 9. */
export const defaultHotKeywords: readonly string[] = ['化合物', 'CDMO', '药效', '基因检测']

/** Default choice of the search box of a page: its own type, elsewhere everything. */
export function searchKindOf(path: string): BoxKind {
  if (path.startsWith('/marketHall') || path === '/supermarket') return 'goods'
  if (path.startsWith('/serviceHall') || path.startsWith('/servicefind')) return 'service'
  return path === links.shopList() || path.startsWith('/recommendedSuppliers') ? 'supplier' : 'all'
}

/** The type whose hot words stand under a search box. */
export const hotWordsKind = (kind: BoxKind): SearchKind => (kind === 'all' ? 'service' : kind)

const cutKeyword = (keyword: string) => [...keyword.trim()].slice(0, keywordMax).join('')

/** Keyword of a result page; '' elsewhere. */
export function keywordOf(url: URL): string {
  const results = boxKinds.some((kind) => searchTypes[kind].action === url.pathname)
  return results ? cutKeyword(url.searchParams.get('keyword') ?? '') : ''
}

/** URL of a search; the keyword is cut to its maximum length. */
export function searchLink(kind: BoxKind, keyword: string): string {
  const cut = cutKeyword(keyword)
  if (kind === 'all') return links.search({ keyword: cut })
  if (kind === 'goods') return links.goodsList({ keyword: cut })
  return kind === 'supplier' ? links.shopList({ keyword: cut }) : links.serviceList({ keyword: cut })
}
