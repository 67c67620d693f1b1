import { expect, test } from 'vitest'
import { buildDistricts } from '../../src/db/seeds/build-reference.ts'
import { shortProvince } from '../../src/domain/catalogue/region.ts'
import { provinceColumns, provinceGrid, provinceRows } from '../../src/domain/operations/province-grid.ts'

test('every province has a square of its own on the grid', () => {
  const provinces = buildDistricts().flatMap(({ level, name }) => (level === 1 ? [shortProvince(name)] : []))
  expect(new Set(Object.keys(provinceGrid))).toEqual(new Set(provinces))
  const squares = Object.values(provinceGrid)
  expect(new Set(squares.map(String)).size).toBe(provinces.length)
  for (const [column, row] of squares) {
    expect(column).toBeLessThan(provinceColumns)
    expect(row).toBeLessThan(provinceRows)
  }
})
