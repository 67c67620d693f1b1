import { toSimplified } from '../search/simplified.ts'
import type { WordLevel } from './word-levels.ts'

/** Half-width, lower-case, simplified, without invisible characters; runs of blanks are one blank. */
const plain = (text: string): string =>
  toSimplified(text.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/[\p{Cf}]/gu, '')
    .replaceAll(/\s+/gu, ' ')

/** A word as it is compared: without blanks, unless it is of Latin letters and digits only. */
export function foldWord(word: string): string {
  const folded = plain(word).trim()
  return isLatin(folded) ? folded : folded.replaceAll(' ', '')
}

/** Words of letters and digits match whole words only: `sex` is not in `essex`. */
const isLatin = (folded: string): boolean => /^[\p{Script=Latin}\d ]+$/u.test(folded)
const isLatinLetter = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{Script=Latin}\d]/u.test(letter)

export interface ListedWord {
  /** As the operator typed it. */
  readonly word: string
  readonly level: WordLevel
}

/** Words in a text, by level, as operators typed them; each once. */
export type FoundWords = Readonly<Record<WordLevel, readonly string[]>>

/** The word list, prepared for many texts. */
export interface WordList {
  /** The words themselves, which can be sent to a worker thread. */
  readonly listed: readonly ListedWord[]
  readonly find: (text: string) => FoundWords
}

const nothing: FoundWords = { forbidden: [], suspicious: [] }

/** Prepares the list: words by their first letter, so that a text is read once whatever the length of the list. */
export function createWordList(words: readonly ListedWord[]): WordList {
  const entries = words.map(({ word, level }) => ({ word, level, folded: foldWord(word) }))
  const usable = entries.filter(({ folded }) => folded !== '')
  const latin = Map.groupBy(
    usable.filter(({ folded }) => isLatin(folded)),
    ({ folded }) => folded[0],
  )
  const other = Map.groupBy(
    usable.filter(({ folded }) => !isLatin(folded)),
    ({ folded }) => folded[0],
  )
  return {
    listed: words,
    find: (text) => {
      if (usable.length === 0 || text === '') return nothing
      const spaced = plain(text)
      const joined = spaced.replaceAll(' ', '')
      const found = { forbidden: new Set<string>(), suspicious: new Set<string>() }
      for (let at = 0; at < spaced.length; at += 1) {
        for (const { folded, word, level } of latin.get(spaced[at]) ?? []) {
          const isWhole = !isLatinLetter(spaced[at - 1]) && !isLatinLetter(spaced[at + folded.length])
          if (isWhole && spaced.startsWith(folded, at)) found[level].add(word)
        }
      }
      for (let at = 0; at < joined.length; at += 1)
        for (const { folded, word, level } of other.get(joined[at]) ?? [])
          if (joined.startsWith(folded, at)) found[level].add(word)
      return { forbidden: [...found.forbidden], suspicious: [...found.suspicious] }
    },
  }
}
