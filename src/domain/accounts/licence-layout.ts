/** One recognised word, with its box in pixels of the image. */
export interface ReadWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Stands in a text for a character of which the recognition is not sure. */
export const uncertainMark = '〓'

/** Field labels of a licence, without letter spacing. */
const label = /^.?(注册资|成立日期|注册日期|营业期限|经营期限|合伙期限|住所|营业场所|登记机关|法定代表人|经营范围)/
const right = ({ left, width }: ReadWord) => left + width
const middle = ({ top, height }: ReadWord) => top + height / 2
const middleAcross = ({ left, width }: ReadWord) => left + width / 2

/**
 * Lines of a licence in reading order: a landscape licence has two columns under its title, so the
 * left one comes first, then an empty line, then the right one. Spaces are removed.
 */
export function licenceLines(words: readonly ReadWord[]): string[] {
  const usual = medianHeight(words)
  // A word as tall as four lines is a seal, an emblem or a frame misread as text.
  const kept = words.filter(({ text, height }) => text.trim() !== '' && height < usual * 4)
  const edge = columnEdge(kept, usual)
  if (edge === undefined) return linesOf(kept, usual)
  const [left, after] = [
    kept.filter((word) => middleAcross(word) < edge),
    kept.filter((word) => middleAcross(word) >= edge),
  ]
  return [...linesOf(left, usual), '', ...linesOf(after, usual)]
}

function medianHeight(words: readonly ReadWord[]): number {
  const heights = words.map(({ height }) => height).toSorted((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? 0
}

/** Groups words into lines: centres within half a line height, top to bottom, each line left to right. */
function linesOf(words: readonly ReadWord[], usual: number): string[] {
  const rows: ReadWord[][] = []
  for (const word of words.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (row === undefined || last === undefined || middle(word) - middle(last) > usual / 2) rows.push([word])
    else row.push(word)
  }
  return rows.map((row) =>
    row
      .toSorted((a, b) => a.left - b.left)
      .map(({ text }) => text.replace(/\s/g, ''))
      .join(''),
  )
}

/**
 * Left edge of the right column, or undefined for one column: among the positions in the middle that the
 * fewest words cross, the one with most lines that begin with a label right of it, at least two.
 */
function columnEdge(words: readonly ReadWord[], usual: number): number | undefined {
  const first = words.reduce((least, { left }) => Math.min(least, left), Infinity)
  const across = words.reduce((most, word) => Math.max(most, right(word)), 0) - first
  const count = 60
  const places = Array.from({ length: count }, (_, at) => {
    const x = first + across * (0.38 + (0.3 * at) / count)
    return { x, crossed: words.filter((word) => word.left < x && right(word) > x).length }
  })
  const least = Math.min(...places.map(({ crossed }) => crossed))
  return places
    .filter(({ crossed }) => crossed <= least + 2)
    .map(({ x }) => ({ x, labels: labelsAfter(words, x, usual) }))
    .filter(({ labels }) => labels >= 2)
    .toSorted((a, b) => b.labels - a.labels || b.x - a.x)[0]?.x
}

const labelsAfter = (words: readonly ReadWord[], x: number, usual: number): number =>
  linesOf(
    words.filter((word) => middleAcross(word) >= x),
    usual,
  ).filter((line) => label.test(line.replace(/[^\p{Script=Han}]/gu, ''))).length
