/** A number of 32 bits for a text, the same on every machine (FNV-1a). */
export function textHash(text: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
  }
  // The last characters would otherwise change the low bits only.
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** A source of seeded choices: the same seed gives the same drawing. */
export interface Seeded {
  /** From `low` up to but not including `high`. */
  readonly between: (low: number, high: number) => number
  /** An integer from `low` to `high`, both included. */
  readonly int: (low: number, high: number) => number
  readonly chance: (likelihood: number) => boolean
  readonly pick: <T>(first: T, ...others: readonly T[]) => T
}

/** Pseudo-random choices of a seed. */
export function seeded(seed: number): Seeded {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The low bits of this generator repeat; the high ones are mixed into them.
    return ((state ^ (state >>> 15)) >>> 0) / 4_294_967_296
  }
  next()
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between: (low, high) => low + next() * (high - low),
    int,
    chance: (likelihood) => next() < likelihood,
    pick: (first, ...others) => {
      const at = int(0, others.length)
      return at === 0 ? first : (others[at - 1] ?? first)
    },
  }
}
