import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Jieba } from '@node-rs/jieba'
import { sql, type SQL } from 'drizzle-orm'
import { lexicon } from './lexicon.ts'

const han = /\p{Script=Han}+/gu
/** Codes whose parts belong together: 103-90-2, HP-C18-2546, IL-6, GB/T. Begun at the head of a run only, or long runs take forever. */
const code = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-./][\p{L}\p{N}]+)+/gu
/** The same without the Chinese characters that a text writes right before or after it: `CAS号64-17-5`. */
const latinCode = /(?<![a-z0-9])[a-z0-9]+(?:[-./][a-z0-9]+)+/g
const plain = /[a-z0-9\p{Script=Greek}]+/gu
/** Nobody searches for longer ones, and PostgreSQL refuses words of more than 2,046 bytes. */
const longest = 100

let loaded: Jieba | undefined

/** The word lists take a fifth of a second, so they wait for the first text. */
function jieba(): Jieba {
  if (loaded === undefined) {
    loaded = Jieba.withDict(readFileSync(createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt')))
    loaded.loadDict(Buffer.from(lexicon.map((term) => `${term} 100000`).join('\n') + '\n'))
  }
  return loaded
}

/**
 * The words of a text, each once, lower-cased, full-width and small figures made plain (`IC₅₀` → `ic50`).
 * Words and the shorter words in them come from jieba; every pair of neighbouring Chinese characters is a word too,
 * so a search that asks for all pairs of its own text misses no part-word. CAS and catalogue numbers stay whole.
 */
export function cut(text: string): string[] {
  const words = new Set(parts(text))
  for (const word of jieba().cutForSearch(plainOf(text), true)) if (/^\p{Script=Han}{2,}$/u.test(word)) words.add(word)
  return [...words].filter((word) => word.length <= longest)
}

/** The words of a text without those of the word list: pairs of Chinese characters, figures, Latin words and codes. */
export function parts(text: string): string[] {
  const clean = plainOf(text)
  const words = new Set<string>()
  for (const [run] of clean.matchAll(han)) {
    const letters = [...run]
    if (letters.length === 1) words.add(run)
    for (let at = 0; at + 1 < letters.length; at += 1) words.add(letters.slice(at, at + 2).join(''))
  }
  for (const [whole] of clean.matchAll(code)) if (/[a-z0-9]/.test(whole)) words.add(whole)
  for (const [whole] of clean.matchAll(latinCode)) words.add(whole)
  for (const [part] of clean.matchAll(plain)) words.add(part)
  return [...words].filter((word) => word.length <= longest)
}

const plainOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=[a-z0-9])[\u2010-\u2015\u2212\ufe58\ufe63](?=[a-z0-9])/gu, '-')

/** Catalogue, CAS and other numbers in a keyword: Latin letters and figures joined by dashes, dots and slashes. */
const numbered = /(?<![a-z0-9])(?=[a-z0-9][a-z./-]{0,40}?\d|\d)[a-z0-9]+(?:[-./][a-z0-9]+)+/gi

/** Takes the numbers out of a plain keyword: nobody who types one asks for its parts. */
export function takeNumbers(keyword: string): { readonly rest: string; readonly numbers: readonly string[] } {
  return { rest: keyword.replace(numbered, ' '), numbers: keyword.match(numbered) ?? [] }
}

/** The words of a run of Chinese characters and the shorter words in them. */
export const wordsIn = (run: string): string[] => jieba().cutForSearch(run, true)

/** A keyword as the words somebody put together: by its spaces, or by the words and numbers of one run. */
export function piecesOf(keyword: string): string[] {
  const parts = keyword.trim().split(/\s+/)
  const words = parts.length > 1 ? parts : wordsAndNumbers(keyword.trim())
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** The words of one run in their order; numbers in it stay whole. */
const wordsAndNumbers = (run: string): string[] =>
  run
    .split(new RegExp(`(${numbered.source})`, 'i'))
    .flatMap((part, at) => (at % 2 === 1 ? [part] : jieba().cut(part, true)))

/** What a text is found by. */
export const searchable = (text: string): SQL<string> => tsvectorSql(cut(text))

/**
 * A tsvector of ready words. They travel as one text parameter, so nothing in them is read as a query;
 * `cut` leaves no space in a word.
 */
export const tsvectorSql = (words: readonly string[]): SQL<string> =>
  sql<string>`array_to_tsvector(string_to_array(${words.join(' ')}, ' '))`
