import { persistentAtom } from '@nanostores/persistent'
import { boxKinds, keywordMax, normalizeKeyword, type BoxKind } from '../../domain/shell/search.ts'

/** Maximum number of searches stored per kind. */
export const maxSearchesPerKind = 10

interface Entry {
  readonly kind: BoxKind
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
    boxKinds.some((kind) => kind === entry.kind) &&
    'keyword' in entry &&
    typeof entry.keyword === 'string'
  )
}

/** Own searches of a kind, latest first. */
export const searchHistoryOf = (kind: BoxKind): string[] =>
  savedSearches
    .get()
    .filter((entry) => entry.kind === kind)
    .map(({ keyword }) => keyword)

/** Moves a search to the front; the oldest beyond the maximum are removed. */
export function addSearch(kind: BoxKind, typed: string): void {
  const keyword = [...normalizeKeyword(typed)].slice(0, keywordMax).join('')
  if (keyword === '') return
  const own = searchHistoryOf(kind).filter((each) => each !== keyword)
  writeEntries(kind, [keyword, ...own].slice(0, maxSearchesPerKind))
}

export const removeSearch = (kind: BoxKind, keyword: string): void =>
  writeEntries(
    kind,
    searchHistoryOf(kind).filter((each) => each !== keyword),
  )

export const clearSearches = (kind: BoxKind): void => writeEntries(kind, [])

function writeEntries(kind: BoxKind, keywords: readonly string[]): void {
  const others = savedSearches.get().filter((entry) => entry.kind !== kind)
  savedSearches.set([...keywords.map((keyword) => ({ kind, keyword })), ...others])
}
