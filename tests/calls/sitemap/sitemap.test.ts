import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { links } from '../../../src/domain/links.ts'
import { appForFile } from '../../support/fixtures.ts'

const site = 'https://portal.example.cn'
const app = appForFile({ SITE_URL: site })

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  app.fetch(new Request(`${site}${path}`, { headers }))
const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? '')
const plain = (text: string) => text.replaceAll('&amp;', '&')

async function everything(): Promise<string[]> {
  const files = locs(await (await get('/sitemap-index.xml')).text())
  const all: string[] = []
  for (const file of files) all.push(...locs(await (await get(file.slice(site.length))).text()).map(plain))
  return all
}

describe('the sitemap', () => {
  test('names every public thing once, under the address of the site, and nothing else', async () => {
    const all = await everything()
    expect(new Set(all).size).toBe(all.length)
    const on = await app.db.select().from(services).where(eq(services.status, 'published'))
    const named = all.filter((url) => url.startsWith(site + links.serviceDetail('')))
    expect(named.toSorted()).toEqual(on.map(({ id }) => site + links.serviceDetail(id)).toSorted())
    const goods = await app.db.select().from(products).where(eq(products.status, 'published'))
    const namedGoods = all.filter((url) => url.startsWith(site + links.goodsDetail('')))
    expect(namedGoods.toSorted()).toEqual(goods.map(({ productNo }) => site + links.goodsDetail(productNo)).toSorted())
    expect(all).toContain(`${site}/`)
    expect(all.some((url) => url.startsWith(`${site}/supplier/home?`))).toBe(true)
    expect(all.some((url) => url.startsWith(`${site}/demandHall/detail?`))).toBe(true)
    for (const url of all) expect(url.startsWith(`${site}/`), url).toBe(true)
  })

  test('tells when a service changed last, in its file and in the index', async () => {
    const [one] = await app.db
      .select()
      .from(services)
      .where(eq(services.status, 'published'))
      .orderBy(services.id)
      .limit(1)
    const xml = await (await get('/sitemap-services-1.xml')).text()
    expect(xml).toContain(
      `<loc>${site}${links.serviceDetail(one?.id ?? 0)}</loc><lastmod>${one?.updatedAt.toISOString()}`,
    )
    expect(await (await get('/sitemap-index.xml')).text()).toMatch(/sitemap-services-1\.xml<\/loc><lastmod>\d{4}-/)
  })

  test('tells of no change that lies ahead: search engines would believe none of them', async () => {
    const index = await (await get('/sitemap-index.xml')).text()
    const texts = [index]
    for (const file of locs(index)) texts.push(await (await get(file.slice(site.length))).text())
    const moments = texts.flatMap((xml) => [...xml.matchAll(/<lastmod>([^<]*)</g)].map(([, moment = '']) => moment))
    expect(moments.length).toBeGreaterThan(100)
    expect(moments.filter((moment) => !(Date.parse(moment) <= Date.now()))).toEqual([])
  })

  test('is XML, kept for an hour, compressed for who takes it', async () => {
    const response = await get('/sitemap-products-1.xml', { 'accept-encoding': 'gzip, br' })
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const xml = gunzipSync(Buffer.from(await response.arrayBuffer())).toString()
    expect(xml).toBe(await (await get('/sitemap-products-1.xml')).text())
    expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<urlset ')).toBe(true)
    expect(xml.replaceAll(/&(amp|lt|gt|apos);/g, '')).not.toContain('&')
  })

  test('has no files without anything in them', async () => {
    for (const name of ['services-2', 'services-0', 'nothing-1', 'services', 'constructor-1', 'services-999999']) {
      expect((await get(`/sitemap-${name}.xml`)).status, name).toBe(404)
    }
  })
})

test('robots.txt names the sitemap of this site', async () => {
  const text = await (await get('/robots.txt')).text()
  expect(text).toContain(`\nSitemap: ${site}/sitemap-index.xml\n`)
  expect(text).toContain('Disallow: /ops/\n')
  expect(text).not.toContain('Disallow: /\n')
})
