import { expect, test } from 'vitest'
import { readOcrData } from '../../../src/server/providers/ocr-data.ts'

test('OCR loads the network and its dictionary, not the classifier of the older engine', async () => {
  const data = Buffer.from(await readOcrData())
  // Of 44 MB; the worker holds three copies (quality figure 29).
  expect(data.length).toBeLessThan(4_000_000)
  const count = data.readInt32LE(0)
  expect(count).toBe(24)
  const offsets = Array.from({ length: count }, (_, part) => Number(data.readBigInt64LE(4 + part * 8)))
  const there = offsets.flatMap((offset, part) => (offset >= 0 ? [part] : []))
  // Part 17 is the network, 18 to 20 its dictionaries, 1 the characters, 23 the version.
  for (const part of [1, 17, 18, 19, 20, 23]) expect(there).toContain(part)
  for (const part of [3, 4, 5, 13]) expect(there).not.toContain(part)
  expect(Math.max(...offsets)).toBeLessThan(data.length)
})
