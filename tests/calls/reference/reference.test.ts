import { describe, expect, test } from 'vitest'
import type { Category } from '../../../src/contract/reference/reference.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const client = visitorForFile(app)

describe('dictionaryMap', () => {
  test('returns the requested dictionaries', async () => {
    const [first, second] = contentOf(await client.api.reference.dictionaryMap({}))
    const keys = [first?.dictKey ?? '', second?.dictKey ?? '']
    const asked = contentOf(await client.api.reference.dictionaryMap({ keys }))
    expect(asked.map(({ dictKey }) => dictKey).toSorted()).toEqual(keys.toSorted())
    expect(asked.every(({ dictValues }) => dictValues.length > 0)).toBe(true)
  })

  test('returns nothing for unknown keys', async () => {
    expect(contentOf(await client.api.reference.dictionaryMap({ keys: ['NO_SUCH_KEY'] }))).toEqual([])
  })

  test('rejects invalid keys', async () => {
    const answer = await client.api.reference.dictionaryMap({ keys: ['x'.repeat(61)] })
    expect(fieldsWithErrors(answer)).toEqual(['keys.0'])
  })
})

describe('dictionaryKey', () => {
  test('returns the values of one dictionary, equal to dictionaryMap', async () => {
    const [first] = contentOf(await client.api.reference.dictionaryMap({}))
    if (first === undefined) throw new Error('The demo has no dictionary')
    expect(contentOf(await client.api.reference.dictionaryKey({ dictKey: first.dictKey }))).toEqual(
      first.dictValues.map((value) => ({ dictKey: first.dictKey, ...value })),
    )
  })

  test('rejects a missing key', async () => {
    expect(fieldsWithErrors(await client.api.reference.dictionaryKey({ dictKey: '' }))).toEqual(['dictKey'])
  })
})

describe('districtSubset', () => {
  test('returns the provinces, then the children of one', async () => {
    const provinces = contentOf(await client.api.reference.districtSubset({}))
    expect(provinces.length).toBeGreaterThan(30)
    const jiangsu = provinces.find(({ name }) => name.startsWith('江苏'))
    const cities = contentOf(await client.api.reference.districtSubset({ parentCode: jiangsu?.code }))
    expect(cities.map(({ name }) => name).join()).toContain('泰州')
  })

  test('returns nothing for unknown districts and rejects invalid codes', async () => {
    expect(contentOf(await client.api.reference.districtSubset({ parentCode: '000000' }))).toEqual([])
    expect(failureOf(await client.api.reference.districtSubset({ parentCode: '0'.repeat(13) }))).toBe('invalidInput')
  })
})

describe('categories', () => {
  const idsOf = (category: Category): number[] => [category.categoryId, ...category.childList.flatMap(idsOf)]

  test('returns services first, with four levels below', async () => {
    const tree = contentOf(await client.api.reference.categoriesFand({}))
    const stages = tree[0]?.childList ?? []
    expect(stages.length).toBeGreaterThan(3)
    expect(stages[0]?.childList[0]?.childList[0]?.childList.length).toBeGreaterThan(0)
    const ids = tree.flatMap(idsOf)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('counts published services per stage of the home page', async () => {
    const stages = contentOf(await client.api.reference.categoriesForIndex({}))
    expect(stages.length).toBeGreaterThan(3)
    expect(stages.reduce((sum, { serviceCount }) => sum + serviceCount, 0)).toBeGreaterThan(0)
  })
})
