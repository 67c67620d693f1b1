import type { z } from 'zod'
import type { searchAllCalls } from '../../contract/catalogue/search-all.ts'
import { maxListed } from '../../domain/catalogue/list-query.ts'
import { links } from '../../domain/links.ts'
import { foundKindLabels, foundKinds, type FoundKind } from '../../domain/search/found-kinds.ts'
import { keywordMax } from '../../domain/shell/search.ts'
import { keywordOfUrl } from '../../domain/keyword-of-url.ts'

export type Found = z.output<typeof searchAllCalls.searchAll.output>

/** State of the search page in its address; invalid values are dropped. */
export interface FoundState {
  readonly keyword: string
  readonly exact: boolean
  readonly kind: FoundKind | undefined
}

export const foundState = (query: URLSearchParams): FoundState => ({
  keyword: keywordOfUrl(query.get('keyword'), keywordMax),
  exact: query.get('exact') === '1',
  kind: foundKinds.find((kind) => kind === query.get('kind')),
})

/** Address of the search page, without default values. */
export const foundLink = ({ keyword, exact, kind }: FoundState) =>
  links.search({ keyword, kind, exact: exact ? 1 : undefined })

/** The list of a kind that shows all of its hits: listings by the question, texts by its words. */
function listLink(kind: FoundKind, { keyword, exact }: FoundState, words: string): string {
  const asked = { keyword, exact: exact ? 1 : undefined }
  if (kind === 'services') return links.serviceList(asked)
  if (kind === 'products') return links.goodsList(asked)
  if (kind === 'suppliers') return links.shopList({ keyword: words })
  if (kind === 'demands') return links.demandHall({ keyword: words })
  if (kind === 'classes') return links.live({ keyword: words })
  if (kind === 'news') return links.news({ keyword: words })
  return kind === 'policies' ? links.policies({ keyword: words }) : links.helpSearch(words)
}

/** A capped number: listings and demands are counted up to 2,000. */
const shownTotal = (total: number) => (total >= maxListed ? `${maxListed.toLocaleString('en-US')}+` : total.toLocaleString('en-US')) // prettier-ignore

/** Tabs and sections of an answer: a tab for each kind with hits, and the sections that are shown. */
export function foundModel(state: FoundState, found: Found) {
  const kinds = foundKinds.filter((kind) => found[kind].total > 0)
  const total = kinds.reduce((sum, kind) => sum + found[kind].total, 0)
  const isCapped = kinds.some((kind) => found[kind].total >= maxListed)
  const shown = state.kind === undefined ? kinds : kinds.filter((kind) => kind === state.kind)
  return {
    total: `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`,
    hasAny: total > 0,
    tabs: [
      { key: 'all', label: '全部', href: foundLink({ ...state, kind: undefined }) },
      ...kinds.map((kind) => ({
        key: kind,
        label: `${foundKindLabels[kind].label} ${shownTotal(found[kind].total)}`,
        href: foundLink({ ...state, kind }),
      })),
    ],
    sections: shown.map((kind) => ({
      kind,
      title: foundKindLabels[kind].label,
      more: {
        label: `查看全部 ${shownTotal(found[kind].total)} ${foundKindLabels[kind].unit}`,
        href: listLink(kind, state, found.words),
      },
    })),
  }
}
