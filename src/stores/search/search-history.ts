import { persistentAtom } from '@nanostores/persistent'
import { keywordMax, normalizeKeyword, type SearchKind } from '../../domain/shell/search.ts'

/** Maximum number of searches stored per kind. */
export const maxSearchesPerKind = 10

interface Entry {
  readonly kind: SearchKind
  readonly keyword: string
}

/** Search history of this browser, latest first; never sent to the server. */
const savedSearches = persistentAtom<readonly Entry[]>('searchHistory', [], {
  encode: JSON.stringify,
  decode: parseEntries,
})

/** The stored text may come from another release or a person. */
function parseEntries(text: string): readonly Entry[] {
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) ? found.filter(isEntry) : []
  } catch {
    return []
  }
}

/** Function declaration: storage is read while this module loads. */
function isEntry(entry: unknown): entry is Entry {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'kind' in entry &&
    (entry.kind === 'service' || entry.kind === 'goods' || entry.kind === 'supplier') &&
    'keyword' in entry &&
    typeof entry.keyword === 'string'
  )
}

/** Own searches of a kind, latest first. */
export const searchHistoryOf = (kind: SearchKind): string[] =>
  savedSearches
    .get()
    .filter((entry) => entry.kind === kind)
    .map(({ keyword }) => keyword)

/** Moves a search to the front; the oldest beyond the maximum are removed. */
export function addSearch(kind: SearchKind, typed: string): void {
  const keyword = [...normalizeKeyword(typed)].slice(0, keywordMax).join('')
  if (keyword === '') return
  const own = searchHistoryOf(kind).filter((each) => each !== keyword)
  writeEntries(kind, [keyword, ...own].slice(0, maxSearchesPerKind))
}

export const removeSearch = (kind: SearchKind, keyword: string): void =>
  writeEntries(
    kind,
    searchHistoryOf(kind).filter((each) => each !== keyword),
  )

export const clearSearches = (kind: SearchKind): void => writeEntries(kind, [])

function writeEntries(kind: SearchKind, keywords: readonly string[]): void {
  const others = savedSearches.get().filter((entry) => entry.kind !== kind)
  savedSearches.set([...keywords.map((keyword) => ({ kind, keyword })), ...others])
}
