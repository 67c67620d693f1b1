import { sql, type SQL } from 'drizzle-orm'
import { plainText } from './segment.ts'
import { wordList } from './word-list.ts'

const hanRun = /\p{Script=Han}+/gu
/**
 * Codes whose parts belong together: 103-90-2, HP-C18-2546, IL-6, GB/T. Matched from the start of a run only, since
 * long runs would take too much time otherwise.
 */
const codePattern = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-./][\p{L}\p{N}]+)+/gu
/** The same without the Chinese characters that a text writes right before or after it: `CAS号64-17-5`. */
const latinCodePattern = /(?<![a-z0-9])[a-z0-9]+(?:[-./][a-z0-9]+)+/g
const latinWordPattern = /[a-z0-9\p{Script=Greek}]+/gu
/** Maximum token length; PostgreSQL rejects tokens of more than 2,046 bytes. */
const maxTokenLength = 100

/**
 * Unique words of a text, lower-cased, with full-width and subscript characters normalized (`IC₅₀` → `ic50`).
 * Words and the shorter words in them come from jieba; every pair of adjacent Chinese characters is a token too,
 * so a query for all pairs of a keyword misses no partial word. CAS and catalogue numbers stay whole.
 */
export function tokenize(text: string): string[] {
  const words = new Set(basicTokens(text))
  for (const word of wordList.whole().cutForSearch(plainText(text), true))
    if (/^\p{Script=Han}{2,}$/u.test(word)) words.add(word)
  return [...words].filter((word) => word.length <= maxTokenLength)
}

/** Tokens of a text without the word list: pairs of Chinese characters, numbers, Latin words and codes. */
export function basicTokens(text: string): string[] {
  const clean = plainText(text)
  const words = new Set<string>()
  for (const [run] of clean.matchAll(hanRun)) {
    const letters = [...run]
    if (letters.length === 1) words.add(run)
    for (let at = 0; at + 1 < letters.length; at += 1) words.add(letters.slice(at, at + 2).join(''))
  }
  for (const [whole] of clean.matchAll(codePattern)) if (/[a-z0-9]/.test(whole)) words.add(whole)
  for (const [whole] of clean.matchAll(latinCodePattern)) words.add(whole)
  for (const [part] of clean.matchAll(latinWordPattern)) words.add(part)
  return [...words].filter((word) => word.length <= maxTokenLength)
}

/** Catalogue, CAS and other numbers in a keyword: Latin letters and digits joined by dashes, dots and slashes. */
const numberPattern = /(?<![a-z0-9])(?=[a-z0-9][a-z./-]{0,40}?\d|\d)[a-z0-9]+(?:[-./][a-z0-9]+)+/gi

/** Extracts the numbers of a plain keyword, so that they are not split into parts. */
export function extractNumbers(keyword: string): { readonly rest: string; readonly numbers: readonly string[] } {
  return { rest: keyword.replace(numberPattern, ' '), numbers: keyword.match(numberPattern) ?? [] }
}

/** The words of a run of Chinese characters and the shorter words in them. */
export const segmentWords = (run: string): string[] => wordList.whole().cutForSearch(run, true)

/** A keyword split by spaces, or a single run split into words and numbers. */
export function keywordPieces(keyword: string): string[] {
  const parts = keyword.trim().split(/\s+/)
  const words = parts.length > 1 ? parts : splitWordsAndNumbers(keyword.trim())
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** The words of one run in their order; numbers in it stay whole. */
const splitWordsAndNumbers = (run: string): string[] =>
  run
    .split(new RegExp(`(${numberPattern.source})`, 'i'))
    .flatMap((part, at) => (at % 2 === 1 ? [part] : wordList.whole().cut(part, true)))

/** tsvector of a text. */
export const textTsvector = (text: string): SQL<string> => tsvectorOf(tokenize(text))

/**
 * A tsvector of tokens, passed as one text parameter, so nothing in them is parsed as a query; `tokenize` leaves no
 * space in a token.
 */
export const tsvectorOf = (words: readonly string[]): SQL<string> =>
  sql<string>`array_to_tsvector(string_to_array(${words.join(' ')}, ' '))`
