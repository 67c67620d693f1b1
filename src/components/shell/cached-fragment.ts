import { createFragment, type Fragment, type PageFragments } from '../../domain/shell/fragments.ts'

/** Fragments by name, for each data object they were rendered from; released with it, within a minute. */
const fragmentsByData = new WeakMap<object, Map<string, Promise<Fragment>>>()
const noDataKey = {}
/** Limit per data object; names contain the page path. */
const maxFragments = 400

interface FragmentRequest {
  readonly data: object | undefined
  readonly name: string
  /** Fragments of the page, if it is assembled from fragments; a cached one must not contain its markers. */
  readonly pieces: PageFragments | undefined
  readonly render: () => Promise<string>
}

/** A fragment rendered once for each data object and name, then cached. */
export function cachedFragment({ data, name, pieces: pageFragments, render }: FragmentRequest): Promise<Fragment> {
  const pieces = fragmentsByData.get(data ?? noDataKey) ?? new Map<string, Promise<Fragment>>()
  fragmentsByData.set(data ?? noDataKey, pieces)
  const piece = pieces.get(name) ?? render().then((html) => createFragment(pageFragments?.text(html) ?? html))
  if (pieces.size < maxFragments) pieces.set(name, piece)
  piece.catch(() => pieces.delete(name))
  return piece
}
