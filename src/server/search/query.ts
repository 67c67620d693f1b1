import { isCas } from '../../domain/catalogue/cas.ts'
import { isSearched, plainNumber, signs } from './listing-words.ts'
import { asTyped } from './pinyin.ts'
import { expanded } from './synonyms.ts'
import { cut } from './words.ts'

/** A keyword as queries of the column `words`; '' where it asks for nothing of the kind. */
export interface SearchQuery {
  /** Every word, as written or in a word of the same meaning, or the number. */
  readonly words: string
  /** The same, all of it in the title. */
  readonly title: string
  /** The number, complete. */
  readonly number: string
  /** What begins with it when typed by sound; the same, in the title. */
  readonly sound: string
  readonly titleSound: string
}

const fewestOfNumber = 3

/** Reads a keyword. Nothing in it is read as an operator: words hold letters, figures, dots, dashes and slashes only. */
export function queryOf(keyword: string): SearchQuery {
  const plain = keyword.normalize('NFKC').toLowerCase().trim()
  const number = numberOf(plain)
  const byNumber = number === '' ? '' : isCas(plain) ? quoted(number) : `${quoted(number)}:*`
  return {
    words: anyOf(wordsQuery(plain, ''), byNumber),
    title: wordsQuery(plain, signs.title),
    number: number === '' ? '' : quoted(number),
    sound: anyOf(soundQuery(plain, signs.titleSound), soundQuery(plain, signs.sound)),
    titleSound: soundQuery(plain, signs.titleSound),
  }
}

/** All words of the keyword; a single Chinese character beside others says too little to be asked for. */
function wordsQuery(plain: string, sign: string): string {
  if (isCas(plain)) return quoted(sign + plain)
  const { rest, choices } = expanded(plain)
  const asked = cut(rest).filter(isSearched)
  const longer = asked.filter((word) => !/^\p{Script=Han}$/u.test(word))
  const words = longer.length + choices.length > 0 ? longer : asked
  return allOf(
    ...words.map((word) => (/\p{Script=Han}/u.test(word) ? quoted(sign + word) : `${quoted(sign + word)}:*`)),
    ...choices.map((terms) => anyOf(...terms.map((term) => wordsOf(term, sign)))),
  )
}

const wordsOf = (term: string, sign: string) =>
  allOf(
    ...cut(term)
      .filter(isSearched)
      .map((word) => quoted(sign + word)),
  )

/** Figures and Latin letters, as catalogue and CAS numbers are: with their sign; '' for anything else. */
function numberOf(plain: string): string {
  const number = plainNumber(plain)
  return /^[a-z0-9][a-z0-9 _./#-]*$/.test(plain) && /\d/.test(number) && number.length >= fewestOfNumber
    ? signs.number + number
    : ''
}

/** Two letters are the initials of a word of two characters; more are the beginning of what follows a word's start. */
function soundQuery(plain: string, sign: string): string {
  const letters = asTyped(plain)
  if (letters === undefined) return ''
  return letters.length === 2 ? quoted(sign + letters) : `${quoted(sign + letters)}:*`
}

const quoted = (word: string) => `'${word}'`
const joined = (parts: readonly string[], by: string) => {
  const given = parts.filter((part) => part !== '')
  return given.length > 1 ? `(${given.join(by)})` : (given[0] ?? '')
}
const allOf = (...parts: string[]) => joined(parts, ' & ')
const anyOf = (...parts: string[]) => joined(parts, ' | ')
