import { encode } from 'uqr'

/** QR code as an SVG path: a line of width 1 for each run of dark modules, on a grid of `size` by `size` from y = -0.5. */
export interface QrPath {
  readonly size: number
  readonly path: string
}

/** Generating takes milliseconds: cached by text and error correction. */
const cache = new Map<string, QrPath>()

/** QR code of a text; error correction Q tolerates more damage than M. */
export function qrPath(text: string, correction: 'M' | 'Q'): QrPath {
  const key = `${correction}${text}`
  const drawn = cache.get(key) ?? drawQrPath(text, correction)
  cache.set(key, drawn)
  return drawn
}

function drawQrPath(text: string, ecc: 'M' | 'Q'): QrPath {
  const { data, size } = encode(text, { ecc, border: 1 })
  const path = data.flatMap((row, y) => {
    const runs: string[] = []
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue
      const start = x
      while (x + 1 < size && row[x + 1]) x += 1
      runs.push(`M${start} ${y}h${x - start + 1}`)
    }
    return runs
  })
  return { size, path: path.join('') }
}
