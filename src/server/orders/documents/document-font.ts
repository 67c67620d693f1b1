import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installation } from '../../../config.ts'

/** Font of all documents: bytes and supported code points. */
export interface DocumentFont {
  readonly bytes: Buffer
  readonly characters: ReadonlySet<number>
}

let loaded: Promise<DocumentFont> | undefined

/** Loads the font on first use. */
export function loadDocumentFont(): Promise<DocumentFont> {
  loaded ??= readFile(join(installation, 'src/server/orders/documents/font/noto-sans-sc.otf')).then((bytes) => ({
    bytes,
    characters: parseCharacters(bytes),
  }))
  return loaded
}

/** Code points of a font's character map, format 12: groups of start, end and first glyph. */
function parseCharacters(bytes: Buffer): ReadonlySet<number> {
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

/** Invisible and direction-changing characters. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{M}\p{Cs}]/gu

/**
 * Text the font can render: invisible characters removed, composed (NFC), compatible replacements for missing
 * characters (₂ → 2), and 〓 for the rest.
 */
export function toRenderable(text: string, { characters }: Pick<DocumentFont, 'characters'>): string {
  const has = (one: string) => characters.has(one.codePointAt(0) ?? 0)
  const plain = text.toWellFormed().normalize('NFC').replaceAll(/\s/gu, ' ').replaceAll(invisibleCharacters, '')
  return Array.from(plain, (one) => {
    if (has(one)) return one
    const lookalike = [...one.normalize('NFKC')]
    return lookalike.every(has) ? lookalike.join('') : '〓'
  }).join('')
}
