import { boxKinds, normalizeKeyword, type BoxKind } from '../../domain/shell/search.ts'
import { persistedValue } from '../persisted-storage.ts'
import { addSearch } from './search-history.ts'

const unreportedSearch = persistedValue('tab', 'searched', (read): [BoxKind, string] | undefined => {
  const [name, keyword]: unknown[] = Array.isArray(read) ? read : []
  const kind = boxKinds.find((each) => each === name)
  return kind === undefined || typeof keyword !== 'string' ? undefined : [kind, keyword]
})

/** Saves a search in the history and for reporting once its results are shown. */
export function saveSearch(kind: BoxKind, keyword: string): void {
  const plain = normalizeKeyword(keyword)
  if (plain === '') return
  addSearch(kind, plain)
  unreportedSearch.save([kind, plain])
}

/** Reports the search that led to this page. Lost reports are not counted. */
export async function reportSearch(): Promise<void> {
  const search = unreportedSearch.read()
  if (search === undefined) return
  unreportedSearch.clear()
  const [kind, keyword] = search
  const { quietApi } = await import('../../client/browser.ts')
  await quietApi.catalogue.searchDone({ kind, keyword })
}
