/**
 * Finds what a described need is called in the trade: 药品小瓶漏气检查 is 包装密封完整性. Each line of descriptions leads to a
 * category or a term; a question is compared with all of them by the characters, pairs of characters and Latin words
 * that they share, each weighted by how few lines have it. Pure.
 */

/** How people describe the need that a category or a term answers. */
export interface NeedLine {
  /** Name of a category, where needed with those above it (`生殖毒性/I 段`), or a term. */
  readonly term: string
  readonly phrases: readonly string[]
}

/** A line that a question probably means. */
export interface LikelyNeed {
  readonly term: string
  /** Share of what the question says that the line explains, from 0 to 1. */
  readonly likelihood: number
}

interface IndexedPhrase {
  readonly line: number
  /** Weight of all of its parts. */
  readonly weight: number
}

export interface NeedIndex {
  readonly terms: readonly string[]
  /** Weight of each part by rarity. */
  readonly weights: ReadonlyMap<string, number>
  readonly phrases: readonly IndexedPhrase[]
  /** Numbers of the phrases that contain a part. */
  readonly phrasesWith: ReadonlyMap<string, readonly number[]>
  /** Lines that contain a part, with the number of their phrases that do. */
  readonly linesWith: ReadonlyMap<string, ReadonlyMap<number, number>>
}

/**
 * Characters that join words, ask or politely wrap: a pair with one of them is no part of a need. Escaped is the informal
 * “you”, which no text of the product uses.
 */
const grammar = /[的了吗呢吧啊么与及或在是就都也还这那哪我\u4f60他它们请想要个]/u

/** Phrases that ask, and words for anything that is sold: they say nothing about what is sought. */
const asking =
  /会不会|有没有|能不能|可不可以|是不是|要不要|行不行|好不好|怎么样|怎么|如何|为什么|什么|哪些|哪里|多少|多久|需要|想要|想知道|我们的?|我司|他们|用来|一个|一下|一些|没有|这个|那个|这批|这种|商品|产品|服务|可以|应该|帮忙|进行|相关|以及|或者/gu

/** A single character says less than a pair. */
const singleWeight = 0.55
/** A part that no line has counts for so much of the rarest one: pairs across words are such parts. */
const unknownShare = 0.35

/** Characters, pairs of neighbouring characters and Latin words of a text. */
export function partsOf(text: string): ReadonlySet<string> {
  const parts = new Set<string>()
  const plain = text.normalize('NFKC').toLowerCase().replace(asking, ' ')
  for (const [run] of plain.matchAll(/\p{Script=Han}+/gu)) {
    const signs = [...run]
    for (const [at, sign] of signs.entries()) {
      if (grammar.test(sign)) continue
      parts.add(sign)
      const next = signs[at + 1]
      if (next !== undefined && !grammar.test(next)) parts.add(sign + next)
    }
  }
  for (const [word] of plain.matchAll(/[a-z0-9]{2,}/gu)) parts.add(word)
  return parts
}

const isLatin = (part: string) => /^[a-z0-9]/.test(part)
const isSingle = (part: string) => /^\p{Script=Han}$/u.test(part)
const rarity = (part: string, lines: number, having: number) =>
  (isSingle(part) ? singleWeight : 1) * Math.log(1 + lines / having)

/** Reads the lines once, so that a question is compared with what shares something with it alone. */
export function createNeedIndex(lines: readonly NeedLine[]): NeedIndex {
  const linesWith = new Map<string, Map<number, number>>()
  const phrasesWith = new Map<string, number[]>()
  const read = lines.flatMap(({ term, phrases }, line) =>
    [...term.split('/'), ...phrases].map((phrase) => ({ line, parts: partsOf(phrase) })),
  )
  for (const [at, { line, parts }] of read.entries()) {
    for (const part of parts) {
      const having = linesWith.get(part) ?? new Map<number, number>()
      linesWith.set(part, having.set(line, (having.get(line) ?? 0) + 1))
      const among = phrasesWith.get(part)
      if (among === undefined) phrasesWith.set(part, [at])
      else among.push(at)
    }
  }
  const weights = new Map([...linesWith].map(([part, { size }]) => [part, rarity(part, lines.length, size)]))
  const phrases = read.map(({ line, parts }) => ({ line, weight: sumOf([...parts].map((part) => weights.get(part) ?? 0)) })) // prettier-ignore
  return { terms: lines.map(({ term }) => term), weights, phrases, phrasesWith, linesWith }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** What one phrase with a part counts of what many with it count. */
const onceShare = 0.7
/** How much the nearest phrase alone counts; the rest is what the line as a whole explains. */
const phraseShare = 0.3

/** Lines by how much of a question they explain, most first; those that the page does not offer are left out. */
export function likelyNeeds(
  question: string,
  { terms, weights, phrases, phrasesWith, linesWith }: NeedIndex,
  isOffered: (term: string) => boolean = () => true,
): readonly LikelyNeed[] {
  const parts = [...partsOf(question)]
  // A Latin word that no line has names something else.
  const weightOf = (part: string) =>
    weights.get(part) ?? (isLatin(part) ? 1 : unknownShare) * rarity(part, terms.length, 1)
  const whole = sumOf(parts.map(weightOf))
  if (whole === 0) return []
  const explained = new Map<number, number>()
  const withPair = new Set<number>()
  const shared = new Map<number, number>()
  for (const part of parts) {
    const weight = weightOf(part)
    for (const [line, count] of linesWith.get(part) ?? []) {
      const share = 1 - (1 - onceShare) / count
      explained.set(line, (explained.get(line) ?? 0) + weight * share)
      if (!isSingle(part)) withPair.add(line)
    }
    for (const at of phrasesWith.get(part) ?? []) shared.set(at, (shared.get(at) ?? 0) + weight)
  }
  const nearest = new Map<number, number>()
  for (const [at, weight] of shared) {
    const phrase = phrases[at]
    if (phrase === undefined || phrase.weight === 0) continue
    const near = weight / Math.sqrt(whole * phrase.weight)
    nearest.set(phrase.line, Math.max(nearest.get(phrase.line) ?? 0, near))
  }
  return [...explained]
    .flatMap(([line, weight]) => {
      const term = terms[line]
      // Single characters alone are part of any word: 蛋 of 恐龙蛋 is not 蛋白.
      if (term === undefined || !withPair.has(line) || !isOffered(term)) return []
      const likelihood = (1 - phraseShare) * (weight / whole) + phraseShare * (nearest.get(line) ?? 0)
      return [{ term, likelihood }]
    })
    .toSorted((one, other) => other.likelihood - one.likelihood)
}
