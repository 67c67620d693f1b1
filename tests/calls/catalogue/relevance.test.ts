import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, visitor, type Client } from '../../support/client.ts'
import { misspelt, wishes, type Wish } from './relevance-list.ts'

let app: TestApp
let anyone: Client
beforeAll(async () => {
  app = await startApp()
  anyone = visitor(app)
})
afterAll(() => app.close())

/** Names of what a search finds, best first, and what it offers instead. */
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

test('the list is long enough to mean something', () => {
  expect(wishes.length).toBeGreaterThanOrEqual(60)
})

test('what is searched for comes first', async () => {
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

test('what is misspelt finds nothing, and the right word is offered', async () => {
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

test('a keyword with one word too many is offered without it, and says how many that finds', async () => {
  const { total, suggestion } = await found({ kind: 'goods', keyword: '缬沙坦 恐龙蛋' })
  expect(total).toBe(0)
  expect(suggestion?.fewer).toMatchObject({ keyword: '缬沙坦', without: '恐龙蛋' })
  expect(suggestion?.fewer?.total).toBe((await found({ kind: 'goods', keyword: '缬沙坦' })).total)
})

test('a keyword that other conditions leave without hits is not called misspelt', async () => {
  const { total, suggestion } = contentOf(
    await anyone.api.catalogue.products({ keyword: '缬沙坦', priceFrom: 99_999_999_999 }),
  )
  expect([total, suggestion]).toEqual([0, null])
})

test('finds 99 of 100 titles that hold a part of a title', async () => {
  for (const t of [services, products]) {
    const rows = await app.db.select({ title: t.title }).from(t).where(eq(t.status, 'published')).orderBy(t.id)
    let [expected, got] = [0, 0]
    for (const [place, { title }] of rows.entries()) {
      if (place % 7 !== 0) continue
      // Parts of two to six characters from changing places, as somebody might pick them.
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
