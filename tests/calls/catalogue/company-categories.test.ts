import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { shops } from '../../../src/db/tables/shops.ts'
import { contentOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)

type Input = Parameters<Client['api']['catalogue']['suppliersByCategory']>[0]
const page = async (input: Input) => contentOf(await anyone.api.catalogue.suppliersByCategory(input))

describe('classLabels', () => {
  test('returns every class of the dictionary with the count of the list', async () => {
    const labels = contentOf(await anyone.api.catalogue.companyCategories({}))
    const known = contentOf(await anyone.api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
    expect(labels.map(({ dictCode }) => dictCode)).toEqual(known.map(({ dictCode }) => dictCode))
    expect(labels.some(({ companyCount }) => companyCount > 0)).toBe(true)
    for (const { dictCode, companyCount } of labels) {
      expect((await page({ classCode: dictCode, pageSize: 1 })).total, dictCode).toBe(companyCount)
    }
  })

  test('searches by name and rejects keywords that are too long', async () => {
    const found = contentOf(await anyone.api.catalogue.companyCategories({ keyword: 'cdmo' }))
    expect(found.map(({ dictText }) => dictText)).toEqual(['生产与 CDMO'])
    expect(contentOf(await anyone.api.catalogue.companyCategories({ keyword: '没有这一类' }))).toEqual([])
    expect(fieldsWithErrors(await anyone.api.catalogue.companyCategories({ keyword: 'x'.repeat(81) }))).toEqual([
      'keyword',
    ])
  })
})

describe('classPage', () => {
  test('lists only shops with services, each with its newest three', async () => {
    const { data, total } = await page({ pageSize: 100 })
    expect(data.length).toBe(total)
    for (const { shopId, serviceAccount, services } of data) {
      expect(serviceAccount).toBeGreaterThan(0)
      const own = contentOf(await anyone.api.catalogue.services({ shopId, sort: 'new', pageSize: 3 }))
      expect(services).toEqual(own.data)
    }
  })

  test('returns facet counts equal to the filtered list totals', async () => {
    const chosen = { tags: ['CNAS'] }
    const { classes, districts } = await page(chosen)
    for (const { value, count } of classes) expect((await page({ ...chosen, classCode: value })).total).toBe(count)
    for (const { value, count } of districts) expect((await page({ ...chosen, districtCode: value })).total).toBe(count)
    const { tags } = await page({ classCode: '8', tags: ['CNAS'] })
    for (const { value, count } of tags) expect((await page({ classCode: '8', tags: [value] })).total).toBe(count)
  })

  test('pages without overlap or gap in every order', async () => {
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

  test('filters by name and certification, and is empty without a match', async () => {
    const [first] = (await page({ certified: true })).data
    expect(first?.certified).toBe(true)
    expect((await page({ keyword: first?.shopName.slice(0, 4) })).data.map(({ shopId }) => shopId)).toContain(
      first?.shopId,
    )
    expect(await page({ classCode: '99' })).toMatchObject({ total: 0, data: [] })
    expect((await page({ current: 1_000_000 })).data).toEqual([])
    expect((await page({ keyword: "%' or 1=1 --" })).total).toBe(0)
  })

  test('removes a shop without services', async () => {
    const { total, data } = await page({ pageSize: 1 })
    await app.db
      .update(shops)
      .set({ serviceCount: 0 })
      .where(eq(shops.id, data[0]?.shopId ?? 0))
    app.runtime.pages.invalidate(['services'])
    expect((await page({ pageSize: 1 })).total).toBe(total - 1)
  })

  test('rejects invalid codes, districts and pages', async () => {
    expect(fieldsWithErrors(await anyone.api.catalogue.suppliersByCategory({ classCode: 'x'.repeat(41) }))).toEqual([
      'classCode',
    ])
    expect(fieldsWithErrors(await anyone.api.catalogue.suppliersByCategory({ districtCode: 'xx' }))).toEqual([
      'districtCode',
    ])
    expect(fieldsWithErrors(await anyone.api.catalogue.suppliersByCategory({ pageSize: 101 }))).toEqual(['pageSize'])
  })
})
