/** A page fragment that is rendered once, as text and as encoded bytes. */
export interface Fragment {
  readonly html: string
  readonly bytes: Uint8Array
}

/** A fragment, or the promise of one that is being rendered. */
export type CachedFragment = Fragment | Promise<Fragment>

/** Rendered fragments by key, within the memory budget of the server's caches. */
export interface FragmentCache {
  readonly get: (key: string) => CachedFragment | undefined
  readonly set: (key: string, fragment: CachedFragment, bytes: number) => void
  readonly delete: (key: string) => void
}

/** A part of the bytes of a page. Shared ones are those of a fragment: the same object on every page. */
export interface PagePart {
  readonly bytes: Uint8Array
  readonly isShared: boolean
}

/** Fragments of a page being rendered, whose text contains a placeholder for each. */
export interface PageFragments {
  readonly placeholderFor: (piece: Fragment) => string
  /** Text with the fragments inserted, for the cache. */
  readonly text: (drawn: string) => string
  /** The same as bytes; fragments are not encoded again. */
  readonly parts: (drawn: string) => PagePart[]
}

const encoder = new TextEncoder()
/** Random per process, so that input cannot forge a placeholder. */
const name = crypto.randomUUID()
const placeholders = new RegExp(`<!--${name} (\\d+)-->`)

export const createFragment = (html: string): Fragment => ({ html, bytes: encoder.encode(html) })

export function createPageFragments(): PageFragments {
  const fragments: Fragment[] = []
  // Every second part is the index of a fragment.
  const parts = (drawn: string) =>
    drawn.split(placeholders).map((part, index) => (index % 2 === 0 ? part : (fragments[Number(part)] ?? '')))
  return {
    placeholderFor: (piece) => `<!--${name} ${fragments.push(piece) - 1}-->`,
    text: (drawn) =>
      parts(drawn)
        .map((part) => (typeof part === 'string' ? part : part.html))
        .join(''),
    parts: (drawn) =>
      parts(drawn).map((part) =>
        typeof part === 'string'
          ? { bytes: encoder.encode(part), isShared: false }
          : { bytes: part.bytes, isShared: true },
      ),
  }
}
