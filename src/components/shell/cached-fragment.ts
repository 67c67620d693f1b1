import { createFragment, type CachedFragment, type Fragment, type FragmentCache, type PageFragments } from '../../domain/shell/fragments.ts' // prettier-ignore

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

/**
 * A fragment rendered once for each data object and name, then cached. Not a promise once it is: Astro buffers
 * everything after a part that it waits for.
 */
export function cachedFragment({ data, name, cache, pieces, render }: FragmentRequest): CachedFragment {
  const key = `${numberOf(data)} ${name}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const fragment = render().then((html) => createFragment(pieces?.text(html) ?? html))
  cache.set(key, fragment, 0)
  fragment.then(
    (rendered) => {
      const { html, bytes } = rendered
      if (cache.get(key) === fragment) cache.set(key, rendered, html.length * 2 + bytes.byteLength)
    },
    () => cache.delete(key),
  )
  return fragment
}

/** The text in place of some fragments, in their order; a promise while one of them is being rendered. */
export function fragmentsHtml(
  fragments: readonly CachedFragment[],
  pieces: PageFragments | undefined,
): string | Promise<string> {
  const textOf = (ready: readonly Fragment[]) =>
    ready.map((fragment) => pieces?.placeholderFor(fragment) ?? fragment.html).join('')
  const ready = fragments.flatMap((fragment) => (fragment instanceof Promise ? [] : [fragment]))
  return ready.length === fragments.length ? textOf(ready) : Promise.all(fragments).then(textOf)
}
