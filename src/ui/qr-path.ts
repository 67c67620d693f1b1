import { encode } from 'uqr'

/** A drawn code: the outline of its dark cells on a grid of `size` by `size`. */
export interface QrPath {
  readonly size: number
  readonly path: string
}

/** Working one out takes milliseconds and every page shows the same two: kept by text and correction. */
const known = new Map<string, QrPath>()

/** The code of a text; with correction Q more of it may be covered than with M. */
export function qrPath(text: string, correction: 'M' | 'Q'): QrPath {
  const key = `${correction}${text}`
  const drawn = known.get(key) ?? draw(text, correction)
  known.set(key, drawn)
  return drawn
}

function draw(text: string, ecc: 'M' | 'Q'): QrPath {
  const { data, size } = encode(text, { ecc, border: 1 })
  const path = data.flatMap((row, y) => {
    const runs: string[] = []
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue
      const start = x
      while (x + 1 < size && row[x + 1]) x += 1
      runs.push(`M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`)
    }
    return runs
  })
  return { size, path: path.join('') }
}
