import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chosenFacetCount, isIndexed, listQuery, listSorts, listState, type ListState } from '../../src/domain/catalogue/list-query.ts' // prettier-ignore

const id = fc.option(fc.integer({ min: 1, max: 2_147_483_647 }), { nil: undefined })
const yuan = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined })
const states: fc.Arbitrary<ListState> = fc
  .record({
    keyword: fc
      .stringMatching(/^[\p{Script=Han}a-z0-9&=+%#?/ -]{0,30}$/u)
      .map((text) => [...text.trim()].slice(0, 30).join('')),
    exact: fc.boolean(),
    id,
    fieldLevel2Id: id,
    fieldLevel3Id: id,
    brandId: id,
    shopId: id,
    tags: fc.uniqueArray(fc.constantFrom('GLP', 'CNAS', 'ISO 9001', '注册咨询'), { maxLength: 4 }),
    region: fc.option(fc.stringMatching(/^\d{2,6}$/), { nil: undefined }),
    priceFrom: yuan,
    priceTo: yuan,
    priceType: fc.constantFrom(undefined, 0, 1, 2),
    certified: fc.boolean(),
    sort: fc.constantFrom(...listSorts),
    view: fc.constantFrom('cards', 'rows'),
    current: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .map((state) =>
    (state.priceFrom ?? 0) > (state.priceTo ?? Number.POSITIVE_INFINITY)
      ? { ...state, priceFrom: state.priceTo, priceTo: state.priceFrom }
      : state,
  )
  // Only typed words can be asked for as typed.
  .map((state) => ({ ...state, exact: state.exact && state.keyword !== '' }))

const printed = (state: ListState) =>
  new URLSearchParams(
    Object.entries(listQuery(state)).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  )

describe('the URL of a list', () => {
  test('survives a round trip for every state', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(listState(printed(state))).toEqual(state)
      }),
    )
  })

  test('is parsed for any input, and its serialization is stable', () => {
    const anything = fc.record(
      Object.fromEntries(
        [
          'keyword',
          'id',
          'fieldLevel2Id',
          'tags',
          'region',
          'priceFrom',
          'priceTo',
          'priceType',
          'brandId',
          'certified',
          'sort',
          'current',
        ].map((key) => [key, fc.oneof(fc.string(), fc.integer().map(String))]),
      ),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anything, (query) => {
        const state = listState(new URLSearchParams(Object.entries(query).map(([key, value]) => [key, value ?? ''])))
        expect(listState(printed(state))).toEqual(state)
      }),
    )
  })

  test('is indexed with at most one facet, no keyword and default order', () => {
    const plain = listState(new URLSearchParams(''))
    expect(isIndexed(plain)).toBe(true)
    for (const one of ['id=5', 'brandId=3', 'region=32', 'priceType=2', 'tags=GLP', 'certified=1', 'priceFrom=1']) {
      const state = listState(new URLSearchParams(one))
      expect(chosenFacetCount(state), one).toBe(1)
      expect(isIndexed(state), one).toBe(true)
      const second = one === 'id=5' ? 'region=32' : 'id=5'
      expect(isIndexed(listState(new URLSearchParams(`${one}&${second}`))), `${one}&${second}`).toBe(false)
    }
    for (const no of ['keyword=GLP', 'sort=new', 'tags=GLP,CMA']) {
      expect(isIndexed(listState(new URLSearchParams(no))), no).toBe(false)
    }
  })
})
