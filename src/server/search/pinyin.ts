import { pinyin } from 'pinyin-pro'
import { segmentWords } from './tokenize.ts'

const han = /\p{Script=Han}+/gu
/** Maximum syllables and initials of a pinyin token; longer input matches by prefix. */
const [maxSyllables, maxInitials] = [8, 12]

/** Pinyin syllable of every character of a Chinese run, as typed: without tones, ü as v. */
function syllablesOf(run: string): string[] {
  return pinyin(run, { toneType: 'none', type: 'array', v: true }).map((sound) => (/^[a-z]+$/.test(sound) ? sound : ''))
}

/**
 * Pinyin tokens of a text from the start of each of its words: `yaoxiaopingjia`, `yxpj`, and the
 * first two initials separately, so that two letters find words and not every longer prefix.
 */
export function pinyinTokens(text: string): string[] {
  const forms = new Set<string>()
  for (const [run] of text.normalize('NFKC').matchAll(han)) {
    const characters = [...run]
    const sounds = syllablesOf(run)
    if (sounds.length !== characters.length) continue
    for (const start of wordStarts(run, characters)) {
      const rest = sounds.slice(start)
      const initials = rest.map((sound) => sound.slice(0, 1)).join('')
      forms.add(rest.slice(0, maxSyllables).join(''))
      forms.add(initials.slice(0, maxInitials))
      forms.add(initials.slice(0, 2))
    }
  }
  return [...forms].filter((form) => form.length > 1)
}

/** Character positions at which a word, or a shorter word in it, begins. */
function wordStarts(run: string, characters: readonly string[]): Set<number> {
  const starts = new Set([0])
  for (const word of segmentWords(run)) {
    const letters = [...word]
    for (let at = 1; at + letters.length <= characters.length; at += 1) {
      if (letters.every((letter, place) => characters[at + place] === letter)) starts.add(at)
    }
  }
  return starts
}

/** Pinyin of a whole text without spaces (other characters unchanged), and its initials. */
export function pinyinOf(text: string): { readonly pinyin: string; readonly initials: string } {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  const by = (part: (sounds: readonly string[]) => string) => plain.replace(han, (run) => part(syllablesOf(run)))
  return {
    pinyin: by((sounds) => sounds.join('')),
    initials: by((sounds) => sounds.map((sound) => sound.slice(0, 1)).join('')),
  }
}

/** A keyword read as typed Chinese: `yao xiao` → `yaoxiao`. Undefined where it is not Latin letters only. */
export function asPinyin(keyword: string): string | undefined {
  const letters = keyword
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s'’]+/g, '')
  return /^[a-z]{2,30}$/.test(letters) ? letters : undefined
}
