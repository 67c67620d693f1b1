import { searchKinds, type SearchKind } from '../../domain/shell/search.ts'
import { remember } from './history.ts'

const key = 'searched'

/** Keeps a search as one's own, and to be counted once its results are there. */
export function searchSent(kind: SearchKind, keyword: string): void {
  if (keyword.trim() === '') return
  remember(kind, keyword)
  sessionStorage.setItem(key, JSON.stringify([kind, keyword.trim()]))
}

/** Tells the server of the search that led here. What is lost on the way is not counted. */
export async function countSearch(): Promise<void> {
  const sent = sessionStorage.getItem(key)
  if (sent === null) return
  sessionStorage.removeItem(key)
  const read: unknown = JSON.parse(sent)
  if (!Array.isArray(read)) return
  const [name, keyword]: unknown[] = read
  const kind = searchKinds.find((each) => each === name)
  if (kind === undefined || typeof keyword !== 'string') return
  const { quietApi } = await import('../../client/browser.ts')
  await quietApi.catalogue.searchDone({ kind, keyword })
}
