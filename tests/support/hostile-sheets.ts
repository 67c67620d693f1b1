import { inflateRawSync } from 'node:zlib'
import { zipEntries } from '../../src/server/platform/files/office-files.ts'
import { zipOf } from './uploads.ts'

/** An .xlsx with one changed part, repacked. */
export function alteredSheet(
  bytes: Uint8Array,
  change: (xml: string) => string,
  part = 'sheet1.xml',
): Uint8Array<ArrayBuffer> {
  return zipOf(
    zipEntries(bytes).map(({ name, packed, method }) => {
      const plain = method === 0 ? Buffer.from(packed) : inflateRawSync(packed)
      return { name, bytes: name.endsWith(part) ? Buffer.from(change(String(plain))) : plain }
    }),
  )
}

/** Inserts a cell after the others of the second row. */
const withCell = (cell: string) => (xml: string) => xml.replace('</row></sheetData>', `${cell}</row></sheetData>`)

/** Hostile sheets by name: how a valid sheet of two rows is changed. */
export const hostileSheets: Readonly<Record<string, (xml: string) => string>> = {
  'a cell of 32,700 spaces': (xml) =>
    xml.replace(/<c r="C2"[^>]*>.*?<\/c>/, `<c r="C2" t="str"><v>a${' '.repeat(32_700)}b</v></c>`),
  '300,000 attributes on one tag': (xml) =>
    xml.replace('<row r="2"', `<row r="2" ${Array.from({ length: 300_000 }, (_, at) => `a${at}="1"`).join(' ')}`),
  'depth of 100,000': withCell('<is>'.repeat(100_000)),
  'a tag that never ends': (xml) => `${xml.slice(0, xml.indexOf('<row r="2"'))}<row r="2" a="${'x'.repeat(5_000_000)}`,
  'comments that open comments': withCell('<!-- <!-- '.repeat(200_000)),
  'a million empty cells': withCell('<c/>'.repeat(1_000_000)),
  'entities of its own': (xml) => xml.replace('?>', '?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">]>'),
  'a sheet of 90 MB of nothing': withCell(' '.repeat(90_000_000)),
}
