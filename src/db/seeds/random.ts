/** A small generator (mulberry32): the same seed gives the same data on every machine. */
export interface Random {
  /** At least 0 and less than 1. */
  readonly next: () => number
  /** An integer between both bounds, inclusive. */
  readonly int: (low: number, high: number) => number
  readonly pick: <T>(list: readonly T[]) => T
  /** A shuffled copy of a list. */
  readonly shuffle: <T>(list: readonly T[]) => T[]
}

export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(list: readonly T[]) => itemAt(list, int(0, list.length - 1))
  const shuffle = <T>(list: readonly T[]) =>
    list
      .map((item) => ({ item, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  return { next, int, pick, shuffle }
}

/** The item at an index, wrapping around; throws for an empty list. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length]
  if (item === undefined) throw new Error('The list is empty')
  return item
}

/** The value of a key; throws for a missing key. */
export function requireKey<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`Nothing in the seeds is called ${String(key)}`)
  return value
}
