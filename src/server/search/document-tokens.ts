import type { SQL } from 'drizzle-orm'
import { pinyinTokens } from './pinyin.ts'
import { tokenize, tsvectorOf } from './tokenize.ts'

/** Search document of a listing. Numbers match whole or by prefix, with and without dashes. */
export interface ListingDocument {
  readonly title: string
  readonly summary: string
  /** Names of its categories from the top down, shop, brand, attribute values, tags, capabilities. */
  readonly names: readonly string[]
  readonly terms: readonly string[]
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
 * title, pinyin of the title, pinyin of another name, a number.
 */
export const tokenPrefixes = { title: '=', titleSound: '^', sound: '~', number: '#' } as const

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

/** Memoizes a function for short texts, since thousands of listings share their names. */
function memoize(make: (text: string) => readonly string[]) {
  const known = new Map<string, readonly string[]>()
  return (text: string): readonly string[] => {
    if (text.length > maxCachedLength) return make(text)
    const found = known.get(text)
    if (found !== undefined) return found
    const made = make(text)
    if (known.size >= maxCachedTexts) known.clear()
    known.set(text, made)
    return made
  }
}
const tokenizeName = memoize(tokenize)
const pinyinOfName = memoize(pinyinTokens)
/** Unique tokens of several texts. No token spans a line break, so texts can be tokenized separately. */
const uniqueTokens = (texts: readonly string[], make: (text: string) => readonly string[]): string[] => [
  ...new Set(texts.flatMap(make)),
]

const withPrefix = (sign: string, words: readonly string[]) => words.map((word) => sign + word)
const maxNumberLength = 60

/** Tokens of a listing; with `tsvectorOf` the content of its column `tokens`. */
export function listingTokens({ title, summary, names, terms, numbers }: ListingDocument): string[] {
  const ofTitle = tokenize(title)
  return [
    ...new Set([
      ...ofTitle,
      ...tokenize(numbers.join('\n')),
      ...uniqueTokens([summary, ...names, ...terms], tokenizeName),
    ]),
    ...withPrefix(tokenPrefixes.title, ofTitle.filter(isSearchableToken)),
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
  tsvectorOf(listingTokens({ title, summary: '', names: [], terms: [], numbers: [] }))

/** Tokens of a shop; its name is treated as the title. */
export function shopTokens({ name, companyName, brief, terms }: ShopDocument): string[] {
  return [
    ...tokenize([name, companyName, brief, ...terms].join('\n')),
    ...withPrefix(tokenPrefixes.title, tokenize(`${name}\n${companyName}`).filter(isSearchableToken)),
    ...withPrefix(tokenPrefixes.titleSound, pinyinTokens(`${name}\n${companyName}`)),
    ...withPrefix(tokenPrefixes.sound, pinyinTokens(terms.join('\n'))),
  ]
}
