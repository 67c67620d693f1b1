import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capitalAmount } from '../../../src/domain/orders/capital-amount.ts'

const digits = '零壹贰叁肆伍陆柒捌玖'
const units = new Map<string, bigint>([
  ...([
    ['拾', 10n],
    ['佰', 100n],
    ['仟', 1000n],
  ] as const),
  ...([
    ['万', 10_000n],
    ['亿', 100_000_000n],
  ] as const),
])

/** Parses whole yuan: digits with places; 万 and 亿 multiply the preceding group. */
function readWhole(words: string): bigint {
  let [sum, part, digit] = [0n, 0n, 0n]
  for (const word of words) {
    const unit = units.get(word)
    if (unit === undefined) digit = BigInt(digits.indexOf(word))
    else if (unit < 10_000n) [part, digit] = [part + digit * unit, 0n]
    else if (unit === 10_000n) [part, digit] = [(part + digit) * unit, 0n]
    else [sum, part, digit] = [sum + (part + digit) * unit, 0n, 0n]
  }
  return sum + part + digit
}

function read(words: string): bigint {
  const match = /^(?:(.+)元)?零?(?:(.)角)?零?(?:(.)分)?整?$/.exec(words)
  const digit = (word = '零') => BigInt(digits.indexOf(word))
  return readWhole(match?.[1] ?? '零') * 100n + digit(match?.[2]) * 10n + digit(match?.[3])
}

test.each([
  [0, '零元整'],
  [1, '壹分'],
  [10, '壹角整'],
  [1000, '壹拾元整'],
  [10_100, '壹佰零壹元整'],
  [140_950, '壹仟肆佰零玖元伍角整'],
  [600_714, '陆仟零柒元壹角肆分'],
  [168_032, '壹仟陆佰捌拾元零叁角贰分'],
  [10_700_053, '壹拾万柒仟元零伍角叁分'],
  [1_640_902, '壹万陆仟肆佰零玖元零贰分'],
  [10_001_000_000, '壹亿零壹万元整'],
  [10_000_000_500, '壹亿零伍元整'],
  [100_000_000_000_000, '壹万亿元整'],
  [100_020_000_000_000, '壹万零贰亿元整'],
])('%i fen is %s', (fen, words) => {
  expect(capitalAmount(fen)).toBe(words)
})

const sums = fc.oneof(
  fc.maxSafeNat(),
  // Amounts with many zeros, which are error-prone.
  fc
    .tuple(fc.nat(9999), fc.constantFrom(1, 100, 10_000, 1_000_000, 100_000_000), fc.nat(999))
    .map(([a, b, c]) => a * b + c),
)

test('formatted amounts parse to the same amount', () => {
  fc.assert(
    fc.property(sums, (fen) => {
      expect(read(capitalAmount(fen))).toBe(BigInt(fen))
    }),
    { numRuns: 1000 },
  )
})

test('never has two zeros in a row or before a place; 整 only without fen', () => {
  fc.assert(
    fc.property(sums, (fen) => {
      const words = capitalAmount(fen)
      if (fen > 0) expect(words).not.toMatch(/零零|零[拾佰仟万亿元角分]|亿万|万万|零$/)
      expect(words.endsWith('整')).toBe(fen % 10 === 0)
    }),
    { numRuns: 1000 },
  )
})

test.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53])('%d is no sum of money', (fen) => {
  expect(() => capitalAmount(fen)).toThrow(RangeError)
})
