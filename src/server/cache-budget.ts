import { LRUCache } from 'lru-cache'

/** Cached values of one kind, by key. The least recently used are removed when the budget of all kinds is used up. */
export interface CachePart<V extends object> {
  /** The value, which becomes the most recently used one. */
  readonly get: (key: string) => V | undefined
  readonly has: (key: string) => boolean
  /**
   * Stores a value of that many bytes in memory, or changes the bytes of a stored one. A value larger than the budget
   * of its kind is not stored.
   */
  readonly set: (key: string, value: V, bytes: number) => void
  /** Changes the bytes of a value, unless it was removed or replaced meanwhile. */
  readonly resize: (key: string, value: V, bytes: number) => void
  readonly delete: (key: string) => void
  readonly clear: () => void
  readonly entries: () => Iterable<readonly [key: string, value: V]>
}

/** One limit in bytes for all caches of the process. */
export interface CacheBudget {
  /**
   * Creates a cache of a kind of values. `share` of the budget belongs to the kind; it may use what others leave free.
   * Beyond the budget the kind that exceeds its share most is reduced.
   */
  readonly part: <V extends object>(name: string, share: number) => CachePart<V>
  /** Changes the limit. */
  readonly setLimit: (bytes: number) => void
  /** Bytes by kind. */
  readonly usage: () => Readonly<Record<string, number>>
}

/** Shares of the budget by kind; together 1. */
export const cacheShares = {
  /** Public pages requested once. */
  pagesOnce: 0.15,
  /** Public pages requested again. */
  pages: 0.35,
  /** Answers of public calls for pages. */
  answers: 0.15,
  /** Rendered fragments of pages. */
  fragments: 0.2,
  /** Generated drawings. */
  drawings: 0.05,
  /** Counts, reference data and other reads. */
  reads: 0.1,
} as const

/** Bytes of a map entry beside its value: key, links and object headers. */
const entryBytes = 200

interface Kind {
  readonly share: number
  readonly caches: Evictable[]
}

interface Evictable {
  readonly calculatedSize: number
  /** Removes the least recently used value and returns its bytes. */
  readonly pop: () => number
}

export function createCacheBudget(maxBytes: number): CacheBudget {
  let limit = maxBytes
  const kinds = new Map<string, Kind>()
  const bytesOf = ({ caches }: Kind) => caches.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0)
  /** Bytes of all kinds. */
  let used = 0
  const shrink = () => {
    while (used > limit) {
      const kind = greatest([...kinds.values()], (each) => bytesOf(each) / each.share)
      const cache = greatest(kind?.caches ?? [], ({ calculatedSize }) => calculatedSize)
      if (cache === undefined) return
      used -= cache.pop()
    }
  }
  return {
    part: <V extends object>(name: string, share: number): CachePart<V> => {
      const values = new LRUCache<string, V>({ maxSize: Number.MAX_SAFE_INTEGER })
      const kind = kinds.get(name) ?? { share, caches: [] }
      kinds.set(name, kind)
      /** Bytes that a change of this cache adds. */
      const bytesOfChange = (change: () => unknown) => {
        const before = values.calculatedSize
        change()
        return values.calculatedSize - before
      }
      const counted = (change: () => unknown) => {
        used += bytesOfChange(change)
      }
      kind.caches.push({
        get calculatedSize() {
          return values.calculatedSize
        },
        pop: () => -bytesOfChange(() => values.pop()),
      })
      const set = (key: string, value: V, bytes: number) => {
        const size = Math.ceil(bytes) + entryBytes
        counted(() => {
          // The size of a stored value is otherwise not changed.
          values.delete(key)
          if (size <= limit * share) values.set(key, value, { size })
        })
        shrink()
      }
      return {
        get: (key) => values.get(key),
        has: (key) => values.has(key),
        set,
        resize: (key, value, bytes) => {
          if (values.peek(key) === value) set(key, value, bytes)
        },
        delete: (key) => counted(() => values.delete(key)),
        clear: () => counted(() => values.clear()),
        entries: () => values.entries(),
      }
    },
    setLimit: (bytes) => {
      limit = bytes
      shrink()
    },
    usage: () => Object.fromEntries([...kinds].map(([name, kind]) => [name, bytesOf(kind)])),
  }
}

/** The element with the greatest measure. */
function greatest<T>(elements: readonly T[], measure: (element: T) => number): T | undefined {
  let found: T | undefined
  for (const element of elements) if (found === undefined || measure(element) > measure(found)) found = element
  return found
}

declare global {
  var portalCacheBudget: CacheBudget | undefined
}

/**
 * The budget of this process; `CACHE_MB` sets its limit at start. Global, since Astro bundles its pages separately from
 * the server.
 */
export const cacheBudget: CacheBudget = (globalThis.portalCacheBudget ??= createCacheBudget(64 * 1024 * 1024))

/** Bytes of an object, an array element or a property beside their contents. */
const slotBytes = 16

/** Bytes that a plain value occupies in memory, estimated without serialising it. */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return slotBytes + value.length * (isLatin(value) ? 1 : 2)
  if (typeof value !== 'object' || value === null) return 8
  if (value instanceof Uint8Array) return slotBytes + value.byteLength
  if (value instanceof Map) return estimateBytes([...value.keys()]) + estimateBytes([...value.values()])
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.reduce<number>((sum, part) => sum + 8 + estimateBytes(part), slotBytes)
}

/** Whether a text is stored with one byte a character; judged by its beginning. */
const isLatin = (text: string) => !/[^\0-\xff]/.test(text.slice(0, 200))
