import { describe, expect, test } from 'vitest'
import { selectAreaTexts } from '../../../src/domain/content/area-texts.ts'
import { createRssFeed } from '../../../src/domain/content/rss-feed.ts'
import { helpCategories, helpMenu } from '../../../src/domain/content/help-categories.ts'
import { createExcerpt, splitAtTerms } from '../../../src/domain/content/highlight.ts'
import { getReadingMinutes, plainLines } from '../../../src/domain/content/plain-text.ts'

test('an area has its own text instead of the general one', () => {
  const texts = [
    { id: 1, areas: [], name: 'general' },
    { id: 1, areas: ['gaoxin'], name: 'own' },
    { id: 3, areas: ['benxi'], name: 'elsewhere' },
  ]
  const names = (area: string) => selectAreaTexts(texts, area).map(({ name }) => name)
  expect(names('gaoxin')).toEqual(['own'])
  expect(names('standard')).toEqual(['general'])
  expect(names('benxi')).toEqual(['elsewhere', 'general'])
})

describe('pieces', () => {
  test('split the text at the terms, ignoring case', () => {
    expect(splitAtTerms('用 OCR 识别执照', ['ocr', '执照'])).toEqual([
      { text: '用 ', hit: false },
      { text: 'OCR', hit: true },
      { text: ' 识别', hit: false },
      { text: '执照', hit: true },
    ])
    expect(splitAtTerms('修改报价', ['修改', '报价'])).toEqual([{ text: '修改报价', hit: true }])
    expect(splitAtTerms('', ['甲'])).toEqual([{ text: '', hit: false }])
    // Its lower-case form is longer, so nothing is highlighted.
    expect(splitAtTerms('İ 报价', ['报价'])).toEqual([{ text: 'İ 报价', hit: false }])
  })

  test('of an excerpt are from the line with most terms, around the first one', () => {
    expect(createExcerpt(['付款', '付款与发票', '发票'], ['付款', '发票'])).toBe('付款与发票')
    const long = `${'前'.repeat(90)}发票${'后'.repeat(90)}`
    const excerpt = createExcerpt([long], ['发票'])
    expect(excerpt).toMatch(/^…前{24}发票后+…$/)
    expect(excerpt.length).toBe(102)
    expect(createExcerpt([], ['发票'])).toBe('')
  })
})

test('plain text of Markdown has no markup', () => {
  expect(
    plainLines('## 步骤\n\n1. **打开** [登录](/login)\n\n| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |\n\n> 注意\n'),
  ).toEqual(['步骤', '打开 登录', '甲 乙', '1 2', '注意'])
  expect([getReadingMinutes(''), getReadingMinutes('字'.repeat(1000))]).toEqual([1, 3])
})

test('every category of the help centre is in its menu once', () => {
  const inMenu = helpMenu.flatMap(({ ids }) => [...ids])
  expect(inMenu.toSorted((a, b) => a - b)).toEqual(helpCategories.map(({ id }) => id).toSorted((a, b) => a - b))
})

test('a feed lists the newest entries of all sources first, escaped', () => {
  const item = { summary: '甲 & 乙', path: '/about/annouceDetail?id=a&b=<c>', kind: '通知' }
  const feed = createRssFeed(
    { title: '平台', description: '更新', site: 'https://portal.example.cn', path: '/rss.xml' },
    [
      { ...item, title: '旧', published: '2026-10-01' },
      { ...item, title: '新', published: '2026-11-01' },
    ],
  )
  expect(feed.indexOf('<title>新')).toBeLessThan(feed.indexOf('<title>旧'))
  expect(feed).toContain('甲 &amp; 乙')
  expect(feed).toContain('<link>https://portal.example.cn/about/annouceDetail?id=a&amp;b=%3Cc%3E</link>')
  expect(feed).toContain('<pubDate>Sat, 31 Oct 2026 16:00:00 GMT</pubDate>')
  expect(feed).not.toContain('<c>')
})
