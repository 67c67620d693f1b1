import { plainKeyword, searchKinds, type SearchKind } from '../../domain/shell/search.ts'
import { kept } from '../kept.ts'
import { remember } from './history.ts'

const sent = kept('tab', 'searched', (read): [SearchKind, string] | undefined => {
  const [name, keyword]: unknown[] = Array.isArray(read) ? read : []
  const kind = searchKinds.find((each) => each === name)
  return kind === undefined || typeof keyword !== 'string' ? undefined : [kind, keyword]
})

/** Keeps a search as one's own, and to be counted once its results are there. */
export function searchSent(kind: SearchKind, keyword: string): void {
  const plain = plainKeyword(keyword)
  if (plain === '') return
  remember(kind, plain)
  sent.keep([kind, plain])
}

/** Tells the server of the search that led here. What is lost on the way is not counted. */
export async function countSearch(): Promise<void> {
  const search = sent.read()
  if (search === undefined) return
  sent.clear()
  const [kind, keyword] = search
  const { quietApi } = await import('../../client/browser.ts')
  await quietApi.catalogue.searchDone({ kind, keyword })
}
