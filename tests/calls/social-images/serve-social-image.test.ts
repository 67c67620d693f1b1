import sharp from 'sharp'
import { expect, test } from 'vitest'
import { serveSocialImage } from '../../../src/server/social-images/serve-social-image.ts'
import { appIcons, serveIcon } from '../../../src/server/social-images/app-icons.ts'

const page = (title: string, robots = '') =>
  `<html><head><meta property="og:title" content="${title} - 药械研发服务平台"><meta property="og:description" content="说明 &amp; 范围">${robots}</head></html>`
const ask = (path: string, html: string | undefined, headers: Record<string, string> = {}) =>
  serveSocialImage(new Request(`http://site${path}`, { headers }), async () => html)

test('a card is a PNG of 1200 × 630 with the words of its page', async () => {
  const answer = await ask(
    '/cards/serviceHall/serviceDetails.png?serviceId=1',
    page('含量测定 &lt;HPLC&gt; &amp; 验证'),
  )
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(bytes.length).toBeLessThan(120_000)
  const other = await ask('/cards/serviceHall/serviceDetails.png?serviceId=1', page('另一项服务'))
  expect(Buffer.from(await other.arrayBuffer()).equals(bytes)).toBe(false)
})

test('whoever has it is told so', async () => {
  const first = await ask('/cards/about.png', page('关于我们'))
  const again = await ask('/cards/about.png', page('关于我们'), { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

test('pages that are not there, not public or not for search engines have none', async () => {
  const hidden = page('“任何人写的话”的搜索结果', '<meta name="robots" content="noindex,follow">')
  const answers = await Promise.all([
    ask('/cards/serviceHall/service.png?keyword=x', hidden),
    ask('/cards/serviceHall/serviceDetails.png?serviceId=9', undefined),
    ask('/cards/ops/visits.png', page('访问统计')),
    ask('/cards/serviceHall.png', '<html><body>og:title</body></html>'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('more than twenty new ones at a time are asked to come back', async () => {
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, number) => ask('/cards/about.png', page(`同时第 ${number} 张`))),
  )
  const statuses = answers.map(({ status }) => status)
  expect([
    statuses.filter((status) => status === 200).length,
    statuses.filter((status) => status === 503).length,
  ]).toEqual([20, 4])
})

test('icons come in their sizes', async () => {
  for (const icon of Object.values(appIcons)) {
    const answer = await serveIcon(icon)
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'png',
      width: icon.size,
    })
  }
})
