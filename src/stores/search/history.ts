import { persistentAtom } from '@nanostores/persistent'
import { keywordMax, plainKeyword, type SearchKind } from '../../domain/shell/search.ts'

/** So many are kept of each type. */
export const mostKept = 10

interface Entry {
  readonly kind: SearchKind
  readonly keyword: string
}

/** What was searched for in this browser, the latest first. It is told to nobody. */
const kept = persistentAtom<readonly Entry[]>('searchHistory', [], { encode: JSON.stringify, decode: read })

/** Another release, or a person, may have written something else there. */
function read(text: string): readonly Entry[] {
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) ? found.filter(isEntry) : []
  } catch {
    return []
  }
}

/** Written as a function: storage is read while this module is still being loaded. */
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

/** Own searches of a type, the latest first. */
export const historyOf = (kind: SearchKind): string[] =>
  kept
    .get()
    .filter((entry) => entry.kind === kind)
    .map(({ keyword }) => keyword)

/** Puts a search first; searched again it moves there, and the oldest of its type beyond ten goes. */
export function remember(kind: SearchKind, typed: string): void {
  const keyword = [...plainKeyword(typed)].slice(0, keywordMax).join('')
  if (keyword === '') return
  const own = historyOf(kind).filter((each) => each !== keyword)
  write(kind, [keyword, ...own].slice(0, mostKept))
}

export const forgetSearch = (kind: SearchKind, keyword: string): void =>
  write(
    kind,
    historyOf(kind).filter((each) => each !== keyword),
  )

export const forgetSearches = (kind: SearchKind): void => write(kind, [])

function write(kind: SearchKind, keywords: readonly string[]): void {
  const others = kept.get().filter((entry) => entry.kind !== kind)
  kept.set([...keywords.map((keyword) => ({ kind, keyword })), ...others])
}
