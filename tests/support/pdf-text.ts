import { inflateSync } from 'node:zlib'

/** Text of a PDF with one font, line by line; supports the output of pdfkit only. */
export function pdfText(bytes: Uint8Array): string {
  const parts = streamsOf(bytes).map((stream) => stream.toString('latin1'))
  const map = parts.find((text) => text.includes('begincmap'))
  if (map === undefined) throw new Error('The PDF has no table of its characters')
  const characters = charactersOf(map)
  return parts
    .filter((text) => text.includes(' Tf'))
    .flatMap((text) => [...text.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, runs = '']) =>
      [...runs.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => textOf(hex, characters)).join(''),
    )
    .join('\n')
}

/** Page count of a PDF. */
export const pdfPages = (bytes: Uint8Array): number =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/Type \/Page\n/g),
  ].length

function streamsOf(bytes: Uint8Array): Buffer[] {
  const file = Buffer.from(bytes)
  const found: Buffer[] = []
  for (let at = file.indexOf('stream\n'); at !== -1; at = file.indexOf('stream\n', at)) {
    const end = file.indexOf('endstream', at)
    try {
      found.push(inflateSync(file.subarray(at + 7, end)))
    } catch {
      // Uncompressed streams are not page content.
    }
    at = end + 9
  }
  return found
}

/** Code units by glyph, from a range mapping. */
function charactersOf(map: string): ReadonlyMap<number, string> {
  const characters = new Map<number, string>()
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    const first = Number.parseInt(from, 16)
    for (const [at, [, units = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      characters.set(
        first + at,
        unitsOf(units.replaceAll(' ', ''))
          .map((unit) => String.fromCharCode(unit))
          .join(''),
      )
    }
  }
  return characters
}

const unitsOf = (hex: string) => (hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))
const textOf = (hex: string, characters: ReadonlyMap<number, string>) =>
  unitsOf(hex)
    .map((glyph) => characters.get(glyph) ?? '�')
    .join('')
