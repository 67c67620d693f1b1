import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installation } from '../../../config.ts'

/** The font of all papers: its bytes, and which characters it draws. */
export interface PaperFont {
  readonly bytes: Buffer
  readonly characters: ReadonlySet<number>
}

let loaded: Promise<PaperFont> | undefined

/** The font, read with the first paper. */
export function paperFont(): Promise<PaperFont> {
  loaded ??= readFile(join(installation, 'src/server/orders/papers/font/noto-sans-sc.otf')).then((bytes) => ({
    bytes,
    characters: charactersOf(bytes),
  }))
  return loaded
}

/** Code points of a font's character map, format 12: groups of start, end and first glyph. */
function charactersOf(bytes: Buffer): ReadonlySet<number> {
  const tables = bytes.readUInt16BE(4)
  const records = Array.from({ length: tables }, (_, at) => 12 + at * 16)
  const map = records.find((at) => bytes.toString('latin1', at, at + 4) === 'cmap')
  if (map === undefined) throw new Error('The font has no character map')
  const start = bytes.readUInt32BE(map + 8)
  const subtables = Array.from(
    { length: bytes.readUInt16BE(start + 2) },
    (_, at) => start + bytes.readUInt32BE(start + 4 + at * 8 + 4),
  )
  const table = subtables.find((at) => bytes.readUInt16BE(at) === 12)
  if (table === undefined) throw new Error('The font has no character map of format 12')
  const characters = new Set<number>()
  for (let group = 0; group < bytes.readUInt32BE(table + 12); group += 1) {
    const at = table + 16 + group * 12
    for (let code = bytes.readUInt32BE(at); code <= bytes.readUInt32BE(at + 4); code += 1) characters.add(code)
  }
  return characters
}

/** What draws nothing or turns the direction of writing. */
const unseen = /[\p{Cc}\p{Cf}\p{M}\p{Cs}]/gu

/**
 * A text as the font can draw it: without what cannot be seen, composed, look-alikes of what the font lacks (₂ → 2),
 * and 〓 for the rest.
 */
export function drawable(text: string, { characters }: Pick<PaperFont, 'characters'>): string {
  const has = (one: string) => characters.has(one.codePointAt(0) ?? 0)
  const plain = text.toWellFormed().normalize('NFC').replaceAll(/\s/gu, ' ').replaceAll(unseen, '')
  return Array.from(plain, (one) => {
    if (has(one)) return one
    const alike = [...one.normalize('NFKC')]
    return alike.every(has) ? alike.join('') : '〓'
  }).join('')
}
