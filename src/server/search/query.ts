import { isCas } from '../../domain/catalogue/cas.ts'
import { plainKeyword } from '../../domain/shell/search.ts'
import { allOf, anyOf, beginning, tsqueryOf, word, type Asked } from './asked.ts'
import { isSearched, plainNumber, signs } from './listing-words.ts'
import { asTyped } from './pinyin.ts'
import { expanded } from './synonyms.ts'
import { cut, takeNumbers } from './words.ts'

/** What a keyword asks of the column `words`; undefined where it asks for nothing of the kind. */
export interface Reading {
  /** Every word, as written or in a word of the same meaning, or the number. */
  readonly words: Asked | undefined
  /** The same, all of it in the title. */
  readonly title: Asked | undefined
  /** The number, complete. */
  readonly number: Asked | undefined
  /** What begins with it when typed by sound; the same, in the title. */
  readonly sound: Asked | undefined
  readonly titleSound: Asked | undefined
}

const fewestOfNumber = 3

/** Reads a keyword. Nothing in it is read as an operator. */
export function readingOf(keyword: string): Reading {
  const plain = plainKeyword(keyword).toLowerCase()
  const number = numberOf(plain)
  const byNumber = number === undefined ? undefined : isCas(plain) ? word(number) : beginning(number)
  return {
    words: anyOf(wordsAsked(plain, ''), byNumber),
    title: wordsAsked(plain, signs.title),
    number: number === undefined ? undefined : word(number),
    sound: anyOf(soundAsked(plain, signs.titleSound), soundAsked(plain, signs.sound)),
    titleSound: soundAsked(plain, signs.titleSound),
  }
}

/** A keyword as queries of the column `words`; '' where it asks for nothing of the kind. */
export type SearchQuery = Readonly<Record<keyof Reading, string>>

/** The same as the database reads it. */
export function queryOf(keyword: string): SearchQuery {
  const { words, title, number, sound, titleSound } = readingOf(keyword)
  return {
    words: tsqueryOf(words),
    title: tsqueryOf(title),
    number: tsqueryOf(number),
    sound: tsqueryOf(sound),
    titleSound: tsqueryOf(titleSound),
  }
}

/** All words of the keyword; a single Chinese character beside others says too little to be asked for. */
function wordsAsked(plain: string, sign: string): Asked | undefined {
  if (isCas(plain)) return word(sign + plain)
  const { rest: named, choices } = expanded(plain)
  const { rest, numbers } = takeNumbers(named)
  const asked = cut(rest).filter(isSearched)
  const longer = asked.filter((each) => !/^\p{Script=Han}$/u.test(each))
  const words = longer.length + choices.length + numbers.length > 0 ? longer : asked
  return allOf(
    ...words.map((each) => (/\p{Script=Han}/u.test(each) ? word(sign + each) : beginning(sign + each))),
    ...numbers.map((each) => numberAsked(each, sign)),
    ...choices.map((terms) => anyOf(...terms.map((term) => wordsOfTerm(term, sign)))),
  )
}

/** A number among other words: as written, or as one of the listing's own numbers. A CAS number is complete. */
function numberAsked(number: string, sign: string): Asked | undefined {
  if (isCas(number)) return word(sign + number)
  const written = beginning(sign + number)
  return sign === '' ? anyOf(written, beginning(signs.number + plainNumber(number))) : written
}

/** Every word of a term, as written; with the sign of the title, in the title. */
export const wordsOfTerm = (term: string, sign: string): Asked | undefined =>
  allOf(
    ...cut(term)
      .filter(isSearched)
      .map((each) => word(sign + each)),
  )

/** Figures and Latin letters, as catalogue and CAS numbers are: with their sign; undefined for anything else. */
function numberOf(plain: string): string | undefined {
  const number = plainNumber(plain)
  return /^[a-z0-9][a-z0-9 _./#-]*$/.test(plain) && /\d/.test(number) && number.length >= fewestOfNumber
    ? signs.number + number
    : undefined
}

/** Two letters are the initials of a word of two characters; more are the beginning of what follows a word's start. */
function soundAsked(plain: string, sign: string): Asked | undefined {
  const letters = asTyped(plain)
  if (letters === undefined) return undefined
  return letters.length === 2 ? word(sign + letters) : beginning(sign + letters)
}
