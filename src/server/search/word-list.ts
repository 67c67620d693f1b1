import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import { Jieba } from '@node-rs/jieba'
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
}

export function createWordList(): WordList {
  const cutter = new Jieba()
  let bytes: Buffer | undefined
  let at = 0
  let isWhole = false
  /** Loads the next slice; returns whether there is another one. */
  const loadSlice = (): boolean => {
    if (isWhole) return false
    bytes ??= readFileSync(createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt'))
    const end = at + sliceBytes < bytes.length ? bytes.indexOf(newline, at + sliceBytes) + 1 : 0
    cutter.loadDict(bytes.subarray(at, end === 0 ? undefined : end))
    at = end
    if (end > 0) return true
    cutter.loadDict(Buffer.from(lexicon.map((term) => `${term} 100000`).join('\n') + '\n'))
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
