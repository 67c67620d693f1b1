import { expect, test } from 'vitest'
import { links } from '../../../src/domain/links.ts'
import { filesOf, textOf } from '../../support/sources.ts'
import { appForFile } from '../../support/fixtures.ts'

const site = 'https://portal.example.cn'
const app = appForFile({ SITE_URL: site })

test('names every question, category and announcement that is out, with the day of its last change', async () => {
  const xml = await (await app.fetch(new Request(`${site}/sitemap-pages.xml`))).text()
  const known = new Map(
    [...xml.matchAll(/<loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?/g)].map((match) => [
      (match[1] ?? '').replaceAll('&amp;', '&').slice(site.length),
      match[2],
    ]),
  )
  const texts = filesOf('src/content/help/*.md').map(textOf)
  const changedDay = (text: string) => /^updated: '(.*)'$/m.exec(text)?.[1] ?? ''
  const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`).toISOString()
  const article = texts.find((text) => text.includes('\nid: 5202\n')) ?? ''
  const ofCategory = texts.filter((text) => text.includes('\ncategory: 52\n') && !text.includes('\ndraft: true\n'))
  expect(known.get(links.helpArticle(5202))).toBe(startOf(changedDay(article)))
  expect(known.get(links.helpList(52))).toBe(startOf(ofCategory.map(changedDay).toSorted().at(-1) ?? ''))
  expect(known.get(links.announcement('agreement-2026-11'))).toBe('2026-10-31T16:00:00.000Z')
  expect(known.get(links.platformRules(2))).toBeDefined()
  for (const doc of ['user', 'supplier'] as const) expect(known.get(links.agreement(doc)), doc).toBeDefined()
  expect(known.has(links.agreement())).toBe(false)
  const drafts = filesOf('src/content/help/*.md').filter((file) => textOf(file).includes('\ndraft: true\n'))
  expect(drafts.length).toBeGreaterThan(0)
  for (const file of drafts) {
    const id = /^id: (\d+)$/m.exec(textOf(file))?.[1] ?? ''
    expect(known.has(links.helpArticle(id)), file).toBe(false)
  }
})
