import { createFragment, type Fragment, type FragmentCache, type PageFragments } from '../../domain/shell/fragments.ts'

/** Numbers of data objects, as part of keys. A fragment is removed by the memory budget some time after its data. */
const dataNumbers = new WeakMap<object, number>()
let lastDataNumber = 0

function numberOf(data: object | undefined): number {
  if (data === undefined) return 0
  const number = dataNumbers.get(data) ?? (lastDataNumber += 1)
  dataNumbers.set(data, number)
  return number
}

interface FragmentRequest {
  readonly data: object | undefined
  readonly name: string
  readonly cache: FragmentCache
  /** Fragments of the page, if it is assembled from fragments; a cached one must not contain its markers. */
  readonly pieces: PageFragments | undefined
  readonly render: () => Promise<string>
}

/** A fragment rendered once for each data object and name, then cached. */
export function cachedFragment({ data, name, cache, pieces, render }: FragmentRequest): Promise<Fragment> {
  const key = `${numberOf(data)} ${name}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const fragment = render().then((html) => createFragment(pieces?.text(html) ?? html))
  cache.set(key, fragment, 0)
  fragment.then(
    ({ html, bytes }) => cache.resize(key, fragment, html.length * 2 + bytes.byteLength),
    () => cache.delete(key),
  )
  return fragment
}
