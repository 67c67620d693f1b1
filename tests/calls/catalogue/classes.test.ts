import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shops } from '../../../src/db/tables/shops.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, faultyFields, visitor, type Client } from '../../support/client.ts'

let app: TestApp
let anyone: Client
beforeAll(async () => {
  app = await startApp()
  anyone = visitor(app)
})
afterAll(() => app.close())

type Input = Parameters<Client['api']['catalogue']['classPage']>[0]
const page = async (input: Input) => contentOf(await anyone.api.catalogue.classPage(input))

describe('classLabels', () => {
  test('has every class of the dictionary with as many companies as the list shows', async () => {
    const labels = contentOf(await anyone.api.catalogue.classLabels({}))
    const known = contentOf(await anyone.api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
    expect(labels.map(({ dictCode }) => dictCode)).toEqual(known.map(({ dictCode }) => dictCode))
    expect(labels.some(({ companyCount }) => companyCount > 0)).toBe(true)
    for (const { dictCode, companyCount } of labels) {
      expect((await page({ classCode: dictCode, pageSize: 1 })).total, dictCode).toBe(companyCount)
    }
  })

  test('is searched by name, and refuses what is too long', async () => {
    const found = contentOf(await anyone.api.catalogue.classLabels({ keyword: 'cdmo' }))
    expect(found.map(({ dictText }) => dictText)).toEqual(['生产与 CDMO'])
    expect(contentOf(await anyone.api.catalogue.classLabels({ keyword: '没有这一类' }))).toEqual([])
    expect(faultyFields(await anyone.api.catalogue.classLabels({ keyword: 'x'.repeat(31) }))).toEqual(['keyword'])
  })
})

describe('classPage', () => {
  test('shows shops with services only, each with its newest three', async () => {
    const { data, total } = await page({ pageSize: 100 })
    expect(data.length).toBe(total)
    for (const { shopId, serviceAccount, services } of data) {
      expect(serviceAccount).toBeGreaterThan(0)
      const own = contentOf(await anyone.api.catalogue.services({ shopId, sort: 'new', pageSize: 3 }))
      expect(services).toEqual(own.data)
    }
  })

  test('every count of a facet is what the list has when that value is chosen', async () => {
    const chosen = { tags: ['CNAS'] }
    const { classes, districts } = await page(chosen)
    for (const { value, count } of classes) expect((await page({ ...chosen, classCode: value })).total).toBe(count)
    for (const { value, count } of districts) expect((await page({ ...chosen, districtCode: value })).total).toBe(count)
    const { tags } = await page({ classCode: '8', tags: ['CNAS'] })
    for (const { value, count } of tags) expect((await page({ classCode: '8', tags: [value] })).total).toBe(count)
  })

  test('pages do not overlap and leave nothing out, in every order', async () => {
    const { total } = await page({ pageSize: 1 })
    for (const sort of ['default', 'services', 'follows', 'new'] as const) {
      const ids: number[] = []
      for (let current = 1; ids.length < total; current += 1) {
        const { data } = await page({ sort, current, pageSize: 7 })
        if (data.length === 0) break
        ids.push(...data.map(({ shopId }) => shopId))
      }
      expect(new Set(ids).size, sort).toBe(total)
    }
  })

  test('finds by name, shows certified ones alone when asked, and is empty for what nobody is', async () => {
    const [first] = (await page({ certified: true })).data
    expect(first?.certified).toBe(true)
    expect((await page({ keyword: first?.shopName.slice(0, 4) })).data.map(({ shopId }) => shopId)).toContain(
      first?.shopId,
    )
    expect(await page({ classCode: '99' })).toMatchObject({ total: 0, data: [] })
    expect((await page({ current: 1_000_000 })).data).toEqual([])
    expect((await page({ keyword: "%' or 1=1 --" })).total).toBe(0)
  })

  test('follows when a shop has no services any more', async () => {
    const { total, data } = await page({ pageSize: 1 })
    await app.db
      .update(shops)
      .set({ serviceCount: 0 })
      .where(eq(shops.id, data[0]?.shopId ?? 0))
    app.runtime.pages.invalidate(['services'])
    expect((await page({ pageSize: 1 })).total).toBe(total - 1)
  })

  test('refuses codes, places and pages that are none', async () => {
    expect(faultyFields(await anyone.api.catalogue.classPage({ classCode: 'x'.repeat(41) }))).toEqual(['classCode'])
    expect(faultyFields(await anyone.api.catalogue.classPage({ districtCode: 'xx' }))).toEqual(['districtCode'])
    expect(faultyFields(await anyone.api.catalogue.classPage({ pageSize: 101 }))).toEqual(['pageSize'])
  })
})
