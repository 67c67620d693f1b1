/** A page fragment that is rendered once, as text and as encoded bytes. */
export interface Fragment {
  readonly html: string
  readonly bytes: Uint8Array
}

/** Fragments of a page being rendered, whose text contains a placeholder for each. */
export interface PageFragments {
  readonly placeholderFor: (piece: Fragment) => string
  /** Text with the fragments inserted, for the cache. */
  readonly text: (drawn: string) => string
  /** The same as bytes; fragments are not encoded again. */
  readonly bytes: (drawn: string) => Uint8Array[]
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
    bytes: (drawn) => parts(drawn).map((part) => (typeof part === 'string' ? encoder.encode(part) : part.bytes)),
  }
}
