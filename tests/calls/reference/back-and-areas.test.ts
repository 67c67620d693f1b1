import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { District } from '../../../src/contract/reference/reference.ts'
import { companies } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { districts } from '../../../src/db/tables/reference.ts'
import { signInAs, contentOf, failureOf } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)

test('the district tree contains the whole register, three levels deep', async () => {
  const tree = contentOf(await anyone.api.reference.districtTree({}))
  const count = (list: readonly District[]): number =>
    list.reduce((sum, { childList }) => sum + 1 + count(childList), 0)
  expect(count(tree)).toBe(await app.db.$count(districts))
  const jiangsu = tree.find(({ code }) => code === '320000')
  const suzhou = jiangsu?.childList.find(({ name }) => name === '苏州市')
  expect(suzhou?.childList.length).toBeGreaterThan(3)
  const below = contentOf(await anyone.api.reference.districtSubset({ parentCode: suzhou?.code }))
  expect(below.map(({ code }) => code)).toEqual(suzhou?.childList.map(({ code }) => code))
})

describe('categoriesBack', () => {
  test('lists every category of both trees with usage counts, for operators only', async () => {
    const operator = await signInAs(app, 'ops')
    const rows = contentOf(await operator.api.reference.categoriesBack({}))
    expect(new Set(rows.map(({ level }) => level))).toEqual(new Set([0, 1, 2, 3, 4]))
    const root = rows.find(({ kind, level }) => kind === 'service' && level === 0)
    expect(root?.listingCount).toBe(await app.db.$count(services, eq(services.status, 'published')))
    expect(failureOf(await (await signInAs(app, 'seller')).api.reference.categoriesBack({}))).toBe('forbidden')
    expect(failureOf(await anyone.api.reference.categoriesBack({}))).toBe('sessionInvalid')
  })
})

describe('areaMenu', () => {
  test('counts open shops by province and city', async () => {
    const menu = contentOf(await anyone.api.reference.areaMenu({}))
    const open = await app.db.$count(companies, eq(companies.isSaler, true))
    expect(menu.reduce((sum, { count }) => sum + count, 0)).toBe(open)
    for (const { count, childList } of menu) {
      expect(childList.reduce((sum, place) => sum + place.count, 0)).toBe(count)
    }
    const jiangsu = menu.find(({ code }) => code === '320000')
    expect(jiangsu).toMatchObject({ name: '江苏' })
    const listed = contentOf(await anyone.api.shops.shopsByKeywords({ districtCode: '32' }))
    expect(jiangsu?.count).toBe(listed.total)
  })

  test('is updated when a shop opens or closes', async () => {
    const before = contentOf(await anyone.api.reference.areaMenu({}))
    await app.db
      .update(companies)
      .set({ isSaler: false })
      .where(sql`${companies.districtCode} like '32%'`)
    expect(contentOf(await anyone.api.reference.areaMenu({}))).toEqual(before)
    app.runtime.pages.invalidate(['shops'])
    expect(contentOf(await anyone.api.reference.areaMenu({})).some(({ code }) => code === '320000')).toBe(false)
  })
})

test('the wire keys of the dictionaries are those of the specification', async () => {
  const map = contentOf(await anyone.api.reference.dictionaryMap({}))
  const valuesOf = (key: string) => map.find(({ dictKey }) => dictKey === key)?.dictValues ?? []
  expect(valuesOf(' ORG_SERVICE_CLASS').length).toBeGreaterThan(5)
  expect(valuesOf('ORG_SERVICE_CLASS')).toEqual([])
  for (const { children } of valuesOf('USER_PORTRAIT_TAG')) {
    expect(children.length).toBeGreaterThan(0)
    expect(children.every(({ dictCode, dictText }) => dictCode !== '' && dictText !== '')).toBe(true)
  }
  expect(valuesOf('STANDARD_INDEX_LINK')[0]).toMatchObject({ dictCode: '/', dictText: '首页' })
  expect(valuesOf('CAPABILITY_TAG').length).toBeGreaterThan(0)
})
