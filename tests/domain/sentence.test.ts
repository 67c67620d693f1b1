import { expect, test } from 'vitest'
import { sentence } from '../../src/domain/sentence.ts'

test.each([
  ['包装破损', '包装破损。'],
  ['包装破损。', '包装破损。'],
  ['包装破损，', '包装破损。'],
  ['包装破损；\n', '包装破损。'],
  ['按合同第 3 条.', '按合同第 3 条。'],
  ['何时重发？', '何时重发？'],
  ['已两次延期!', '已两次延期!'],
])('%j stands before further words as %j', (typed, expected) => {
  expect(sentence(typed)).toBe(expected)
})
