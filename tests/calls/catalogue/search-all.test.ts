import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { foundKinds } from '../../../src/domain/search/found-kinds.ts'
import { contentOf, fieldsWithErrors } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)
const search = async (keyword: string, more: { exact?: boolean; kind?: (typeof foundKinds)[number] } = {}) =>
  contentOf(await anyone.api.catalogue.searchAll({ keyword, ...more }))

describe('one answer for all kinds', () => {
  test('has the same totals and first rows as the list of each kind', async () => {
    const keyword = '毒理'
    const found = await search(keyword)
    const { catalogue, shops, demands: hall, live, content } = anyone.api
    const lists = {
      services: contentOf(await catalogue.services({ keyword, pageSize: 4 })),
      products: contentOf(await catalogue.products({ keyword, pageSize: 5 })),
      suppliers: contentOf(await shops.shopsByKeywords({ keyword, pageSize: 3 })),
      demands: contentOf(await hall.demands({ keyword, pageSize: 3 })),
      classes: contentOf(await live.classes({ keyword, pageSize: 4 })),
      news: contentOf(await content.news({ keyword, pageSize: 3 })),
      policies: contentOf(await content.policies({ keyword, pageSize: 3 })),
      questions: contentOf(await content.questions({ keyword, pageSize: 3 })),
    }
    for (const kind of foundKinds) {
      expect(found[kind].total, kind).toBe(lists[kind].total)
      expect(found[kind].data.length, kind).toBe(lists[kind].data.length)
    }
    expect(found.services.data).toEqual(lists.services.data)
    expect(found.demands.data).toEqual(lists.demands.data)
    expect(found.services.total).toBeGreaterThan(0)
    expect(found.suppliers.total).toBeGreaterThan(0)
    expect(found.help).toBeNull()
  })

  test('finds news, policies, classes and help by the words of a question, without its phrases', async () => {
    const found = await search('请问怎样发布需求')
    expect(found.words).not.toContain('请问')
    expect(found.questions.total).toBeGreaterThan(0)
    const [news] = contentOf(await anyone.api.content.news({ pageSize: 1 })).data
    const words = [...(news?.title ?? '')].slice(0, 6).join('')
    expect((await search(words)).news.total).toBeGreaterThan(0)
  })

  test('shows more rows of the kind that is looked at', async () => {
    const found = await search('毒理', { kind: 'services' })
    expect(found.services.data.length).toBeGreaterThan(4)
    expect(found.products.data.length).toBeLessThanOrEqual(1)
    expect(found.services.total).toBe((await search('毒理')).services.total)
  })

  test('says how the question was understood, and searches it as typed on demand', async () => {
    const read = await search('江苏 GLP 毒理')
    expect(read.reading?.parts.map(({ kind }) => kind)).toEqual(['region', 'qualification'])
    const wrong = await search('二甲双瓜')
    expect(wrong.reading?.corrected).toEqual({ typed: '二甲双瓜', used: '二甲双胍' })
    expect((await search('二甲双瓜', { exact: true })).reading?.corrected ?? null).toBeNull()
  })

  test('helps where nothing is found: near categories, most shared words first', async () => {
    const found = await search('zzqqxx')
    expect(foundKinds.map((kind) => found[kind].total)).toEqual(foundKinds.map(() => 0))
    expect(found.help?.categories.length).toBeGreaterThan(0)
  })

  test('shows public content only', async () => {
    const [service] = await app.db.select({ id: services.id }).from(services).where(sql`${services.status} = 'published'`).limit(1) // prettier-ignore
    const [demand] = await app.db.select({ id: demands.id }).from(demands).where(sql`${demands.status} = 'open'`).limit(1) // prettier-ignore
    if (service === undefined || demand === undefined) throw new Error('The demo has none')
    const before = await search('毒性')
    await app.db.update(services).set({ status: 'unlisted' }).where(sql`${services.status} = 'published'`) // prettier-ignore
    await app.db
      .update(demands)
      .set({ status: 'draft' })
      .where(sql`${demands.status} = 'open'`)
    app.runtime.pages.invalidate(['services', 'demands'])
    const after = await search('毒性')
    expect(before.services.total).toBeGreaterThan(0)
    expect(after.services.total).toBe(0)
    expect(after.demands.data.every(({ status }) => status !== 'draft')).toBe(true)
  })

  test('needs a keyword of at most 80 characters', async () => {
    expect(fieldsWithErrors(await anyone.api.catalogue.searchAll({ keyword: '' }))).toEqual(['keyword'])
    expect(fieldsWithErrors(await anyone.api.catalogue.searchAll({ keyword: '药'.repeat(81) }))).toEqual(['keyword'])
  })
})

describe('suggestions of the whole site', () => {
  const order = ['service', 'goods', 'supplier']

  test('are grouped by type, in the order of the types', async () => {
    const { suggestions } = contentOf(await anyone.api.catalogue.searchSuggestions({ kind: 'all', keyword: '药' }))
    const kinds = suggestions.map(({ kind }) => kind)
    expect(new Set(kinds).size).toBeGreaterThan(1)
    expect(kinds).toEqual(kinds.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
  })
})
