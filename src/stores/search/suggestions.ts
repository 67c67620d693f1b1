import { atom } from 'nanostores'
import type { Suggestion } from '../../contract/catalogue/search.ts'
import { normalizeKeyword, type BoxKind } from '../../domain/shell/search.ts'
import { removeSearch, clearSearches, searchHistoryOf } from './search-history.ts'

/** An own search or a suggestion of the server, with the search that it leads to. */
export interface SearchChoice extends Omit<Suggestion, 'kind'> {
  readonly kind: BoxKind
  readonly isOwn: boolean
}

/** State of the list below the search box. `marked` is the choice highlighted by arrow keys; -1 for none. */
export type SearchBox =
  | { readonly at: 'closed' }
  | {
      readonly at: 'open'
      readonly kind: BoxKind
      readonly keyword: string
      readonly choices: readonly SearchChoice[]
      readonly hotWords: readonly string[]
      readonly marked: number
    }

export const searchBox = atom<SearchBox>({ at: 'closed' })

/** Debounce before requesting suggestions, in milliseconds. */
const requestDelayMs = 150
const maxOwn = 2
const lastSuggestions = new Map<string, { suggestions: readonly Suggestion[]; hotWords: readonly string[] }>()
let timer: ReturnType<typeof setTimeout> | undefined
/** Request counter: answers to an outdated text are ignored. */
let requestCount = 0

/** Shows matches: own searches at once, server suggestions when they arrive. */
export function suggestFor(kind: BoxKind, typed: string): void {
  const keyword = normalizeKeyword(typed)
  requestCount += 1
  showSuggestions(kind, keyword)
  clearTimeout(timer)
  if (lastSuggestions.has(`${kind} ${keyword}`)) return
  const mine = requestCount
  timer = setTimeout(() => void requestSuggestions(kind, keyword, mine), keyword === '' ? 0 : requestDelayMs)
}

/** Requests suggestions. Without a connection own searches still work. */
async function requestSuggestions(kind: BoxKind, keyword: string, mine: number): Promise<void> {
  const { quietApi } = await import('../../client/browser.ts')
  const answer = await quietApi.catalogue.searchSuggestions({ kind, keyword })
  if (!answer.ok) return
  lastSuggestions.set(`${kind} ${keyword}`, answer.content)
  if (mine === requestCount && searchBox.get().at === 'open') showSuggestions(kind, keyword)
}

function showSuggestions(kind: BoxKind, keyword: string): void {
  const { suggestions, hotWords } = lastSuggestions.get(`${kind} ${keyword}`) ?? {
    suggestions: previousMatches(kind, keyword),
    hotWords: [],
  }
  const own = searchHistoryOf(kind).filter((each) => each.toLowerCase().includes(keyword.toLowerCase()))
  const shown = keyword === '' ? own : own.filter((each) => each !== keyword).slice(0, maxOwn)
  const choices = [
    ...shown.map((term) => ({ kind, term, note: '', hits: null, isOwn: true })),
    ...suggestions.filter(({ term }) => !shown.includes(term)).map((each) => ({ ...each, isOwn: false })),
  ]
  searchBox.set({ at: 'open', kind, keyword, choices, hotWords: keyword === '' ? hotWords : [], marked: -1 })
}

/** Previous suggestions that still match, shown until the answer arrives to avoid flicker. */
function previousMatches(kind: BoxKind, keyword: string): readonly Suggestion[] {
  const box = searchBox.get()
  if (box.at === 'closed' || box.kind !== kind || keyword === '' || box.keyword === '') return []
  return box.choices.flatMap(({ isOwn, kind: of, ...choice }) =>
    !isOwn && of !== 'all' && choice.term.toLowerCase().includes(keyword.toLowerCase())
      ? [{ kind: of, ...choice }]
      : [],
  )
}

/** Highlights the next or previous choice; after the last one comes none, then the first. */
export function markChoice(step: 1 | -1): void {
  const box = searchBox.get()
  if (box.at === 'closed' || box.choices.length === 0) return
  const places = box.choices.length + 1
  searchBox.set({ ...box, marked: ((box.marked + 1 + step + places) % places) - 1 })
}

/** The highlighted choice, if any. */
export function markedChoice(): SearchChoice | undefined {
  const box = searchBox.get()
  return box.at === 'open' ? box.choices[box.marked] : undefined
}

export function closeSuggestions(): void {
  requestCount += 1
  clearTimeout(timer)
  searchBox.set({ at: 'closed' })
}

/** Removes one or all own searches from the history; the list stays open. */
export function removeOwnSearches(keyword?: string): void {
  const box = searchBox.get()
  if (box.at === 'closed') return
  if (keyword === undefined) clearSearches(box.kind)
  else removeSearch(box.kind, keyword)
  showSuggestions(box.kind, box.keyword)
}
