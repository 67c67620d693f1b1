import { expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { detailLists, findLinks, publicAddresses } from '../support/public-pages.ts'
import { schemaErrors, structuredData } from '../support/schema-org.ts'

const site = inject('site')
const read = async (path: string) => {
  const response = await fetch(site + path, { redirect: 'manual' })
  return { status: response.status, html: await response.text() }
}
const one = (html: string, pattern: RegExp) => (pattern.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')
const robotsOf = (html: string) => one(html, /<meta name="robots" content="([^"]*)"/)
const canonicalOf = (html: string) => one(html, /<link rel="canonical" href="([^"]*)"/)

test('every public page has the metadata for search engines and shared links in its head, in order', async () => {
  const wrong: string[] = []
  for (const address of await publicAddresses(site)) {
    const { html } = await read(address)
    const title = one(html, /<title>([^<]*)<\/title>/)
    const must = {
      lang: html.includes('<html lang="zh-CN"'),
      viewport: html.includes('<meta name="viewport"'),
      'one h1': html.split('<h1').length === 2,
      title: title !== '' && [...(title.split(' - ')[0] ?? '')].length <= 60,
      description: one(html, /<meta name="description" content="([^"]*)"/).length >= 10,
      'og:title': html.includes('<meta property="og:title"'),
      'og:image': !one(html, /<meta property="og:image" content="([^"]*)"/).endsWith('.svg'),
      canonical: robotsOf(html) !== '' || canonicalOf(html).startsWith('http'),
    }
    for (const [what, has] of Object.entries(must)) if (!has) wrong.push(`${address}: ${what}`)
    wrong.push(...structuredData(html).flatMap((data) => schemaErrors(data).map((fault) => `${address}: ${fault}`)))
  }
  expect(wrong).toEqual([])
})

test('details of services and products contain their offer, lists their items, the home page its search', async () => {
  const typesOf = async (path: string) =>
    structuredData((await read(path)).html).map((data) =>
      typeof data === 'object' && data !== null && '@type' in data ? data['@type'] : undefined,
    )
  expect(await typesOf('/')).toEqual(['WebSite', 'Organization'])
  expect(await typesOf(links.serviceList())).toEqual(['BreadcrumbList', 'ItemList'])
  for (const { list, begins } of detailLists) {
    const [first] = findLinks((await read(list)).html, begins)
    const wanted = begins.startsWith('/serviceHall') ? 'Service' : begins.startsWith('/marketHall') ? 'Product' : null
    if (wanted !== null) expect(await typesOf(first ?? ''), first).toEqual([wanted, 'BreadcrumbList'])
  }
})

test('filtered lists beyond the first facet are excluded from search engines, with a canonical link', async () => {
  const list = links.serviceList({ region: 32, tags: 'GLP' })
  const { html } = await read(list)
  expect(robotsOf(html)).toBe('noindex,follow')
  expect(canonicalOf(html).endsWith(links.serviceList({ tags: 'GLP' }))).toBe(true)
  expect(robotsOf((await read(links.serviceList({ region: 32 }))).html)).toBe('')
  const hall = await read(links.demandHall({ district: 31, openOnly: 1 }))
  expect(robotsOf(hall.html)).toBe('noindex,follow')
  expect(canonicalOf(hall.html).endsWith(links.demandHall({ district: 31 }))).toBe(true)
  expect(robotsOf((await read(links.demandHall({ openOnly: 1 }))).html)).toBe('')
})

test('unknown ids return 404, and the sitemap contains existing pages only', async () => {
  expect((await read(links.serviceDetail(2_000_000_000))).status).toBe(404)
  expect((await read(links.goodsDetail('nothing'))).status).toBe(404)
  expect((await read('/robots.txt')).html).toContain('/sitemap-index.xml')
  const files = [...(await read('/sitemap-index.xml')).html.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])
  for (const file of files) {
    const { pathname } = new URL(file ?? '')
    const urls = [...(await read(pathname)).html.matchAll(/<loc>([^<]*)<\/loc>/g)]
    const { pathname: path, search } = new URL((urls.at(-1)?.[1] ?? '').replaceAll('&amp;', '&'))
    expect((await read(path + search)).status, path + search).toBe(200)
  }
})
