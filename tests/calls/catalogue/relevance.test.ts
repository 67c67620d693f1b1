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
    const { total, data, suggestion, reading } = contentOf(await anyone.api.catalogue.services(input))
    return { total, suggestion, reading, names: data.map(({ serviceName }) => serviceName) }
  }
  if (kind === 'goods') {
    const { total, data, suggestion, reading } = contentOf(await anyone.api.catalogue.products(input))
    return { total, suggestion, reading, names: data.map(({ productName }) => productName) }
  }
  const { total, data, suggestion } = contentOf(await anyone.api.shops.shopsByKeywords(input))
  return { total, suggestion, reading: null, names: data.map(({ shopName }) => shopName) }
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

test('a misspelt keyword finds what the right term finds; of suppliers the right term is suggested', async () => {
  const wrong: string[] = []
  for (const wish of misspelt) {
    const { total, names, reading, suggestion } = await found(wish)
    const used = reading?.corrected?.used
    const right = await found({ kind: wish.kind, keyword: wish.first })
    const isFound = names[0] === right.names[0] && (used !== undefined || total >= right.total)
    if (wish.kind === 'supplier' ? !suggestion?.terms.includes(wish.first) : !isFound)
      wrong.push(`${wish.keyword}: ${total} found as ${used}, ${names[0]} instead of ${right.names[0]}`)
  }
  expect(wrong).toEqual([])
})

test('a misspelt keyword is searched as typed when asked for exactly', async () => {
  const exact = contentOf(await anyone.api.catalogue.services({ keyword: '毒里', exact: true }))
  expect([exact.total, exact.reading?.corrected]).toEqual([0, null])
  const corrected = contentOf(await anyone.api.catalogue.services({ keyword: '毒里' }))
  expect(corrected.reading?.corrected).toEqual({ typed: '毒里', used: '毒理' })
})

test('a keyword with one word too many finds what the others find, and tells the word', async () => {
  const { total, reading, names } = await found({ kind: 'goods', keyword: '缬沙坦 恐龙蛋' })
  expect(reading?.relaxed).toEqual(['恐龙蛋'])
  const alone = await found({ kind: 'goods', keyword: '缬沙坦' })
  expect([total >= alone.total, names[0]]).toEqual([true, alone.names[0]])
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
