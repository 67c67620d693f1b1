import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import { Jieba } from '@node-rs/jieba'
import { knowledge } from './knowledge.ts'
import { lexicon } from './lexicon.ts'

/** Bytes of the word list loaded at once: a few milliseconds of the event loop. */
const sliceBytes = 128 * 1024
const newline = 10

/** The word list used by the tokenizer: 5 MB that take 0.2 s to load. */
export interface WordList {
  /** The complete word list; loads the rest synchronously. */
  readonly whole: () => Jieba
  /** Loads it in slices and yields to the event loop in between. */
  readonly load: () => Promise<void>
  /** Adds words; until the rest is loaded, they come with it. */
  readonly add: (words: readonly string[]) => void
}

export function createWordList(): WordList {
  const cutter = new Jieba()
  let bytes: Buffer | undefined
  let at = 0
  let isWhole = false
  const addWords = (words: readonly string[]) =>
    cutter.loadDict(Buffer.from(words.map((word) => `${word} 100000`).join('\n') + '\n'))
  /** Loads the next slice; returns whether there is another one. */
  const loadSlice = (): boolean => {
    if (isWhole) return false
    bytes ??= readFileSync(createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt'))
    const end = at + sliceBytes < bytes.length ? bytes.indexOf(newline, at + sliceBytes) + 1 : 0
    cutter.loadDict(bytes.subarray(at, end === 0 ? undefined : end))
    at = end
    if (end > 0) return true
    addWords([...new Set([...lexicon, ...knowledge().names])])
    bytes = undefined
    isWhole = true
    return false
  }
  return {
    whole: () => {
      let hasMore = true
      while (hasMore) hasMore = loadSlice()
      return cutter
    },
    add: (words) => {
      if (isWhole && words.length > 0) addWords(words)
    },
    load: async () => {
      let hasMore = true
      while (hasMore) {
        hasMore = loadSlice()
        await turn()
      }
    },
  }
}

/** The word list of the process. */
export const wordList = createWordList()
