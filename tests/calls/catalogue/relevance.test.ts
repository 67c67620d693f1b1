import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { contentOf } from '../../support/client.ts'
import { misspelt, wishes, type Wish } from './relevance-list.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)

/** Names of the hits of a search, best first, and its suggestions. */
async function found({ kind, keyword }: Pick<Wish, 'kind' | 'keyword'>) {
  const input = { keyword, pageSize: 100 }
  if (kind === 'service') {
    const { total, data, suggestion } = contentOf(await anyone.api.catalogue.services(input))
    return { total, suggestion, names: data.map(({ serviceName }) => serviceName) }
  }
  if (kind === 'goods') {
    const { total, data, suggestion } = contentOf(await anyone.api.catalogue.products(input))
    return { total, suggestion, names: data.map(({ productName }) => productName) }
  }
  const { total, data, suggestion } = contentOf(await anyone.api.shops.shopsByKeywords(input))
  return { total, suggestion, names: data.map(({ shopName }) => shopName) }
}

test('the list has enough searches', () => {
  expect(wishes.length).toBeGreaterThanOrEqual(60)
})

test('the expected listing is the first hit', async () => {
  const wrong: string[] = []
  for (const wish of wishes) {
    const { names, suggestion } = await found(wish)
    const [name] = names
    if (name === undefined || !name.toLowerCase().includes(wish.first.toLowerCase())) {
      wrong.push(`${wish.kind} ${wish.keyword}: ${name ?? 'nothing'} instead of ${wish.first}`)
    }
    if (suggestion !== null) wrong.push(`${wish.keyword}: called misspelt`)
  }
  expect(wrong).toEqual([])
})

test('a misspelt keyword has no hits and the right term is suggested', async () => {
  const wrong: string[] = []
  for (const wish of misspelt) {
    const { total, suggestion } = await found(wish)
    if (total > 0 || !suggestion?.terms.includes(wish.first)) {
      wrong.push(
        `${wish.keyword}: ${total} found, offered ${JSON.stringify(suggestion?.terms)} instead of ${wish.first}`,
      )
    }
  }
  expect(wrong).toEqual([])
})

test('a keyword with one word too many is suggested without it, with the number of hits', async () => {
  const { total, suggestion } = await found({ kind: 'goods', keyword: '缬沙坦 恐龙蛋' })
  expect(total).toBe(0)
  expect(suggestion?.fewer).toMatchObject({ keyword: '缬沙坦', without: '恐龙蛋' })
  expect(suggestion?.fewer?.total).toBe((await found({ kind: 'goods', keyword: '缬沙坦' })).total)
})

test('a keyword without hits due to other filters gets no suggestions', async () => {
  const { total, suggestion } = contentOf(
    await anyone.api.catalogue.products({ keyword: '缬沙坦', priceFrom: 99_999_999_999 }),
  )
  expect([total, suggestion]).toEqual([0, null])
})

test('finds 99 of 100 titles by a part of the title', async () => {
  for (const t of [services, products]) {
    const rows = await app.db.select({ title: t.title }).from(t).where(eq(t.status, 'published')).orderBy(t.id)
    let [expected, got] = [0, 0]
    for (const [place, { title }] of rows.entries()) {
      if (place % 7 !== 0) continue
      // Parts of two to six characters from varying positions.
      const plain = title.replace(/\s+/g, ' ')
      const start = (place * 5) % Math.max(1, plain.length - 6)
      const keyword = plain.slice(start, start + 2 + (place % 5)).trim()
      if (!/[\p{L}\p{N}]/u.test(keyword)) continue
      const truth = await app.db.$count(
        t,
        and(eq(t.status, 'published'), sql`strpos(lower(${t.title}), ${keyword.toLowerCase()}) > 0`),
      )
      const { total } = await found({ kind: t === services ? 'service' : 'goods', keyword })
      expected += truth
      got += Math.min(total, truth)
    }
    expect(got / expected).toBeGreaterThanOrEqual(0.99)
  }
})
