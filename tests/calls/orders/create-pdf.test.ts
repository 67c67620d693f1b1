import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakLines } from '../../../src/server/orders/documents/pdf-sheet.ts'
import { createPdf, type PdfMeta } from '../../../src/server/orders/documents/create-pdf.ts'
import type { PdfPage } from '../../../src/server/orders/documents/pdf-page.ts'
import { pdfPages, pdfText } from '../../support/pdf-text.ts'

const paper: PdfMeta = {
  title: '合同',
  no: 'NO-1',
  footer: '校验码',
  at: new Date('2026-11-20T06:00:00Z'),
  demo: false,
}
const made = (draw: (page: PdfPage) => void, more: Partial<PdfMeta> = {}) => createPdf({ ...paper, ...more }, draw)

test('the same content gives the same bytes, other content other bytes', async () => {
  const draw = (page: PdfPage) => page.paragraph('同样的内容')
  expect(await made(draw)).toEqual(await made(draw))
  expect(await made(draw)).not.toEqual(await made((page) => page.paragraph('另外的内容')))
})

test('renders Chinese, rare characters, Greek and units; unsupported ones as 〓 or a compatible character', async () => {
  const text = pdfText(await made((page) => page.paragraph('喆堃𬬻αβμ℃±≥①Ⅳ²H₂O😀\u{30000}\u202e\u0007尾e\u0301')))
  expect(text).toContain('喆堃𬬻αβμ℃±≥①Ⅳ²H2O〓〓尾é')
})

test('accepts lone surrogates, null characters and empty texts', async () => {
  const bytes = await made((page) => {
    page.title('')
    page.paragraph('\ud800\u0000尾')
    page.facts([['', '']])
    page.table({ columns: [{ head: '', share: 1 }], rows: [[], ['']] })
  })
  expect(pdfText(bytes)).toContain('尾')
})

test('a table continues on further pages with its head, however long a cell is; every page is numbered', async () => {
  const bytes = await made((page) =>
    page.table({
      columns: [
        { head: '名称', share: 1 },
        { head: '金额', share: 3 },
      ],
      rows: [...Array.from({ length: 80 }, (_, at) => [`第 ${at} 行`, '1.00']), ['很长的名称'.repeat(2000), '末']],
    }),
  )
  const [pages, text] = [pdfPages(bytes), pdfText(bytes)]
  expect(pages).toBeGreaterThan(6)
  for (let at = 0; at < 80; at += 1) expect(text).toContain(`第 ${at} 行`)
  expect(text.match(/名称\n金额/g)?.length).toBe(pages)
  expect(text.replaceAll('\n', '').match(/很长的名称/g)?.length).toBeGreaterThan(1900)
  for (let at = 1; at <= pages; at += 1) expect(text).toContain(`第 ${at} 页，共 ${pages} 页`)
})

test('marks every page of a demo document, and no other document', async () => {
  const draw = (page: PdfPage) => page.paragraph('内容。'.repeat(3000))
  const demo = await made(draw, { demo: true })
  expect(pdfText(demo).match(/^演示$/gm)?.length).toBe(pdfPages(demo))
  expect(pdfText(await made(draw))).not.toContain('演示')
})

const width = (one: string) => (one.charCodeAt(0) < 256 ? 1 : 2)
const wide = (line: string) => [...line].reduce((sum, one) => sum + width(one), 0)
const words = fc.array(
  fc.constantFrom(
    '汉',
    '字',
    '，',
    '。',
    '（',
    '）',
    '“',
    '”',
    ' ',
    'a',
    'word',
    '12.50',
    '¥3',
    '……',
    '/',
    'verylongword',
  ),
  { maxLength: 120 },
)

test('lines keep their width and all characters, and do not begin with punctuation unless unavoidable', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 60 }), (parts, most) => {
      const text = parts.join('')
      const lines = breakLines(text, most, width)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      for (const line of lines) expect(wide(line)).toBeLessThanOrEqual(most)
    }),
  )
  expect(breakLines('一二三四五，六', 10, width)).toEqual(['一二三四', '五，六'])
  expect(breakLines('一二三四（五）六', 10, width)).toEqual(['一二三四', '（五）六'])
  expect(breakLines('中文 word next', 10, width)).toEqual(['中文 word', 'next'])
})
