/** A part of a text, and whether it matches a search term. */
export interface TextPiece {
  readonly text: string
  readonly hit: boolean
}

/** Where any of the terms stands in a text, whatever its case; the longest at each place. */
function findHits(text: string, terms: readonly string[]): { from: number; to: number }[] {
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

/** Splits a text at its search terms, for highlighting. */
export function splitAtTerms(text: string, terms: readonly string[]): TextPiece[] {
  const pieces: TextPiece[] = []
  let done = 0
  for (const { from, to } of findHits(text, terms)) {
    if (from > done) pieces.push({ text: text.slice(done, from), hit: false })
    pieces.push({ text: text.slice(from, to), hit: true })
    done = to
  }
  if (done < text.length || pieces.length === 0) pieces.push({ text: text.slice(done), hit: false })
  return pieces
}

/** How many different terms a text holds. */
const countTerms = (text: string, terms: readonly string[]) =>
  new Set(findHits(text, terms).map(({ from, to }) => text.slice(from, to).toLowerCase())).size

const maxExcerptLength = 100
const ahead = 24

/** Of several lines the first that holds most of the terms, shortened around the first of them. */
export function createExcerpt(lines: readonly string[], terms: readonly string[]): string {
  const counts = lines.map((line) => countTerms(line, terms))
  const line = lines[counts.indexOf(Math.max(0, ...counts))] ?? ''
  if (line.length <= maxExcerptLength) return line
  const first = findHits(line, terms)[0]?.from ?? 0
  const from = first <= ahead * 2 ? 0 : first - ahead
  return `${from === 0 ? '' : '…'}${line.slice(from, from + maxExcerptLength)}${from + maxExcerptLength < line.length ? '…' : ''}`
}
