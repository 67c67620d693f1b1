import { inflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readListingRows } from '../../../src/server/catalogue/publishing/sheets/read-sheet.ts'
import { zipEntries } from '../../../src/server/platform/files/office-files.ts'
import { fileOf, goodsHeads, whole } from '../../support/scenes/catalogue/sheets.ts'

const parts = async () =>
  zipEntries(new Uint8Array(await (await fileOf([goodsHeads, whole()])).arrayBuffer())).map(
    ({ name, packed, method }) => ({ name, bytes: method === 0 ? Buffer.from(packed) : inflateRawSync(packed) }),
  )
/** A zip of uncompressed parts. */
const storedZip = (stored: readonly { readonly name: string; readonly bytes: Uint8Array }[]) =>
  Buffer.from(zipSync(Object.fromEntries(stored.map(({ name, bytes }) => [name, bytes])), { level: 0 }))
/** A valid sheet with one modification. */
const bent = async (change: (xml: string) => string) =>
  storedZip(
    (await parts()).map(({ name, bytes }) => ({
      name,
      bytes: name.endsWith('sheet1.xml') ? Buffer.from(change(String(bytes))) : bytes,
    })),
  )

describe('readListingRows', () => {
  test('reads a sheet written by a spreadsheet application', async () => {
    const rows = await readListingRows(await bent((xml) => xml))
    expect(rows.map(({ row }) => row)).toEqual([1, 2])
  })

  test('reads a large sheet across all chunk boundaries', async () => {
    const rows = Array.from({ length: 4_200 }, (_, at) => whole({ 标题: `垫料第 ${at} 批` }))
    const large = zipEntries(new Uint8Array(await (await fileOf([goodsHeads, ...rows])).arrayBuffer())).map(
      ({ name, packed, method }) => ({ name, bytes: method === 0 ? Buffer.from(packed) : inflateRawSync(packed) }),
    )
    for (let shift = 0; shift < 30; shift += 5) {
      const shifted = large.map(({ name, bytes }) =>
        name.endsWith('sheet1.xml')
          ? { name, bytes: Buffer.from(String(bytes).replace('<sheetData>', `<sheetData>${' '.repeat(shift)}`)) }
          : { name, bytes },
      )
      const sheet = shifted.find(({ name }) => name.endsWith('sheet1.xml'))
      expect(sheet?.bytes.byteLength).toBeGreaterThan(1024 * 1024)
      expect(await readListingRows(storedZip(shifted))).toHaveLength(4_201)
    }
  }, 60_000)

  const hurtful: Readonly<Record<string, (xml: string) => string>> = {
    'a row by an exponent': (xml) => xml.replace('<row r="2"', '<row r="2e5"'),
    'a row by its signs': (xml) => xml.replace('<row r="2"', '<row r="&#50;00000"'),
    'a row behind a space': (xml) => xml.replace('<row r="2"', '<row r=" 200000"'),
    'a column in small letters': (xml) => xml.replace('r="B2"', 'r="zzz2"'),
    'a far row behind a long nothing': (xml) => ' '.repeat(2 ** 21) + xml.replace('<row r="2"', '<row r="200000"'),
    'many rows without a place': (xml) => xml.replace('</sheetData>', `${'<row/>'.repeat(70_000)}</sheetData>`),
    'a cell longer than a cell': (xml) =>
      xml.replace('</row></sheetData>', `<c r="Z2" t="str"><v>${'x'.repeat(40_000)}</v></c></row></sheetData>`),
  }
  test.each(Object.entries(hurtful))('refuses %s', async (_name, change) => {
    await expect(readListingRows(await bent(change))).rejects.toMatchObject({
      failure: expect.stringMatching(/^sheet(Broken|TooLarge)$/),
    })
  })

  test('ignores zip entries missing in the central directory', async () => {
    const [good, evil] = [await bent((xml) => xml), await bent((xml) => xml.replace('<row r="2"', '<row r="2e5"'))]
    const table = good.indexOf('PK\u0001\u0002')
    const hidden = Buffer.concat([
      good.subarray(0, table),
      evil.subarray(0, evil.indexOf('PK\u0001\u0002')),
      good.subarray(table),
    ])
    const end = hidden.byteLength - 22
    // The central directory is after both entries and lists only the first.
    hidden.writeUInt32LE(hidden.byteLength - (good.byteLength - table), end + 16)
    expect((await readListingRows(hidden)).length).toBe(2)
  })
})
