import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMarkdown, parseBlocks, markdownBlocks } from '../../../src/domain/content/rich-text.ts'

test('parses Markdown headings, paragraphs, lists, quotes, tables and rules', () => {
  const text =
    '# 一\n甲**乙**\n丙\n- 一\n- 二\n\n1. 甲\n2. 乙\n> 引\n\n| 项 | 值 |\n|---|---|\n| 甲 | 1 |\n\n---\n### 小'
  expect(markdownBlocks(text).map(({ as }) => as)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'quote',
    'table',
    'rule',
    'heading',
  ])
  expect(markdownBlocks('甲**乙**\n丙')).toEqual([
    { as: 'paragraph', runs: [{ text: '甲' }, { text: '乙', strong: true }, { text: '\n丙' }] },
  ])
})

test('treats HTML as text, and links only safe URLs', () => {
  expect(markdownBlocks('<script>alert(1)</script>')).toEqual([
    { as: 'paragraph', runs: [{ text: '<script>alert(1)</script>' }] },
  ])
  const hrefs = (text: string) =>
    markdownBlocks(text).flatMap((block) => ('runs' in block ? block.runs.flatMap(({ href }) => href ?? []) : []))
  expect(hrefs('[a](https://a.example/) [b](/news) [c](mailto:a@b.cn) [d](tel:028-1)')).toEqual([
    'https://a.example/',
    '/news',
    'mailto:a@b.cn',
    'tel:028-1',
  ])
  expect(hrefs('[a](javascript:1) [b](//evil.example) [c](data:text/html,1) [d](/\\evil) [e](vbscript:1)')).toEqual([])
})

test('plain text keeps its words as Markdown', () => {
  const words = (text: string, format: 'plain' | 'markdown') =>
    parseBlocks({ format, text })
      .map((block) => ('runs' in block ? block.runs.map((run) => run.text).join('') : `?${block.as}`))
      .join('\n')
  const line = fc.string({ unit: fc.constantFrom(...'甲乙 #*-+>|[]()`1.、\\_') })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines
        .map((each) => each.trim())
        .filter((each) => each !== '')
        .join('\n\n')
      expect(words(toMarkdown({ format: 'plain', text }), 'markdown')).toBe(words(text, 'plain'))
    }),
  )
})

test('removes closing # of headings, and keeps others', () => {
  const words = (text: string) => markdownBlocks(text).map((block) => ('runs' in block ? block.runs : []))
  expect(words('## 研究进展 ##')).toEqual([[{ text: '研究进展' }]])
  expect(words('## 用 # 标记  ')).toEqual([[{ text: '用 # 标记' }]])
  expect(words('# ###')).toEqual([[{ text: '#' }]])
})
