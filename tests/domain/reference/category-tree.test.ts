import { expect, test } from 'vitest'
import { addressAfterMerge } from '../../../src/domain/reference/category-address.ts'
import { planCategoryMerge, planCategoryMove, type CategoryPlace } from '../../../src/domain/reference/category-tree.ts'

const place = (id: number, name: string, path: number[]): CategoryPlace => ({
  id,
  kind: 'service',
  name,
  path,
  level: path.length - 1,
  parentId: path.at(-2) ?? null,
})
const rows = [
  place(1, 'root', [1]),
  place(2, 'testing', [1, 2]),
  place(3, 'clinical', [1, 3]),
  place(4, 'assays', [1, 2, 4]),
  place(5, 'elisa', [1, 2, 4, 5]),
  place(6, 'assays', [1, 3, 6]),
  place(7, 'elisa', [1, 3, 6, 7]),
  place(8, 'imaging', [1, 3, 6, 8]),
]

test('a move takes the branch along and keeps within the levels', () => {
  expect(planCategoryMove(rows, 8, 4)).toEqual({
    moves: [{ id: 8, to: 8, parentId: 4, level: 3, path: [1, 2, 4, 8] }],
  })
  expect(planCategoryMove(rows, 4, 1)).toMatchObject({
    moves: [
      { id: 4, path: [1, 4], level: 1 },
      { id: 5, path: [1, 4, 5], level: 2 },
    ],
  })
  expect(planCategoryMove(rows, 4, 2)).toEqual({ moves: [] })
  expect(planCategoryMove(rows, 3, 2)).toEqual({ refused: 'categoryTooDeep' })
  expect(planCategoryMove(rows, 6, 8)).toEqual({ refused: 'categoryBelowItself' })
  expect(planCategoryMove(rows, 6, 2)).toEqual({ refused: 'categoryNameUsed' })
  expect(planCategoryMove(rows, 1, 2)).toEqual({ refused: 'notFound' })
})

test('a merge moves children, and merges those with the same name', () => {
  const plan = planCategoryMerge(rows, 6, 4)
  expect('moves' in plan ? plan.moves : []).toEqual([
    { id: 6, to: 4, parentId: 2, level: 2, path: [1, 2, 4] },
    { id: 7, to: 5, parentId: 4, level: 3, path: [1, 2, 4, 5] },
    { id: 8, to: 8, parentId: 4, level: 3, path: [1, 2, 4, 8] },
  ])
  expect(planCategoryMerge(rows, 6, 8)).toEqual({ refused: 'categoryBelowItself' })
  expect(planCategoryMerge(rows, 6, 6)).toEqual({ refused: 'categoryBelowItself' })
  expect(planCategoryMerge(rows, 6, 5)).toEqual({ refused: 'categoryTooDeep' })
  const upwards = planCategoryMerge(rows, 6, 3)
  expect('moves' in upwards ? upwards.moves.map(({ id, to }) => [id, to]) : []).toEqual([
    [6, 3],
    [7, 7],
    [8, 8],
  ])
})

test('addresses of lists with a merged category lead to the target', () => {
  const targets = new Map([[6, { id: 4, level: 2 }]])
  expect(addressAfterMerge('/serviceHall/service?fieldLevel3Id=6&region=51&current=3', targets)).toBe(
    '/serviceHall/service?region=51&fieldLevel2Id=4',
  )
  expect(addressAfterMerge('/demandHall?category=6', targets)).toBe('/demandHall?category=4')
  expect(addressAfterMerge('/serviceHall/serviceDetails?id=6', targets)).toBeUndefined()
  expect(addressAfterMerge('/serviceHall/service?id=5', targets)).toBeUndefined()
})
