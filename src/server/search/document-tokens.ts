import type { SQL } from 'drizzle-orm'
import { isKnowledgeOnTrial } from './knowledge.ts'
import { pinyinTokens } from './pinyin.ts'
import { meaningOf, type Meaning } from './segment.ts'
import { tokenize, tsvectorOf } from './tokenize.ts'

/** Search document of a listing. Numbers match whole or by prefix, with and without dashes. */
export interface ListingDocument {
  readonly title: string
  readonly summary: string
  /** Names of its categories from the top down. */
  readonly categories: readonly string[]
  /** Names of its shop, brand, attribute values, tags, capabilities. */
  readonly names: readonly string[]
  readonly terms: readonly string[]
  /** Facts, specifications, paragraphs and other texts of its page: found where little else is. */
  readonly details?: readonly string[]
  /** Number of the listing, CAS, catalogue numbers, codes of specifications. */
  readonly numbers: readonly string[]
}

/** Search document of a shop. */
export interface ShopDocument {
  readonly name: string
  readonly companyName: string
  readonly brief: string
  /** Certificates and capabilities. */
  readonly terms: readonly string[]
}

/**
 * Prefixes of tokens that do not occur in the text itself, so that they never collide with real words: a word of the
 * title, pinyin of the title, pinyin of another name, a number; a word of the texts of the page; a word as the word list cuts the text or a concept, and
 * a concept wider than one of the text. The last two follow the prefix of the title or of a category for those of it.
 */
export const tokenPrefixes = {
  title: '=',
  category: '+',
  titleSound: '^',
  sound: '~',
  detail: '%',
  number: '#',
  word: '&',
  wider: '<',
} as const

/** A number without case and optional separators: `HP-C18-2546` → `hpc182546`. */
export const normalizeNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const hanPair = /^\p{Script=Han}{1,2}$/u
/** For Chinese only character pairs are queried: longer words depend on how the segmenter split their context. */
export const isSearchableToken = (word: string): boolean => hanPair.test(word) || !/\p{Script=Han}/u.test(word)

/** Maximum number of cached texts and their maximum length: names of categories, shops, brands. */
const [maxCachedTexts, maxCachedLength] = [5_000, 80]

const caches: Map<string, readonly string[]>[] = []
/** Forgets the tokens of names: the knowledge that they are made with has changed. */
export const clearNameTokens = (): void => {
  for (const cache of caches) cache.clear()
}

/** Memoizes a function for short texts, since thousands of listings share their names. */
function memoize(make: (text: string) => readonly string[]) {
  const known = new Map<string, readonly string[]>()
  caches.push(known)
  return (text: string): readonly string[] => {
    if (text.length > maxCachedLength || isKnowledgeOnTrial()) return make(text)
    const found = known.get(text)
    if (found !== undefined) return found
    const made = make(text)
    if (known.size >= maxCachedTexts) known.clear()
    known.set(text, made)
    return made
  }
}
/** Tokens of the words and concepts of a text. */
function meaningTokens(text: string): string[] {
  const { words, wider }: Meaning = meaningOf(text)
  return [...withPrefix(tokenPrefixes.word, words), ...withPrefix(tokenPrefixes.wider, wider)]
}
const tokenizeName = memoize(tokenize)
const meaningOfName = memoize(meaningTokens)
const pinyinOfName = memoize(pinyinTokens)
/** Unique tokens of several texts. No token spans a line break, so texts can be tokenized separately. */
const uniqueTokens = (texts: readonly string[], make: (text: string) => readonly string[]): string[] => [
  ...new Set(texts.flatMap(make)),
]

function withPrefix(sign: string, words: readonly string[]): string[] {
  return words.map((word) => sign + word)
}
const maxNumberLength = 60
/** Most words of the texts of a page. */
const maxDetailTokens = 300

/** Tokens of a listing; with `tsvectorOf` the content of its column `tokens`. */
export function listingTokens({
  title,
  summary,
  categories,
  names: others,
  terms,
  details = [],
  numbers,
}: ListingDocument): string[] {
  const names = [...categories, ...others]
  const ofTitle = tokenize(title)
  // What stands in brackets is mentioned; it is a word of the title, but not what the listing is.
  const titleMeaning = meaningTokens(title.replace(/[（(][^（()）]*[)）]/gu, ' '))
  return [
    ...new Set([
      ...ofTitle,
      ...tokenize(numbers.join('\n')),
      ...uniqueTokens([summary, ...names, ...terms], tokenizeName),
    ]),
    ...withPrefix(tokenPrefixes.title, ofTitle.filter(isSearchableToken)),
    ...new Set([...titleMeaning, ...uniqueTokens([title, summary, ...names, ...terms, ...numbers], meaningOfName)]),
    ...withPrefix(tokenPrefixes.title, titleMeaning),
    ...withPrefix(tokenPrefixes.detail, uniqueTokens(details, meaningOfName).slice(0, maxDetailTokens)),
    ...withPrefix(tokenPrefixes.category, uniqueTokens(categories, meaningOfName)),
    ...withPrefix(tokenPrefixes.titleSound, pinyinTokens(title)),
    ...withPrefix(tokenPrefixes.sound, uniqueTokens(names, pinyinOfName)),
    ...withPrefix(
      tokenPrefixes.number,
      numbers.map((number) => normalizeNumber(number).slice(0, maxNumberLength)).filter((number) => number.length > 1),
    ),
  ]
}

/** tsvector of a title alone, for the column `tokens`. */
export const titleTsvector = (title: string): SQL<string> =>
  tsvectorOf(listingTokens({ title, summary: '', categories: [], names: [], terms: [], numbers: [] }))

/** Tokens of a shop; its name is treated as the title. */
export function shopTokens({ name, companyName, brief, terms }: ShopDocument): string[] {
  const ofName = meaningTokens(`${name}\n${companyName}`)
  return [
    ...tokenize([name, companyName, brief, ...terms].join('\n')),
    ...withPrefix(tokenPrefixes.title, tokenize(`${name}\n${companyName}`).filter(isSearchableToken)),
    ...new Set([...ofName, ...uniqueTokens([brief, ...terms], meaningOfName)]),
    ...withPrefix(tokenPrefixes.title, ofName),
    ...withPrefix(tokenPrefixes.titleSound, pinyinTokens(`${name}\n${companyName}`)),
    ...withPrefix(tokenPrefixes.sound, pinyinTokens(terms.join('\n'))),
  ]
}
