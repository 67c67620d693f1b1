import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { facts } from '../../../src/db/tables/operations.ts'
import { searchLog, searchTerms } from '../../../src/db/tables/search.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { indexListings } from '../../../src/server/search/index-documents.ts'
import { reindex } from '../../../src/server/processes/reindex.ts'
import { segmentsOf } from '../../../src/server/search/segment.ts'
import { countSearches, logSearch } from '../../../src/server/search/search-log.ts'
import { countTerms } from '../../../src/server/search/terms.ts'
import { contentOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let anyone: Client
beforeEach(async () => {
  anyone = visitor(app)
  await app.db.delete(searchLog)
  await app.db.update(searchTerms).set({ searches: 0 })
})

type Kind = 'service' | 'goods' | 'supplier'
const suggest = async (kind: Kind, keyword: string) =>
  contentOf(await anyone.api.catalogue.searchSuggestions({ kind, keyword }))
const terms = async (kind: Kind, keyword: string) => (await suggest(kind, keyword)).suggestions.map(({ term }) => term)
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Logs searches of a term by a number of addresses on each of a number of days. */
async function searched(
  kind: Kind,
  term: string,
  addresses: number,
  days: number,
  found: 'none' | 'all' = 'all',
): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    for (let who = 0; who < addresses; who += 1)
      await logSearch(app.db, kind, term, `10.0.0.${who}`, dayAgo(days - day), found)
  }
  await countSearches(app.db, new Date())
}

describe('suggestions', () => {
  test('match by prefix, pinyin or initials', async () => {
    expect(await terms('service', '药代')).toContain('药代动力学')
    expect(await terms('service', 'yaodai')).toContain('药代动力学')
    expect(await terms('service', 'yddlx')).toContain('药代动力学')
    expect(await terms('goods', 'dyxa')).toContain('对乙酰氨基酚')
    expect(await terms('goods', 'Parac')).toContain('Paracetamol')
    expect(await terms('supplier', 'hfyg')).toEqual(['合肥砚谷标准物质'])
    expect(await terms('service', 'cdm')).toContain('CDMO')
  })

  test('are at most eight, unique, and each has hits', async () => {
    for (const keyword of ['y', 'd', '药', '毒性', 'g']) {
      const { suggestions } = await suggest('service', keyword)
      expect(suggestions.length).toBeLessThanOrEqual(8)
      expect(new Set(suggestions.map(({ term }) => term)).size).toBe(suggestions.length)
      for (const { term, hits } of suggestions) {
        expect(hits).toBeGreaterThan(0)
        expect(contentOf(await anyone.api.catalogue.services({ keyword: term })).total, term).toBeGreaterThan(0)
      }
    }
  })

  test('of goods include CAS and catalogue numbers with product name, with and without dashes', async () => {
    for (const keyword of ['103-9', '1039']) {
      const [first] = (await suggest('goods', keyword)).suggestions
      expect(first).toMatchObject({ term: '103-90-2', hits: null })
      expect(first?.note).toContain('对乙酰氨基酚')
    }
    expect(await terms('goods', 'hp-rs-000')).toContain('HP-RS-0001')
  })

  test('for empty input are the hot words of the type', async () => {
    expect(await suggest('service', '')).toMatchObject({ suggestions: [], hotWords: expect.arrayContaining(['CDMO']) })
    expect((await suggest('goods', '')).hotWords).not.toEqual((await suggest('service', '')).hotWords)
  })

  test('read signs of patterns and queries as plain text', async () => {
    for (const keyword of ['%', '_', '\\', "'", "a' | 'b", ':*', '%药%'])
      expect(await terms('goods', keyword)).toEqual([])
  })

  test('reject unknown types and input that is too long', async () => {
    expect(
      fieldsWithErrors(await anyone.api.catalogue.searchSuggestions({ kind: 'service', keyword: '药'.repeat(81) })),
    ).toEqual(['keyword'])
  })
})

describe('a CAS number', () => {
  /** Typed and pasted variants: plain, other dashes, full width, spaces, with a prefix. */
  const forms = ['64-17-5', '64–17–5', '64—17—5', '６４－１７－５', '64 - 17 - 5', 'CAS号：64-17-5', 'cas no. 64‑17‑5']

  test('finds exactly the goods of that number in every variant', async () => {
    for (const keyword of forms) {
      const { total, data } = contentOf(await anyone.api.catalogue.products({ keyword }))
      expect([keyword, total > 0, new Set(data.map(({ cas }) => cas))]).toEqual([keyword, true, new Set(['64-17-5'])])
    }
  })

  test('is suggested for goods and suppliers in every variant', async () => {
    for (const keyword of forms) {
      expect([keyword, (await terms('goods', keyword))[0]]).toEqual([keyword, '64-17-5'])
      expect([keyword, (await terms('supplier', keyword))[0]]).toEqual([keyword, '64-17-5'])
    }
  })

  test('finds the shops that sell it, and no others', async () => {
    const sold = await app.db
      .selectDistinct({ shopId: products.shopId })
      .from(products)
      .where(sql`${products.cas} = '64-17-5' and ${products.status} = 'published'`)
    for (const keyword of forms) {
      const { data } = contentOf(await anyone.api.shops.shopsByKeywords({ keyword, pageSize: 100 }))
      expect(data.map(({ shopId }) => shopId).toSorted()).toEqual(sold.map(({ shopId }) => shopId).toSorted())
    }
  })

  test('without services is not split; other search types with hits are suggested', async () => {
    const { total, suggestion } = contentOf(await anyone.api.catalogue.services({ keyword: '６４–17–5' }))
    expect([total, suggestion?.fewer, suggestion?.terms]).toEqual([0, null, []])
    expect(suggestion?.elsewhere.map(({ kind }) => kind)).toEqual(['goods', 'supplier'])
  })

  test('is not split beside other words, like a catalogue number', async () => {
    const [one] = await app.db
      .select({ id: products.id, catalogueNo: products.catalogueNo })
      .from(products)
      .where(sql`${products.catalogueNo} is not null and ${products.status} = 'published'`)
      .limit(1)
    const found = async (keyword: string) => contentOf(await anyone.api.catalogue.products({ keyword })).data
    expect((await found('乙醇 64–17–5')).map(({ cas }) => cas)).toContain('64-17-5')
    // No listing has both: those of the number come first.
    expect((await found('甲醇 64-17-5'))[0]?.cas).toBe('64-17-5')
    const typed = (one?.catalogueNo ?? '').replaceAll('-', '－')
    expect((await found(typed))[0]?.productId).toBe(one?.id)
  })

  test('in a service text is found right after Chinese characters', async () => {
    const [service] = await app.db
      .select({ id: services.id, title: services.title })
      .from(services)
      .where(sql`${services.status} = 'published'`)
      .limit(1)
    const id = service?.id ?? 0
    const write = async (title: string) => {
      await app.db.update(services).set({ title }).where(eq(services.id, id))
      await indexListings(app.db, 'service', [id])
    }
    await write('溶剂残留检测，CAS号71–43–2')
    const { data } = contentOf(await anyone.api.catalogue.services({ keyword: '71-43-2' }))
    expect(data.map(({ serviceId }) => serviceId)).toEqual([id])
    await write(service?.title ?? '')
  })
})

describe('counting of searches', () => {
  const seen = () => app.db.$count(searchLog)
  const done = async (keyword: string, who: Client = anyone) =>
    contentOf(await who.api.catalogue.searchDone({ kind: 'service', keyword }))

  test('counts each address and term once a day, also in parallel', async () => {
    await Promise.all([done('药效'), done('药效'), done(' 药 效 ')])
    expect(await seen()).toBe(1)
    await done('药效', visitor(app))
    expect(await seen()).toBe(2)
  })

  test('saves no addresses, and publishes no searches without hits', async () => {
    await searched('service', '恐龙蛋', 3, 3, 'none')
    expect(await terms('service', '恐龙')).toEqual([])
    expect(contentOf(await anyone.api.catalogue.topSearches({})).service).toEqual([])
    await app.db.delete(searchLog)
    await done('药效')
    const [row] = await app.db.select().from(searchLog)
    expect(JSON.stringify(row)).not.toContain(anyone.headers.get('x-portal-address') ?? '10.')
    expect(row?.who).toMatch(/^[\w-]{22}$/)
  })

  test('publishes a term only after many searches on three days', async () => {
    const secret = '巴马小型猪 4 周'
    for (const [addresses, days] of [
      [2, 9],
      [9, 2],
    ] as const) {
      await app.db.delete(searchLog)
      await searched('service', secret, addresses, days)
      expect(
        await terms('service', '巴马小型猪 4'),
        `${addresses} ${days} ${JSON.stringify(await app.db.select().from(searchTerms).where(eq(searchTerms.term, secret)))}`,
      ).not.toContain(secret)
      expect(contentOf(await anyone.api.catalogue.topSearches({})).service).toEqual([])
    }
    await app.db.delete(searchLog)
    await searched('service', secret, 3, 3)
    await countTerms(app.db)
    expect(await terms('service', '巴马小型猪 4')).toContain(secret)
    expect(contentOf(await anyone.api.catalogue.topSearches({})).service).toMatchObject([{ term: secret, searches: 9 }])
  })

  test('ranks frequent terms first in suggestions and top searches, shops too', async () => {
    await searched('service', '药理', 4, 3)
    expect((await terms('service', 'yao'))[0]).toBe('药理')
    await searched('supplier', '合肥砚谷标准物质', 3, 4)
    const { shops: found } = contentOf(await anyone.api.catalogue.topSearches({}))
    expect(found).toMatchObject([{ shopName: '合肥砚谷标准物质', searches: 12 }])
  })

  test('deletes entries after 30 days', async () => {
    await searched('service', '药理', 3, 3)
    await countSearches(app.db, new Date(Date.now() + 31 * 86_400_000))
    expect(await seen()).toBe(0)
    expect(contentOf(await anyone.api.catalogue.topSearches({})).service).toEqual([])
  })

  test('replaces the salt every day', async () => {
    const salt = async () => (await app.db.select().from(facts).where(eq(facts.key, 'searchSalt')))[0]?.value
    await logSearch(app.db, 'service', '药效', '10.0.0.1', new Date())
    const today = await salt()
    await logSearch(app.db, 'service', '药效', '10.0.0.1', dayAgo(-1))
    expect(await salt()).not.toEqual(today)
    await app.db.delete(facts).where(eq(facts.key, 'searchSalt'))
  })
})

describe('writing anew what everything is found by', () => {
  test('gives the same as the first time, and finds what was written past the search', async () => {
    const tokens = (t: typeof services | typeof products | typeof shops) =>
      app.db
        .select({ id: t.id, tokens: sql<string>`${t.tokens}::text` })
        .from(t)
        .orderBy(t.id)
    const before = await Promise.all([tokens(services), tokens(products), tokens(shops)])
    await app.db.update(services).set({ tokens: sql`''::tsvector` })
    await app.db.update(products).set({ tokens: sql`''::tsvector` })
    await reindex(app.db)
    expect(await Promise.all([tokens(services), tokens(products), tokens(shops)])).toEqual(before)
  }, 120_000)

  test('suggests new terms of published listings at once, not those of drafts', async () => {
    const [on] = await app.db.select().from(products).where(eq(products.status, 'published')).limit(1)
    const [off] = await app.db.select().from(products).where(eq(products.status, 'draft')).limit(1)
    for (const [row, title] of [
      [on, '恐龙蛋白 对照品'],
      [off, '麒麟竭素 对照品'],
    ] as const) {
      await app.db
        .update(products)
        .set({ title })
        .where(eq(products.id, row?.id ?? 0))
      await indexListings(app.db, 'product', [row?.id ?? 0])
    }
    expect(await terms('goods', 'konglong')).toEqual(['恐龙蛋白'])
    expect(await terms('goods', '麒麟')).toEqual([])
    expect(contentOf(await anyone.api.catalogue.products({ keyword: 'kldb' })).total).toBe(1)
  })

  test('deletes terms without hits', async () => {
    await app.db
      .insert(searchTerms)
      .values({ kind: 'goods', term: '独角兽', key: '独角兽', hits: 3, updatedAt: new Date(0) })
    await countTerms(app.db)
    expect(await terms('goods', '独角')).toEqual([])
  })
})

describe('a measure in Chinese numerals', () => {
  test('is found as written and in digits', async () => {
    const [row] = await app.db.select().from(services).where(eq(services.status, 'published')).limit(1)
    const serviceId = row?.id ?? 0
    await app.db.update(services).set({ title: '六孔板细胞接种服务' }).where(eq(services.id, serviceId))
    await indexListings(app.db, 'service', [serviceId])
    for (const keyword of ['六孔板', '6孔板', '6 孔 细胞接种']) {
      const { data } = contentOf(await anyone.api.catalogue.services({ keyword }))
      expect([keyword, data.slice(0, 3).some((each) => each.serviceId === serviceId)]).toEqual([keyword, true])
    }
  })

  test('is one only at the start of a run of characters, and no part of another word', () => {
    const measures = (text: string) =>
      segmentsOf(text)
        .filter(({ kind }) => kind !== 'han')
        .map(({ key }) => key)
    expect(measures('三个月犬毒性')).toEqual(['3个月'])
    expect(measures('十二周 大鼠')).toEqual(['12周'])
    expect(measures('二期临床')).toEqual(measures('ii期临床'))
    for (const text of ['单一天然产物', '统一升级', '一周期方案', '三升级', '同一周'])
      expect(measures(text)).toEqual([])
  })
})

test('an amount that is no whole number of fen is searched; a misspelt question keeps its region', async () => {
  expect(contentOf(await anyone.api.catalogue.products({ keyword: '离心机11万左右' })).total).toBeGreaterThanOrEqual(0)
  const right = contentOf(await anyone.api.catalogue.services({ keyword: '江苏 毒理' }))
  const wrong = contentOf(await anyone.api.catalogue.services({ keyword: '江苏 毒里' }))
  expect(right.reading?.parts.map(({ kind }) => kind)).toEqual(['region'])
  expect(wrong.reading?.parts).toEqual(right.reading?.parts.map((part) => ({ ...part, without: '毒里' })))
  expect(wrong.total).toBe(right.total)
})
