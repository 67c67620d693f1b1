import { toHalfWidth } from '../half-width.ts'

const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]

/** Check character of an organisation code, GB 11714. */
export function organisationCheck(body: string): string {
  const sum = organisationWeights.reduce(
    (total, weight, index) => total + weight * Number.parseInt(body.charAt(index), 36),
    0,
  )
  const rest = 11 - (sum % 11)
  return rest === 10 ? 'X' : rest === 11 ? '0' : String(rest)
}

/** Check character of a unified social credit code, GB 32100-2015. */
export function creditCheck(first17: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * letters.indexOf(first17.charAt(index)), 0)
  return letters.charAt((31 - (sum % 31)) % 31)
}

/**
 * Whether a unified social credit code can exist: 18 characters without I, O, S, V, Z, both check characters right.
 * Any registration department is accepted, since institutes and hospitals also buy.
 */
export const isCreditCode = (code: string): boolean =>
  /^[0-9A-HJ-NP-RTUWXY]{2}\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/.test(code) &&
  organisationCheck(code.slice(8, 16)) === code.charAt(16) &&
  creditCheck(code.slice(0, 17)) === code.charAt(17)

/** Normalizes a typed or printed code: half-width, without spaces, in capitals. */
export const normalizeCreditCode = (code: string): string => toHalfWidth(code).replace(/\s/g, '').toUpperCase()

/** Letters that no code contains, with the characters they may be misread from. */
const impossible: Readonly<Record<string, string>> = { O: '0', I: '1', S: '58', Z: '2', V: 'UY' }
/** Valid characters that text recognition confuses. */
const alike: Readonly<Record<string, string>> = {
  B: '8',
  '8': 'B5',
  '5': '8',
  G: '6',
  '6': 'G',
  D: '0',
  Q: '0',
  U: '0',
  '0': 'DQU',
  L: '1',
  T: '17',
  '1': 'LT',
  '7': 'T',
}
const length = 18
/** Maximum runs examined and maximum corrected spellings; a real licence has a handful. */
const [maxRuns, maxGuesses] = [60, 1_000]

/** Reduces a line to capitals and digits; a lower-case l becomes 1. */
const readable = (line: string): string =>
  line
    .normalize('NFKC')
    .replace(/[l|!]/g, '1')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, ' ')

/** Every run of 18 characters in the lines. */
const runsOf = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line) =>
      readable(line.slice(0, 1_000))
        .split(' ')
        .flatMap((run) =>
          Array.from({ length: Math.max(0, run.length - length + 1) }, (_, at) => run.slice(at, at + length)),
        ),
    )
    .slice(0, maxRuns)

/** Readings of a run without guessing: replaces invalid letters, and letters where only digits are valid. */
function possible(run: string): string[] {
  let all = ['']
  for (const [at, letter] of [...run].entries()) {
    const digit = at >= 2 && at < 8 && /\D/.test(letter) ? (alike[letter] ?? letter) : letter
    const choices = impossible[letter] ?? digit
    all = all.flatMap((begun) => [...choices].map((choice) => begun + choice)).slice(0, 64)
  }
  return all
}

/** Variants of a run with one character replaced by a similar one. */
const guessed = (run: string): string[] =>
  [...run].flatMap((letter, at) =>
    [...(alike[letter] ?? '')].map((other) => `${run.slice(0, at)}${other}${run.slice(at + 1)}`),
  )

/**
 * The unified social credit code in lines of recognised text, with confused letters corrected as far as the
 * two check characters allow; empty if none is valid, or if two different ones are equally close. At most one
 * letter is guessed: with two, codes that fit by chance would be as likely as the right one.
 */
export function findCreditCode(lines: readonly string[]): string {
  const runs = runsOf(lines).flatMap(possible)
  for (const candidates of [runs, runs.slice(0, maxGuesses).flatMap(guessed)]) {
    const [only, other] = new Set(candidates.filter(isCreditCode))
    if (only !== undefined) return other === undefined ? only : ''
  }
  return ''
}

/** The run closest to a code if none is valid, to be corrected by the person; or empty. */
export const nearestToCode = (lines: readonly string[]): string =>
  runsOf(lines).find((run) => /^9[1-3]\d{4}/.test(run)) ?? ''
