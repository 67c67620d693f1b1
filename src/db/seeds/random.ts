/** A small generator (mulberry32): the same seed gives the same data on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  /** A whole number, both ends included. */
  readonly int: (low: number, high: number) => number
  readonly pick: <T>(list: readonly T[]) => T
  /** A new list in another order. */
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
  const pick = <T>(list: readonly T[]) => at(list, int(0, list.length - 1))
  const shuffle = <T>(list: readonly T[]) =>
    list
      .map((item) => ({ item, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  return { next, int, pick, shuffle }
}

/** The item at an index, round and round; a list that is empty is a mistake in the data. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length]
  if (item === undefined) throw new Error('The list is empty')
  return item
}

/** The value under a key; a key that is missing is a mistake in the data. */
export function need<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`Nothing in the seeds is called ${String(key)}`)
  return value
}
