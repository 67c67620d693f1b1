import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { news } from '../../../src/db/tables/drug.ts'
import { fetchFeed } from '../../../src/server/content/feeds/fetch-feed.ts'
import { readFeeds } from '../../../src/server/content/feeds/read-feeds.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, visitor } from '../../support/client.ts'

let app: TestApp
let server: Server
let site = ''
/** What the server of the feeds answers, by path. */
const answers = new Map<string, { status?: number; headers?: Record<string, string>; body: string | Buffer }>()
beforeAll(async () => {
  app = await startApp()
  server = createServer((request, response) => {
    const { status = 200, headers = {}, body } = answers.get(request.url ?? '') ?? { status: 404, body: '' }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  site = `http://127.0.0.1:${isPort(address) ? address.port : 0}`
})
afterEach(() => answers.clear())
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})
const isPort = (address: unknown): address is AddressInfo =>
  typeof address === 'object' && address !== null && 'port' in address

const rss = (items: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>某协会动态</title>${items}</channel></rss>`
const item = (guid: string, title: string, more = '') =>
  `<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><link>https://example.invalid/${guid}</link><pubDate>Mon, 16 Nov 2026 08:00:00 GMT</pubDate>${more}</item>`

const read = async (newsFeeds: string[], mayReach: ((address: string) => boolean) | undefined = () => true) => {
  const log = { warn: vi.fn<(...given: unknown[]) => void>(), info: vi.fn<(...given: unknown[]) => void>() }
  await readFeeds(app.db, { config: { newsFeeds }, pages: app.runtime.pages, log, mayReach })
  return log
}
const titled = (title: string) => app.db.select().from(news).where(eq(news.title, title))

describe('readFeeds', () => {
  test('keeps a piece once, as text, and empties the pages', async () => {
    const html = '<![CDATA[<p>第一段 &amp; 更多</p><script>alert(1)</script><p onclick="x()">第二段<br>换行</p>]]>'
    answers.set('/a', { body: rss(item('g1', '一条 &lt;b&gt;消息&lt;/b&gt;', `<description>${html}</description>`)) })
    contentOf(await visitor(app).api.content.news({}))
    const before = app.runtime.pages.changedAt(['news'])
    await read([`协会=${site}/a`])
    await read([`协会=${site}/a`])
    const rows = await titled('一条 消息')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      ...{ sourceType: '协会', sourceName: '某协会动态', sourceUrl: 'https://example.invalid/g1' },
      content: '第一段 & 更多\n\n第二段\n换行',
    })
    expect(rows[0]?.publishedAt.toISOString()).toBe('2026-11-16T08:00:00.000Z')
    expect(app.runtime.pages.changedAt(['news'])).toBeGreaterThan(before)
    expect(contentOf(await visitor(app).api.content.news({ keyword: '一条 消息' })).total).toBe(1)
  })

  test('reads Atom, links by their relation, and what names no day', async () => {
    answers.set('/atom', {
      body: `<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">研究所</title><entry><title>原子一条</title>
      <id>tag:1</id><link rel="self" href="https://example.invalid/self"/><link href="https://example.invalid/atom"/>
      <updated>以前</updated><summary type="html">&lt;p&gt;摘要&lt;/p&gt;</summary></entry></feed>`,
    })
    await read([`${site}/atom`])
    const [row] = await titled('原子一条')
    expect(row).toMatchObject({ sourceType: '健康自媒体', sourceUrl: 'https://example.invalid/atom', summary: '摘要' })
    expect(Date.now() - (row?.publishedAt.getTime() ?? 0)).toBeLessThan(60_000)
  })

  test('takes nothing from the future, and no address that could run', async () => {
    answers.set('/odd', {
      body: rss(
        '<item><title>未来的一条</title><guid>f</guid><link>javascript:alert(1)</link><pubDate>Mon, 16 Nov 2099 08:00:00 GMT</pubDate></item>',
      ),
    })
    await read([`${site}/odd`])
    const [row] = await titled('未来的一条')
    expect(row?.sourceUrl).toBe('')
    expect(row?.publishedAt.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('goes on with the others when one cannot be read', async () => {
    answers.set('/good', { body: rss(item('g2', '另一条')) })
    answers.set('/html', { body: '<html><body>不是订阅源</body></html>' })
    answers.set('/bomb', { body: `<!DOCTYPE x [<!ENTITY a "aaaa">]>${rss(item('g3', '炸弹'))}` })
    const log = await read([`${site}/none`, `${site}/html`, `${site}/bomb`, `${site}/good`])
    expect(log.warn).toHaveBeenCalledTimes(3)
    expect(await titled('另一条')).toHaveLength(1)
    expect(await titled('炸弹')).toHaveLength(0)
  })

  test('does nothing without feeds', async () => {
    const log = await read([])
    expect(log.info).not.toHaveBeenCalled()
    expect(await app.db.select().from(news).where(like(news.guid, 'feed:none%'))).toEqual([])
  })
})

describe('fetchFeed', () => {
  test('asks nobody in the own net, however the address is written', async () => {
    answers.set('/', { body: rss('') })
    const { port } = new URL(site)
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '10.0.0.1',
      '169.254.169.254',
      '192.168.1.1',
      '[fd00::1]',
      '[fe80::1]',
      '[64:ff9b::7f00:1]',
    ]) {
      await expect(fetchFeed(`http://${host}:${port}/`), host).rejects.toThrow('is not in the public net')
    }
    await expect(fetchFeed('file:///etc/passwd')).rejects.toThrow('neither http nor https')
    await expect(fetchFeed('http://user:secret@example.com/')).rejects.toThrow('carries a password')
  })

  test('is not led into the own net by an answer', async () => {
    answers.set('/away', { status: 302, headers: { location: 'http://127.0.0.2:1/inside' }, body: '' })
    const asked: string[] = []
    const first = (address: string) => {
      asked.push(address)
      return address === '127.0.0.1'
    }
    await expect(fetchFeed(`${site}/away`, first)).rejects.toThrow('is not in the public net')
    expect(asked).toEqual(['127.0.0.1', '127.0.0.2'])
    answers.set('/file', { status: 302, headers: { location: 'file:///etc/passwd' }, body: '' })
    await expect(fetchFeed(`${site}/file`, () => true)).rejects.toThrow('neither http nor https')
  })

  test('stops at three redirects, at two megabytes, and at what comes packed', async () => {
    answers.set('/round', { status: 301, headers: { location: '/round' }, body: '' })
    await expect(fetchFeed(`${site}/round`, () => true)).rejects.toThrow('leads on more than 3 times')
    answers.set('/large', { body: Buffer.alloc(2 * 1024 * 1024 + 1, 32) })
    await expect(fetchFeed(`${site}/large`, () => true)).rejects.toThrow('larger than 2 MB')
    answers.set('/packed', { headers: { 'content-encoding': 'gzip' }, body: 'x' })
    await expect(fetchFeed(`${site}/packed`, () => true)).rejects.toThrow('comes packed')
  })
})
