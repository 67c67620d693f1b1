import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Category } from '../../../src/contract/reference/reference.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'

let app: TestApp
let client: Client
beforeAll(async () => {
  app = await startApp()
  client = visitor(app)
})
afterAll(() => app.close())

describe('dictionaryMap', () => {
  test('gives the dictionaries that are asked for', async () => {
    const [first, second] = contentOf(await client.api.reference.dictionaryMap({}))
    const keys = [first?.dictKey ?? '', second?.dictKey ?? '']
    const asked = contentOf(await client.api.reference.dictionaryMap({ keys }))
    expect(asked.map(({ dictKey }) => dictKey).toSorted()).toEqual(keys.toSorted())
    expect(asked.every(({ dictValues }) => dictValues.length > 0)).toBe(true)
  })

  test('gives nothing for keys that are not there', async () => {
    expect(contentOf(await client.api.reference.dictionaryMap({ keys: ['NO_SUCH_KEY'] }))).toEqual([])
  })

  test('refuses keys that are no keys', async () => {
    const answer = await client.api.reference.dictionaryMap({ keys: ['x'.repeat(61)] })
    expect(faultyFields(answer)).toEqual(['keys.0'])
  })
})

describe('dictionaryKey', () => {
  test('gives the values of one dictionary, the same as the map', async () => {
    const [first] = contentOf(await client.api.reference.dictionaryMap({}))
    if (first === undefined) throw new Error('The demo has no dictionary')
    expect(contentOf(await client.api.reference.dictionaryKey({ dictKey: first.dictKey }))).toEqual(first.dictValues)
  })

  test('refuses a missing key', async () => {
    expect(faultyFields(await client.api.reference.dictionaryKey({ dictKey: '' }))).toEqual(['dictKey'])
  })
})

describe('districtSubset', () => {
  test('gives the provinces, then what lies in one', async () => {
    const provinces = contentOf(await client.api.reference.districtSubset({}))
    expect(provinces.length).toBeGreaterThan(30)
    const jiangsu = provinces.find(({ name }) => name.startsWith('江苏'))
    const cities = contentOf(await client.api.reference.districtSubset({ parentCode: jiangsu?.code }))
    expect(cities.map(({ name }) => name).join()).toContain('泰州')
  })

  test('gives nothing below what is not there, and refuses what is no code', async () => {
    expect(contentOf(await client.api.reference.districtSubset({ parentCode: '000000' }))).toEqual([])
    expect(failureOf(await client.api.reference.districtSubset({ parentCode: '0'.repeat(13) }))).toBe('invalidInput')
  })
})

describe('categories', () => {
  const idsOf = (category: Category): number[] => [category.categoryId, ...category.childList.flatMap(idsOf)]

  test('the tree of the menu has services first and four levels below', async () => {
    const tree = contentOf(await client.api.reference.categoriesFand({}))
    const stages = tree[0]?.childList ?? []
    expect(stages.length).toBeGreaterThan(3)
    expect(stages[0]?.childList[0]?.childList[0]?.childList.length).toBeGreaterThan(0)
    const ids = tree.flatMap(idsOf)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('the stages of the home page count the services that are on sale', async () => {
    const stages = contentOf(await client.api.reference.categoriesForIndex({}))
    expect(stages.length).toBeGreaterThan(3)
    expect(stages.reduce((sum, { serviceCount }) => sum + serviceCount, 0)).toBeGreaterThan(0)
  })
})
