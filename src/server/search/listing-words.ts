import type { SQL } from 'drizzle-orm'
import { typedForms } from './pinyin.ts'
import { cut, tsvectorSql } from './words.ts'

/** What a listing is found by. Numbers are matched as wholes and beginnings, with and without their dashes. */
export interface ListingWording {
  readonly title: string
  readonly summary: string
  /** Names of its categories from the top down, shop, brand; what its category's attributes say, tags, capabilities. */
  readonly names: readonly string[]
  readonly terms: readonly string[]
  /** Number of the listing, CAS, catalogue numbers, codes of specifications. */
  readonly numbers: readonly string[]
}

/** What a shop is found by. */
export interface ShopWording {
  readonly name: string
  readonly companyName: string
  readonly brief: string
  /** Certificates and capabilities. */
  readonly terms: readonly string[]
}

/**
 * Signs in front of the words that are not read in the text itself, so that none of them meets a real word:
 * a word of the title, a part of the title typed by sound, another name typed by sound, a number.
 */
export const signs = { title: '=', titleSound: '^', sound: '~', number: '#' } as const

/** A number without case and separators that people leave out: `HP-C18-2546` → `hpc182546`. */
export const plainNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const pair = /^\p{Script=Han}{1,2}$/u
/** Of Chinese only the pairs: a text holds all of its own, while longer words depend on what stands around them. */
export const isSearched = (word: string): boolean => pair.test(word) || !/\p{Script=Han}/u.test(word)

/** Texts remembered at once, and how long they may be: names of categories, shops, brands, and what many say alike. */
const [mostKnown, longestKnown] = [5_000, 80]

/** A function of a text that remembers what it made of short ones: thousands of listings share their names. */
function remembered(make: (text: string) => readonly string[]) {
  const known = new Map<string, readonly string[]>()
  return (text: string): readonly string[] => {
    if (text.length > longestKnown) return make(text)
    const found = known.get(text)
    if (found !== undefined) return found
    const made = make(text)
    if (known.size >= mostKnown) known.clear()
    known.set(text, made)
    return made
  }
}
const cutName = remembered(cut)
const soundsOfName = remembered(typedForms)
/** Of several texts what each comes to, once. No word reaches over the end of a line, so they may be taken apart. */
const ofAll = (texts: readonly string[], make: (text: string) => readonly string[]): string[] => [
  ...new Set(texts.flatMap(make)),
]

const marked = (sign: string, words: readonly string[]) => words.map((word) => sign + word)
const longest = 60

/** Words of a listing; together with `tsvectorSql` its column `words`. */
export function wordsOfListing({ title, summary, names, terms, numbers }: ListingWording): string[] {
  const ofTitle = cut(title)
  return [
    ...new Set([...ofTitle, ...cut(numbers.join('\n')), ...ofAll([summary, ...names, ...terms], cutName)]),
    ...marked(signs.title, ofTitle.filter(isSearched)),
    ...marked(signs.titleSound, typedForms(title)),
    ...marked(signs.sound, ofAll(names, soundsOfName)),
    ...marked(
      signs.number,
      numbers.map((number) => plainNumber(number).slice(0, longest)).filter((number) => number.length > 1),
    ),
  ]
}

/** What a piece of a title is found by, ready for the column `words`. */
export const searchableTitle = (title: string): SQL<string> =>
  tsvectorSql(wordsOfListing({ title, summary: '', names: [], terms: [], numbers: [] }))

/** Words of a shop; its name stands for the title. */
export function wordsOfShop({ name, companyName, brief, terms }: ShopWording): string[] {
  return [
    ...cut([name, companyName, brief, ...terms].join('\n')),
    ...marked(signs.title, cut(`${name}\n${companyName}`).filter(isSearched)),
    ...marked(signs.titleSound, typedForms(`${name}\n${companyName}`)),
    ...marked(signs.sound, typedForms(terms.join('\n'))),
  ]
}
