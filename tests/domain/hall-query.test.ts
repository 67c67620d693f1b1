import { describe, expect, test } from 'vitest'
import {
  canonicalHall,
  hallWithoutFilters,
  hallFilter,
  hallLink,
  hallQuery,
  isHallIndexed,
} from '../../src/domain/demands/hall-query.ts'

const of = (search: string) => hallQuery(new URLSearchParams(search))
const whole =
  'keyword=PK&category=12&district=51&budget=10000000-&template=pk&closing=7&sealed=1&confidential=1&openOnly=1&sort=deadline&current=3'

describe('the URL of the hall', () => {
  test('contains the whole state', () => {
    const query = of(whole)
    expect(query).toMatchObject({ keyword: 'PK', categoryId: 12, budgetFrom: 10_000_000, closingDays: 7, sealed: true })
    expect(hallLink(query, { current: 3 })).toBe(`/demandHall?${whole}`)
    expect(hallFilter(query)).toEqual({
      keyword: 'PK',
      categoryId: 12,
      districtCode: '51',
      budgetFrom: 10_000_000,
      templateKey: 'pk',
      closingDays: 7,
      sealed: true,
      confidential: true,
      openOnly: true,
      sort: 'deadline',
    })
  })

  test('a changed filter starts at the first page', () => {
    expect(hallLink(of('sort=new&current=5'), { sealed: true })).toBe('/demandHall?sealed=1&sort=new')
    expect(hallLink(hallWithoutFilters(of(whole)))).toBe('/demandHall?sort=deadline')
  })

  test('ignores invalid parameters', () => {
    const odd = of(
      'category=-1&district=x&budget=9999999999999999-abc&template=../x&closing=5&sealed=yes&sort=luck&current=0',
    )
    expect(odd).toEqual(of(''))
  })

  test('is indexed with at most one facet', () => {
    expect(isHallIndexed(of('category=12&current=2'))).toBe(true)
    expect(isHallIndexed(of('keyword=PK'))).toBe(false)
    expect(isHallIndexed(of('sort=deadline'))).toBe(false)
    expect(isHallIndexed(of('category=12&sealed=1'))).toBe(false)
    expect(hallLink(canonicalHall(of(whole)))).toBe('/demandHall?category=12')
    expect(hallLink(canonicalHall(of('district=51&openOnly=1')))).toBe('/demandHall?district=51')
    expect(hallLink(canonicalHall(of('keyword=x&sort=new')))).toBe('/demandHall')
    expect(canonicalHall(of('template=pk&current=2')).current).toBe(2)
  })
})
