import { pinyin } from 'pinyin-pro'
import { wordsIn } from './words.ts'

const han = /\p{Script=Han}+/gu
/** Nobody types longer ones; what is longer is found by its beginning. */
const [mostSyllables, mostInitials] = [8, 12]

/** Sound of every character of a run of Chinese ones, as typed: without tones, ü as v. */
function soundsOf(run: string): string[] {
  return pinyin(run, { toneType: 'none', type: 'array', v: true }).map((sound) => (/^[a-z]+$/.test(sound) ? sound : ''))
}

/**
 * How a text is typed in Latin letters, for each of its words and what follows it: `yaoxiaopingjia`, `yxpj`, and the
 * first two initials by themselves, so that two letters find words and not the beginning of everything.
 */
export function typedForms(text: string): string[] {
  const forms = new Set<string>()
  for (const [run] of text.normalize('NFKC').matchAll(han)) {
    const characters = [...run]
    const sounds = soundsOf(run)
    if (sounds.length !== characters.length) continue
    for (const start of wordStarts(run, characters)) {
      const rest = sounds.slice(start)
      const initials = rest.map((sound) => sound.slice(0, 1)).join('')
      forms.add(rest.slice(0, mostSyllables).join(''))
      forms.add(initials.slice(0, mostInitials))
      forms.add(initials.slice(0, 2))
    }
  }
  return [...forms].filter((form) => form.length > 1)
}

/** Places, in characters, at which a word or a shorter word in it begins. */
function wordStarts(run: string, characters: readonly string[]): Set<number> {
  const starts = new Set([0])
  for (const word of wordsIn(run)) {
    const letters = [...word]
    for (let at = 1; at + letters.length <= characters.length; at += 1) {
      if (letters.every((letter, place) => characters[at + place] === letter)) starts.add(at)
    }
  }
  return starts
}

/** A whole text as typed: Chinese by sound, the rest as it is, without spaces; and the same by initials. */
export function soundOf(text: string): { readonly pinyin: string; readonly initials: string } {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  const by = (part: (sounds: readonly string[]) => string) => plain.replace(han, (run) => part(soundsOf(run)))
  return {
    pinyin: by((sounds) => sounds.join('')),
    initials: by((sounds) => sounds.map((sound) => sound.slice(0, 1)).join('')),
  }
}

/** A keyword read as typed Chinese: `yao xiao` → `yaoxiao`. Undefined where it is not Latin letters only. */
export function asTyped(keyword: string): string | undefined {
  const letters = keyword
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s'’]+/g, '')
  return /^[a-z]{2,30}$/.test(letters) ? letters : undefined
}
