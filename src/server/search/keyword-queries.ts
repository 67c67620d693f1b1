import { isCas } from '../../domain/catalogue/cas.ts'
import { normalizeKeyword } from '../../domain/shell/search.ts'
import { queryAll, queryAny, prefixToken, tsqueryOf, exactToken, type SearchQuery } from './search-query.ts'
import { isSearchableToken, normalizeNumber, tokenPrefixes } from './document-tokens.ts'
import { asPinyin } from './pinyin.ts'
import { expandSynonyms } from './synonyms.ts'
import { tokenize, extractNumbers } from './tokenize.ts'

/** Queries of a keyword on the column `tokens`; undefined where one does not apply. */
export interface KeywordQueries {
  /** Every word, as written or as a synonym, or the number. */
  readonly words: SearchQuery | undefined
  /** The same, all of it in the title. */
  readonly title: SearchQuery | undefined
  /** The number, complete. */
  readonly number: SearchQuery | undefined
  /** Pinyin prefix; the same in the title. */
  readonly sound: SearchQuery | undefined
  readonly titleSound: SearchQuery | undefined
}

const minNumberLength = 3

/** Parses a keyword. Nothing in it is treated as an operator. */
export function keywordQueries(keyword: string): KeywordQueries {
  const plain = normalizeKeyword(keyword).toLowerCase()
  const number = numberToken(plain)
  const byNumber = number === undefined ? undefined : isCas(plain) ? exactToken(number) : prefixToken(number)
  return {
    words: queryAny(wordsQuery(plain, ''), byNumber),
    title: wordsQuery(plain, tokenPrefixes.title),
    number: number === undefined ? undefined : exactToken(number),
    sound: queryAny(pinyinQuery(plain, tokenPrefixes.titleSound), pinyinQuery(plain, tokenPrefixes.sound)),
    titleSound: pinyinQuery(plain, tokenPrefixes.titleSound),
  }
}

/** The queries of a keyword as tsquery texts; '' where one does not apply. */
export type KeywordTsqueries = Readonly<Record<keyof KeywordQueries, string>>

/** The queries of a keyword as tsquery texts. */
export function keywordTsqueries(keyword: string): KeywordTsqueries {
  const { words, title, number, sound, titleSound } = keywordQueries(keyword)
  return {
    words: tsqueryOf(words),
    title: tsqueryOf(title),
    number: tsqueryOf(number),
    sound: tsqueryOf(sound),
    titleSound: tsqueryOf(titleSound),
  }
}

/** All words of the keyword; single Chinese characters are ignored beside other words. */
function wordsQuery(plain: string, sign: string): SearchQuery | undefined {
  if (isCas(plain)) return exactToken(sign + plain)
  const { rest: named, choices } = expandSynonyms(plain)
  const { rest, numbers } = extractNumbers(named)
  const asked = tokenize(rest).filter(isSearchableToken)
  const longer = asked.filter((each) => !/^\p{Script=Han}$/u.test(each))
  const words = longer.length + choices.length + numbers.length > 0 ? longer : asked
  return queryAll(
    ...words.map((each) => (/\p{Script=Han}/u.test(each) ? exactToken(sign + each) : prefixToken(sign + each))),
    ...numbers.map((each) => numberQuery(each, sign)),
    ...choices.map((terms) => queryAny(...terms.map((term) => termQuery(term, sign)))),
  )
}

/** A number among other words: as written, or as one of the listing's own numbers. A CAS number is complete. */
function numberQuery(number: string, sign: string): SearchQuery | undefined {
  if (isCas(number)) return exactToken(sign + number)
  const written = prefixToken(sign + number)
  return sign === '' ? queryAny(written, prefixToken(tokenPrefixes.number + normalizeNumber(number))) : written
}

/** Every word of a term, as written; with the title prefix, in the title. */
export const termQuery = (term: string, sign: string): SearchQuery | undefined =>
  queryAll(
    ...tokenize(term)
      .filter(isSearchableToken)
      .map((each) => exactToken(sign + each)),
  )

/** Digits and Latin letters, as in catalogue and CAS numbers, with the number prefix; undefined for anything else. */
function numberToken(plain: string): string | undefined {
  const number = normalizeNumber(plain)
  return /^[a-z0-9][a-z0-9 _./#-]*$/.test(plain) && /\d/.test(number) && number.length >= minNumberLength
    ? tokenPrefixes.number + number
    : undefined
}

/** Two letters are the initials of a two-character word; more are a prefix from the start of a word. */
function pinyinQuery(plain: string, sign: string): SearchQuery | undefined {
  const letters = asPinyin(plain)
  if (letters === undefined) return undefined
  return letters.length === 2 ? exactToken(sign + letters) : prefixToken(sign + letters)
}
