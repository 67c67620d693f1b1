import { chineseNumber } from '../../domain/search/chinese-number.ts'
import { chineseUnitPattern, sizePattern, unitPattern } from '../../domain/search/measures.ts'
import { toSimplified } from '../../domain/search/simplified.ts'
import { knowledge, knowledgeKey } from './knowledge.ts'
import { wordList } from './word-list.ts'

/** A word of a text, in its order. */
export interface Segment {
  /** As written, lower-case, half-width and simplified. */
  readonly text: string
  /** What it is compared by: `LC-MS/MS` and `lcmsms` are `lcmsms`, `200 L` is `200l`, `Ⅱ期` is `期2`. */
  readonly key: string
  readonly kind: 'han' | 'latin' | 'measure' | 'phase'
  readonly start: number
  readonly end: number
}

const phasePattern = /(?<![a-z0-9.])(iv|i{1,3}|[1-4]|(?<!\p{Script=Han})[一二三四])([ab]?)\s*期/u
const latinPattern = /[a-z0-9\p{Script=Greek}]+(?:[-./+'&][a-z0-9\p{Script=Greek}]+)*/u
const pattern = new RegExp(
  [phasePattern, sizePattern, unitPattern, chineseUnitPattern, latinPattern, /\p{Script=Han}+/u].map(({ source }) => `(?:${source})`).join('|'), // prettier-ignore
  'gu',
)
const phases: Readonly<Record<string, string>> = {
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  一: '1',
  二: '2',
  三: '3',
  四: '4',
}
const units: Readonly<Record<string, string>> = {
  升: 'l',
  公斤: 'kg',
  千克: 'kg',
  毫克: 'mg',
  克: 'g',
  毫升: 'ml',
  µg: 'ug',
  μg: 'ug',
  μl: 'ul',
  μm: 'um',
}

/** A text as its words are compared: half-width, lower-case, simplified, with plain dashes. */
export const plainText = (text: string): string =>
  toSimplified(text.normalize('NFKC').toLowerCase()).replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/gu, '-')

const asWhole = ({ source }: RegExp) => new RegExp(`^(?:${source})$`, 'u')
const wholePhase = asWhole(phasePattern)
const wholeSize = asWhole(sizePattern)
const wholeUnit = asWhole(unitPattern)
const wholeChineseUnit = asWhole(chineseUnitPattern)

/** What a piece of text is if it is no Chinese word: a phase, a size, a measure; undefined for another one. */
function readMeasure(text: string): Pick<Segment, 'key' | 'kind'> | undefined {
  const phase = wholePhase.exec(text)
  if (phase !== null) return { key: `期${phases[phase[1] ?? ''] ?? phase[1]}`, kind: 'phase' }
  const size = wholeSize.exec(text)
  if (size !== null) {
    const sides = [Number(size[1]), Number(size[2])].toSorted((one, other) => one - other)
    return { key: sides.join('x'), kind: 'measure' }
  }
  const [, number = '', name = ''] = wholeUnit.exec(text) ?? wholeChineseUnit.exec(text) ?? []
  return name === '' ? undefined : { key: `${chineseNumber(number) ?? Number(number)}${units[name] ?? name}`, kind: 'measure' } // prettier-ignore
}

/** The words of a plain text in their order. */
export function segmentsOf(plain: string): Segment[] {
  const found: Segment[] = []
  for (const match of plain.matchAll(pattern)) {
    const [text] = match
    const isHan = /^\p{Script=Han}+$/u.test(text)
    const other = readMeasure(text) ?? (isHan ? undefined : ({ key: knowledgeKey(text), kind: 'latin' } as const))
    if (other !== undefined) {
      found.push({ text, ...other, start: match.index, end: match.index + text.length })
      continue
    }
    let start = match.index
    for (const word of wordList.whole().cut(text, true)) {
      found.push({ text: word, key: word, kind: 'han', start, end: start + word.length })
      start += word.length
    }
  }
  return found
}

/** Shorter words that a long one consists of: 抗体 of 双特异性抗体, but not 制剂 of 抑制剂. */
export function innerWords(word: string): readonly string[] {
  if (word.length < 3) return []
  const { concepts } = knowledge()
  const known = new Set(wordList.whole().cutForSearch(word, true))
  const isWord = (part: string) => known.has(part) || concepts.has(part)
  const parts: (readonly [number, number])[] = []
  for (let start = 0; start < word.length; start += 1) {
    for (let end = start + 2; end <= word.length; end += 1)
      if (end - start < word.length && isWord(word.slice(start, end))) parts.push([start, end])
  }
  const fromStart = new Set([0])
  for (const [start, end] of parts) if (fromStart.has(start)) fromStart.add(end)
  const toEnd = new Set([word.length])
  for (const [start, end] of parts.toReversed()) if (toEnd.has(end)) toEnd.add(start)
  return parts
    .filter(([start, end]) => start === 0 || (fromStart.has(start) && toEnd.has(end)))
    .map(([start, end]) => word.slice(start, end))
}

/** Most words that one term consists of. */
const maxWords = 8
const joint = /^[ \t\-/·]*$/

/** Whether two words stand next to each other, as parts of one term. */
const areAdjacent = (plain: string, one: Segment | undefined, other: Segment | undefined) =>
  one !== undefined && other !== undefined && joint.test(plain.slice(one.end, other.start))

/** The concepts that begin at a word, with the number of their last word, longest first. */
export function conceptsAt(
  plain: string,
  segments: readonly Segment[],
  first: number,
): readonly { readonly last: number; readonly concepts: readonly string[] }[] {
  const { concepts, longest } = knowledge()
  const found: { last: number; concepts: readonly string[] }[] = []
  let key = ''
  for (let last = first; last < segments.length && last < first + maxWords; last += 1) {
    const segment = segments[last]
    if (segment === undefined || (last > first && !areAdjacent(plain, segments[last - 1], segment))) break
    // Terms are listed with digits: 六孔板 is 6孔板.
    key += wholeChineseUnit.test(segment.text) ? segment.key : knowledgeKey(segment.text)
    if (key.length > longest) break
    const named = concepts.get(key)
    if (named !== undefined) found.unshift({ last, concepts: named })
  }
  return found
}

/** Words and concepts of a text, and the wider concepts of those. */
export interface Meaning {
  readonly words: readonly string[]
  readonly wider: readonly string[]
}

const maxKeyLength = 60

/** What a text is about: its words as the word list cuts them, and the concepts that its terms name. */
export function meaningOf(text: string): Meaning {
  const plain = plainText(text)
  const segments = segmentsOf(plain)
  const known = knowledge()
  const words = new Set<string>()
  for (const [at, segment] of segments.entries()) {
    if (segment.key.length > 1 || segment.kind === 'latin') words.add(segment.key)
    for (const { concepts } of conceptsAt(plain, segments, at)) for (const concept of concepts) words.add(concept)
    if (segment.kind !== 'han') continue
    for (const inner of innerWords(segment.text)) {
      words.add(inner)
      for (const concept of known.concepts.get(inner) ?? []) words.add(concept)
    }
  }
  const wider = new Set<string>()
  for (const word of words) for (const wide of known.wider.get(word) ?? []) if (!words.has(wide)) wider.add(wide)
  const isKey = (key: string) => key !== '' && key.length <= maxKeyLength && !/[\s'\\]/.test(key)
  return { words: [...words].filter(isKey), wider: [...wider].filter(isKey) }
}
