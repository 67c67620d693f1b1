/**
 * Inserts no-break spaces into a title: a number stays with its unit (4 周) and a short Latin code with its
 * word (SD 大鼠) when the title is wrapped at spaces.
 */
export const withNonBreakingSpaces = (title: string): string =>
  title.replace(/(?<![\w-])(\d[\d.,]{0,12}|[A-Z]{1,2}) (?=\p{Script=Han})/gu, '$1\u00a0')

/** Longest run without a space or punctuation that fits a line of a card; 1 = one Chinese character. */
const longestRun = 16
const words = new Intl.Segmenter('zh', { granularity: 'word' })

/**
 * Parts of a title between which a card may break its line, besides spaces and punctuation: a run too long for a line
 * is divided between two words near its middle, so that not one character is left on the second line.
 */
export const titleParts = (title: string): string[] =>
  withNonBreakingSpaces(title)
    .split(/(?<=[ ：，；）、])|(?=（)/u)
    .flatMap((run) => ([...run].length > longestRun ? divideRun(run) : [run]))

function divideRun(run: string): string[] {
  const middle = run.length / 2
  const starts = [...words.segment(run)].map(({ index }) => index).filter((index) => index > 0)
  const near = starts.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0]
  return near === undefined ? [run] : [run.slice(0, near), run.slice(near)]
}
