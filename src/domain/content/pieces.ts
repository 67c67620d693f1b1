/** A stretch of text, and whether it is what was searched for. */
export interface TextPiece {
  readonly text: string
  readonly hit: boolean
}

/** Where any of the terms stands in a text, whatever its case; the longest at each place. */
function hitsOf(text: string, terms: readonly string[]): { from: number; to: number }[] {
  const lower = text.toLowerCase()
  const wanted = terms.map((term) => term.toLowerCase()).filter((term) => term !== '')
  // Some letters change their length with their case; such a text is shown unmarked.
  if (lower.length !== text.length) return []
  const hits: { from: number; to: number }[] = []
  for (let at = 0; at < lower.length; at += 1) {
    const long = Math.max(0, ...wanted.filter((term) => lower.startsWith(term, at)).map((term) => term.length))
    if (long === 0) continue
    const last = hits.at(-1)
    if (last?.to === at) last.to = at + long
    else hits.push({ from: at, to: at + long })
    at += long - 1
  }
  return hits
}

/** A text cut where the terms stand in it; together the pieces are the text. */
export function piecesOf(text: string, terms: readonly string[]): TextPiece[] {
  const pieces: TextPiece[] = []
  let done = 0
  for (const { from, to } of hitsOf(text, terms)) {
    if (from > done) pieces.push({ text: text.slice(done, from), hit: false })
    pieces.push({ text: text.slice(from, to), hit: true })
    done = to
  }
  if (done < text.length || pieces.length === 0) pieces.push({ text: text.slice(done), hit: false })
  return pieces
}

/** How many different terms a text holds. */
const heldBy = (text: string, terms: readonly string[]) =>
  new Set(hitsOf(text, terms).map(({ from, to }) => text.slice(from, to).toLowerCase())).size

const longest = 100
const ahead = 24

/** Of several lines the first that holds most of the terms, shortened around the first of them. */
export function excerptOf(lines: readonly string[], terms: readonly string[]): string {
  const counts = lines.map((line) => heldBy(line, terms))
  const line = lines[counts.indexOf(Math.max(0, ...counts))] ?? ''
  if (line.length <= longest) return line
  const first = hitsOf(line, terms)[0]?.from ?? 0
  const from = first <= ahead * 2 ? 0 : first - ahead
  return `${from === 0 ? '' : '…'}${line.slice(from, from + longest)}${from + longest < line.length ? '…' : ''}`
}
