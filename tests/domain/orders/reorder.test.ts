import { expect, test } from 'vitest'
import { reorderText } from '../../../src/domain/orders/reorder.ts'

test.each([
  [2, [], '2 项已放入购物车'],
  [1, ['对照品'], '1 项已放入购物车，已不能购买：对照品'],
  [0, ['对照品', '色谱柱'], '已不能购买：对照品、色谱柱'],
  [1, ['甲', '乙', '丙', '丁'], '1 项已放入购物车，已不能购买：甲、乙、丙 等 4 项'],
])('%i added, %j missing: %s', (added, missing, text) => {
  expect(reorderText(added, missing)).toBe(text)
})
