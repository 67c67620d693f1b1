import { isCreditCode } from './credit-code.ts'

/** Letters that no code has, with what they may really be. */
const impossible: Readonly<Record<string, string>> = { O: '0', I: '1', S: '58', Z: '2', V: 'UY' }
/** Letters that text recognition takes for each other though both may stand in a code. */
const alike: Readonly<Record<string, string>> = {
  ...{ B: '8', '8': 'B5', '5': '8', G: '6', '6': 'G', D: '0', Q: '0', U: '0', '0': 'DQU' },
  ...{ L: '1', T: '17', '1': 'LT', '7': 'T' },
}
const length = 18
/** Runs that are looked at, and spellings in which a letter is guessed: a real licence has a handful. */
const [mostRuns, mostGuessed] = [60, 1_000]

/** A line as a code could stand in it: capitals and digits. Small l is a 1. */
const readable = (line: string): string =>
  line
    .normalize('NFKC')
    .replace(/[l|!]/g, '1')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, ' ')

/** Every run of 18 letters in the lines, as they stand there. */
const runsOf = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line) =>
      readable(line.slice(0, 1_000))
        .split(' ')
        .flatMap((run) =>
          Array.from({ length: Math.max(0, run.length - length + 1) }, (_, at) => run.slice(at, at + length)),
        ),
    )
    .slice(0, mostRuns)

/** What a run can stand for without a guess: letters that cannot be in a code, and letters where only digits can be. */
function possible(run: string): string[] {
  let all = ['']
  for (const [at, letter] of [...run].entries()) {
    const digit = at >= 2 && at < 8 && /\D/.test(letter) ? (alike[letter] ?? letter) : letter
    const choices = impossible[letter] ?? digit
    all = all.flatMap((begun) => [...choices].map((choice) => begun + choice)).slice(0, 64)
  }
  return all
}

/** A run with each one of its letters exchanged for one that looks like it. */
const guessed = (run: string): string[] =>
  [...run].flatMap((letter, at) =>
    [...(alike[letter] ?? '')].map((other) => `${run.slice(0, at)}${other}${run.slice(at + 1)}`),
  )

/**
 * The unified social credit code that stands in lines of recognised text, its confused letters repaired as far as the
 * two check characters tell; empty where none fits, or where two different ones are equally near. No more than one
 * letter is guessed: with two, codes that fit by chance would be as likely as the right one.
 */
export function findCreditCode(lines: readonly string[]): string {
  const runs = runsOf(lines).flatMap(possible)
  for (const candidates of [runs, runs.slice(0, mostGuessed).flatMap(guessed)]) {
    const [only, other] = new Set(candidates.filter(isCreditCode))
    if (only !== undefined) return other === undefined ? only : ''
  }
  return ''
}

/** What comes nearest to a code where none fits: 18 letters as they begin, for the person to correct; or empty. */
export const nearestToCode = (lines: readonly string[]): string =>
  runsOf(lines).find((run) => /^9[1-3]\d{4}/.test(run)) ?? ''
