import { atom } from 'nanostores'
import type { Suggestion } from '../../contract/catalogue/search.ts'
import { plainKeyword, type SearchKind } from '../../domain/shell/search.ts'
import { forgetSearch, forgetSearches, historyOf } from './history.ts'

/** What may be chosen: an own search, or a suggestion of the server. */
export interface SearchChoice extends Suggestion {
  readonly isOwn: boolean
}

/** What hangs below the search box. Of the choices one may be marked by the arrow keys; -1 = none is. */
export type SearchBox =
  | { readonly at: 'closed' }
  | {
      readonly at: 'open'
      readonly kind: SearchKind
      readonly keyword: string
      readonly choices: readonly SearchChoice[]
      readonly hotWords: readonly string[]
      readonly marked: number
    }

export const searchBox = atom<SearchBox>({ at: 'closed' })

/** Milliseconds without a key before the server is asked. */
const pause = 150
const mostOwn = 2
const known = new Map<string, { suggestions: readonly Suggestion[]; hotWords: readonly string[] }>()
let timer: ReturnType<typeof setTimeout> | undefined
/** Counts what was typed: an answer to what is not in the box any more is not shown. */
let turn = 0

/** Shows what fits the box: own searches at once, what the server suggests when it is there. */
export function suggestFor(kind: SearchKind, typed: string): void {
  const keyword = plainKeyword(typed)
  turn += 1
  show(kind, keyword)
  clearTimeout(timer)
  if (known.has(`${kind} ${keyword}`)) return
  const mine = turn
  timer = setTimeout(() => void ask(kind, keyword, mine), keyword === '' ? 0 : pause)
}

/** Asks the server. A line that is down leaves what this browser knows: searching works without suggestions. */
async function ask(kind: SearchKind, keyword: string, mine: number): Promise<void> {
  const { quietApi } = await import('../../client/browser.ts')
  const answer = await quietApi.catalogue.searchSuggestions({ kind, keyword })
  if (!answer.ok) return
  known.set(`${kind} ${keyword}`, answer.content)
  if (mine === turn && searchBox.get().at === 'open') show(kind, keyword)
}

function show(kind: SearchKind, keyword: string): void {
  const { suggestions, hotWords } = known.get(`${kind} ${keyword}`) ?? {
    suggestions: before(kind, keyword),
    hotWords: [],
  }
  const own = historyOf(kind).filter((each) => each.toLowerCase().includes(keyword.toLowerCase()))
  const shown = keyword === '' ? own : own.filter((each) => each !== keyword).slice(0, mostOwn)
  const choices = [
    ...shown.map((term) => ({ term, note: '', hits: null, isOwn: true })),
    ...suggestions.filter(({ term }) => !shown.includes(term)).map((each) => ({ ...each, isOwn: false })),
  ]
  searchBox.set({ at: 'open', kind, keyword, choices, hotWords: keyword === '' ? hotWords : [], marked: -1 })
}

/** Until the answer comes, of what is shown stays what still fits: the list does not flicker with every key. */
function before(kind: SearchKind, keyword: string): readonly Suggestion[] {
  const box = searchBox.get()
  if (box.at === 'closed' || box.kind !== kind || keyword === '' || box.keyword === '') return []
  return box.choices.filter(({ isOwn, term }) => !isOwn && term.toLowerCase().includes(keyword.toLowerCase()))
}

/** Marks the next or the one before; behind the last comes none, then the first again. */
export function markChoice(step: 1 | -1): void {
  const box = searchBox.get()
  if (box.at === 'closed' || box.choices.length === 0) return
  const places = box.choices.length + 1
  searchBox.set({ ...box, marked: ((box.marked + 1 + step + places) % places) - 1 })
}

/** The marked choice, if one is. */
export function markedChoice(): SearchChoice | undefined {
  const box = searchBox.get()
  return box.at === 'open' ? box.choices[box.marked] : undefined
}

export function closeSuggestions(): void {
  turn += 1
  clearTimeout(timer)
  searchBox.set({ at: 'closed' })
}

/** Takes own searches out of the history, one or all, and stays open. */
export function forgetChoice(keyword?: string): void {
  const box = searchBox.get()
  if (box.at === 'closed') return
  if (keyword === undefined) forgetSearches(box.kind)
  else forgetSearch(box.kind, keyword)
  show(box.kind, box.keyword)
}
