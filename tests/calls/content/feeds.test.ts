import { eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { news } from '../../../src/db/tables/drug.ts'
import { fetchFeed } from '../../../src/server/content/feeds/fetch-feed.ts'
import { readFeeds } from '../../../src/server/content/feeds/read-feeds.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, visitor } from '../../support/client.ts'
import { item, rss, startFeeds } from '../../support/scenes/content/feed.ts'

let app: TestApp
const { answers, site, close } = await startFeeds()
beforeAll(async () => {
  app = await startApp()
})
afterEach(() => answers.clear())
afterAll(async () => {
  close()
  await app.close()
})

const read = async (newsFeeds: string[], mayReach: ((address: string) => boolean) | undefined = () => true) => {
  const log = { warn: vi.fn<(...given: unknown[]) => void>(), info: vi.fn<(...given: unknown[]) => void>() }
  await readFeeds(app.db, { config: { newsFeeds }, pages: app.runtime.pages, log, mayReach })
  return log
}
const titled = (title: string) => app.db.select().from(news).where(eq(news.title, title))

describe('readFeeds', () => {
  test('saves an article once, as text, and invalidates the pages', async () => {
    const html = '<![CDATA[<p>第一段 &amp; 更多</p><script>alert(1)</script><p onclick="x()">第二段<br>换行</p>]]>'
    answers.set('/a', { body: rss(item('g1', '一条 &lt;b&gt;消息&lt;/b&gt;', `<description>${html}</description>`)) })
    contentOf(await visitor(app).api.content.news({}))
    const before = app.runtime.pages.changedAt(['news'])
    await read([`协会=${site}/a`])
    await read([`协会=${site}/a`])
    const rows = await titled('一条 消息')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      sourceType: '协会',
      sourceName: '某协会动态',
      sourceUrl: 'https://example.invalid/g1',
      content: '第一段 & 更多\n\n第二段\n换行',
    })
    expect(rows[0]?.publishedAt.toISOString()).toBe('2026-11-16T08:00:00.000Z')
    expect(app.runtime.pages.changedAt(['news'])).toBeGreaterThan(before)
    expect(contentOf(await visitor(app).api.content.news({ keyword: '一条 消息' })).total).toBe(1)
  })

  test('parses Atom, links by their relation, and articles without a date', async () => {
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

  test('parses Atom titles written as elements, beside others', async () => {
    const entry = (id: string, title: string) =>
      `<entry>${title}<id>${id}</id><link href="https://example.invalid/${id}"/><updated>2026-11-16T08:00:00Z</updated></entry>`
    const div = '<div xmlns="http://www.w3.org/1999/xhtml">细胞<b>治疗</b> &amp; 指南</div>'
    answers.set('/xhtml', {
      body: `<feed xmlns="http://www.w3.org/2005/Atom"><title type="xhtml">${div}</title>${entry('x1', `<title type="xhtml">${div}</title>`)}${entry('x2', '<title type="html">基因&lt;i&gt;编辑&lt;/i&gt;</title>')}${entry('x3', '<title type="xhtml"/>')}</feed>`,
    })
    await read([`${site}/xhtml`])
    expect((await titled('细胞治疗 & 指南')).map(({ sourceName }) => sourceName)).toEqual(['细胞治疗 & 指南'])
    expect(await titled('基因编辑')).toHaveLength(1)
  })

  test('saves an article once across feeds; articles sharing a URL are distinct', async () => {
    const at = (guid: string, title: string, link: string) =>
      `<item><title>${title}</title><guid>${guid}</guid><link>${link}</link></item>`
    const page = 'https://example.invalid/both'
    answers.set('/one', { body: rss(at('1', '两处都有的一条', `${page}?utm_source=rss`)) })
    answers.set('/two', { body: rss(at('p2', '两处都有的 一条', page) + at('p3', '两处都有的一条', page)) })
    answers.set('/home', { body: rss(at('h1', '首页的甲', page) + at('h2', '首页的乙', page)) })
    await read([`${site}/one`, `${site}/two`, `${site}/home`])
    const rows = await app.db.select().from(news).where(eq(news.sourceUrl, page))
    expect(rows.map(({ title }) => title).toSorted()).toEqual(['两处都有的一条', '首页的乙', '首页的甲'])
  })

  test('parses a hostile feed in linear time', async () => {
    const many = (text: string) => text.repeat(60_000)
    for (const body of [`<feed>${many('<title type="xhtml">')}</feed>`, rss(`<item>${many('<title ')}`)]) {
      answers.set('/hostile', { body })
      const began = performance.now()
      await read([`${site}/hostile`])
      expect(performance.now() - began).toBeLessThan(5_000)
    }
  })

  test('ignores future dates and URLs of executable schemes', async () => {
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

  test('an invalid article does not affect others: extreme dates, control characters, times without zone', async () => {
    const dated = (guid: string, title: string, day: string, link = '') =>
      `<item><title>${title}</title><guid>${guid}</guid><link>${link}</link><pubDate>${day}</pubDate></item>`
    answers.set('/mixed', {
      body: rss(
        [
          dated('m1', '上古的一条', '-271821-04-21'),
          dated('m2', '带控制符的一条', '2026-11-20 08:30:00', 'https://example.invalid/\0a'),
          item('m3', '好的一条'),
        ].join(''),
      ),
    })
    const log = await read([`${site}/mixed`])
    expect(log.warn).not.toHaveBeenCalled()
    expect(await titled('好的一条')).toHaveLength(1)
    const [old] = await titled('上古的一条')
    expect(Date.now() - (old?.publishedAt.getTime() ?? 0)).toBeLessThan(60_000)
    const [odd] = await titled('带控制符的一条')
    expect(odd?.sourceUrl).toBe('https://example.invalid/%00a')
    expect(odd?.publishedAt.toISOString()).toBe('2026-11-20T00:30:00.000Z')
  })

  test('continues with the other feeds when one cannot be loaded', async () => {
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
  test('connects to no private address, in any notation', async () => {
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

  test('is not redirected to a private address', async () => {
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

  test('stops after three redirects, at two megabytes, and at compressed responses', async () => {
    answers.set('/round', { status: 301, headers: { location: '/round' }, body: '' })
    await expect(fetchFeed(`${site}/round`, () => true)).rejects.toThrow('leads on more than 3 times')
    answers.set('/large', { body: Buffer.alloc(2 * 1024 * 1024 + 1, 32) })
    await expect(fetchFeed(`${site}/large`, () => true)).rejects.toThrow('larger than 2 MB')
    answers.set('/packed', { headers: { 'content-encoding': 'gzip' }, body: 'x' })
    await expect(fetchFeed(`${site}/packed`, () => true)).rejects.toThrow('comes packed')
  })
})
