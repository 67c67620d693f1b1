import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)

type Input = Parameters<Client['api']['catalogue']['services']>[0]
const list = async (input: Input) => contentOf(await anyone.api.catalogue.services(input))
const published = eq(services.status, 'published')
const countOf = async (condition = sql`true`) => app.db.$count(services, and(published, condition))

describe('the list of services', () => {
  test('returns published services only', async () => {
    const { total, data } = await list({ pageSize: 100 })
    expect(total).toBe(await countOf())
    const shown = new Set(data.map(({ serviceId }) => serviceId))
    const hidden = await app.db
      .select({ id: services.id })
      .from(services)
      .where(sql`${services.status} <> 'published'`)
    expect(hidden.filter(({ id }) => shown.has(id))).toEqual([])
  })

  test('sorts by price in both directions, 面议 last', async () => {
    for (const [sort, order] of [
      ['priceUp', sql`price asc nulls last, id asc`],
      ['priceDown', sql`price desc nulls last, id desc`],
    ] as const) {
      const wanted = await app.db.select({ id: services.id }).from(services).where(published).orderBy(order)
      const got: number[] = []
      for (let current = 1; got.length < wanted.length; current += 1) {
        const { data } = await list({ sort, current, pageSize: 50 })
        if (data.length === 0) break
        got.push(...data.map(({ serviceId }) => serviceId))
      }
      expect(got).toEqual(wanted.map(({ id }) => id))
    }
  })

  test('pages without overlap or gap, by best match too', async () => {
    const all = (await list({ keyword: '试验', pageSize: 100 })).data.map(({ serviceId }) => serviceId)
    const paged: number[] = []
    for (let current = 1; paged.length < all.length; current += 1) {
      const { data } = await list({ keyword: '试验', current, pageSize: 7 })
      if (data.length === 0) break
      paged.push(...data.map(({ serviceId }) => serviceId))
    }
    expect(paged.slice(0, all.length)).toEqual(all)
  })

  test('finds partial words in titles, also of two characters or Latin letters', async () => {
    for (const keyword of ['给药', '重复给药', 'D 大鼠', 'HPLC', 'PLC', '外显子组测']) {
      const truth = await countOf(sql`strpos(lower(${services.title}), ${keyword.toLowerCase()}) > 0`)
      expect((await list({ keyword })).total, keyword).toBeGreaterThanOrEqual(truth)
    }
  })

  test('ranks titles with the whole keyword first', async () => {
    const [first] = (await list({ keyword: '比格犬 13 周' })).data
    expect(first?.serviceName).toContain('比格犬 13 周')
  })

  test('finds a service by its number', async () => {
    const [one] = await app.db.select().from(services).where(published).limit(1)
    const { data } = await list({ keyword: one?.serviceNo ?? '' })
    expect(data.map(({ serviceId }) => serviceId)).toContain(one?.id)
  })

  test('reads signs of patterns and queries as plain text', async () => {
    for (const keyword of ['%', '_', '\\', "'; --", 'a & !(b | c)', ':*', '<script>']) {
      expect((await list({ keyword })).total, keyword).toBeLessThan(await countOf())
    }
  })

  test('filters by category of any level, by tag, place, price and certification', async () => {
    const { data } = await list({ pageSize: 100 })
    const [row] = data
    const [category] = await app.db
      .select()
      .from(services)
      .where(eq(services.id, row?.serviceId ?? 0))
    for (const id of category?.categoryPath.slice(1) ?? []) {
      expect((await list({ id })).total).toBe(await countOf(sql`${services.categoryPath} @> array[${id}]::int[]`))
    }
    expect((await list({ tags: ['GLP'] })).total).toBe(await countOf(sql`'GLP' = any(${services.tags})`))
    expect((await list({ tags: ['GLP', 'CMA'] })).total).toBe(await countOf(sql`${services.tags} @> '{GLP,CMA}'`))
    const inJiangsu = await countOf(sql`${services.districtCode} like '32%'`)
    expect((await list({ districtCode: '320000' })).total).toBe(inJiangsu)
    expect((await list({ districtCode: '32' })).total).toBe(inJiangsu)
    const priced = await countOf(
      sql`coalesce(${services.highPrice}, ${services.price}) >= 5000000 and ${services.price} <= 20000000`,
    )
    expect((await list({ priceFrom: 5_000_000, priceTo: 20_000_000 })).total).toBe(priced)
    for (const each of (await list({ certified: true, pageSize: 100 })).data) expect(each.certified).toBe(true)
  })

  test('is empty beyond its end and without matches', async () => {
    expect((await list({ current: 1_000_000 })).data).toEqual([])
    expect(await list({ id: 2_147_483_647 })).toMatchObject({ total: 0, data: [] })
    expect(await list({ districtCode: '99' })).toMatchObject({ total: 0, data: [] })
  })

  test('rejects crossed or negative prices, and keywords of more than 80 characters', async () => {
    const faults = async (input: Input) => fieldsWithErrors(await anyone.api.catalogue.services(input))
    expect(await faults({ priceFrom: 200, priceTo: 100 })).toEqual(['priceTo'])
    expect(await faults({ priceFrom: -1 })).toEqual(['priceFrom'])
    expect(await faults({ keyword: '长'.repeat(81) })).toEqual(['keyword'])
    expect(await faults({ id: 3_000_000_000 })).toEqual(['id'])
  })
})

describe('the menu beside the list', () => {
  test('returns counts equal to the filtered list totals', async () => {
    const menu = contentOf(await anyone.api.catalogue.serviceMenu({ tags: ['GLP'], certified: true }))
    expect(menu.total).toBe((await list({ tags: ['GLP'], certified: true })).total)
    for (const { categoryId, count } of menu.levels[0]?.options ?? []) {
      expect((await list({ tags: ['GLP'], certified: true, id: categoryId })).total).toBe(count)
    }
    // With another one: all chosen qualifications are required.
    for (const { value, count } of menu.tags) {
      expect((await list({ tags: [...new Set(['GLP', value])], certified: true })).total).toBe(count)
    }
    for (const { value, count } of menu.districts) {
      expect((await list({ tags: ['GLP'], certified: true, districtCode: value })).total).toBe(count)
    }
    for (const { value, count } of menu.prices.filter(({ value }) => value !== 'ask')) {
      const [priceFrom, priceTo] = value.split('-').map((end) => (end === '' ? undefined : Number(end)))
      expect((await list({ tags: ['GLP'], certified: true, priceFrom, priceTo })).total).toBe(count)
    }
  })

  test('returns the level below a chosen category', async () => {
    const [stage] = contentOf(await anyone.api.catalogue.serviceMenu({})).levels[0]?.options ?? []
    const { levels } = contentOf(await anyone.api.catalogue.serviceMenu({ id: stage?.categoryId }))
    expect(levels.map(({ level }) => level)).toEqual([1, 2])
    expect(levels[0]?.chosenId).toBe(stage?.categoryId)
  })
})

describe('one service', () => {
  test('has its shop, category path and placeholder images', async () => {
    const [row] = (await list({ pageSize: 1 })).data
    const service = contentOf(await anyone.api.catalogue.service({ serviceId: row?.serviceId ?? 0 }))
    expect(service).toMatchObject({ ...row })
    expect(service.categoryPath.at(-1)?.categoryId).toBe(row?.categoryId)
    expect(service.shop.shopId).toBe(row?.shopId)
    expect(service.figures[0]).toBe(row?.figure)
  })

  test('returns gone if it was published before, else 404', async () => {
    const [row] = (await list({ pageSize: 1, sort: 'duration' })).data
    const serviceId = row?.serviceId ?? 0
    for (const status of ['draft', 'pending_review', 'unlisted', 'rejected', 'suspended'] as const) {
      await app.db.update(services).set({ status }).where(eq(services.id, serviceId))
      expect(failureOf(await anyone.api.catalogue.service({ serviceId })), status).toBe('gone')
    }
    app.runtime.pages.invalidate(['services'])
    expect((await list({ shopId: row?.shopId, pageSize: 100 })).data.map((each) => each.serviceId)).not.toContain(
      serviceId,
    )
    const [{ publishedAt } = { publishedAt: null }] = await app.db
      .update(services)
      .set({ status: 'draft' })
      .where(eq(services.id, serviceId))
      .returning()
    await app.db.update(services).set({ publishedAt: null }).where(eq(services.id, serviceId))
    expect(failureOf(await anyone.api.catalogue.service({ serviceId }))).toBe('notFound')
    await app.db.update(services).set({ status: 'published', publishedAt }).where(eq(services.id, serviceId))
    app.runtime.pages.invalidate(['services'])
    expect(failureOf(await anyone.api.catalogue.service({ serviceId: 2_147_483_647 }))).toBe('notFound')
  })
})
