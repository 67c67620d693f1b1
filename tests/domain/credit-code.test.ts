import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditCode } from '../../src/db/seeds/codes.ts'
import {
  findCreditCode,
  nearestToCode,
  isCreditCode,
  normalizeCreditCode,
} from '../../src/domain/accounts/credit-code.ts'
import { idCardCheck, isIdCard } from '../../src/domain/accounts/id-card.ts'

const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const codes = fc
  .tuple(
    fc.integer({ min: 110_000, max: 659_999 }),
    fc.string({ unit: fc.constantFrom(...letters), minLength: 8, maxLength: 8 }),
  )
  .map(([district, body]) => creditCode(String(district), body))
const change = (text: string, at: number, letter: string) => `${text.slice(0, at)}${letter}${text.slice(at + 1)}`

test('codes of real companies are valid', () => {
  for (const code of ['91110000802100433B', '91330100799655058B', '91440300708461136T', '9131000063126503X1']) {
    expect([code, isCreditCode(code)]).toEqual([code, true])
  }
})

test('rejects every code with one changed character', () => {
  fc.assert(
    fc.property(codes, fc.nat(17), fc.constantFrom(...letters, 'I', 'O', 'S', 'V', 'Z'), (code, at, letter) => {
      expect(isCreditCode(code)).toBe(true)
      if (code.charAt(at) !== letter) expect(isCreditCode(change(code, at, letter))).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('rejects every code with two adjacent characters swapped in its last ten', () => {
  fc.assert(
    fc.property(codes, fc.integer({ min: 8, max: 16 }), (code, at) => {
      const swapped = code.slice(0, at) + code.charAt(at + 1) + code.charAt(at) + code.slice(at + 2)
      if (swapped !== code) expect(isCreditCode(swapped)).toBe(false)
    }),
  )
})

test('normalizes printed codes', () => {
  expect(normalizeCreditCode(' 9111 0000 8021 0043 3b ')).toBe('91110000802100433B')
})

test('finds a code in recognised lines and corrects invalid letters', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const misread = code.replaceAll('0', 'O').replaceAll('1', 'l').replaceAll('2', 'Z')
      const found = findCreditCode(['营业执照', `统一社会信用代码:${misread}】`])
      // Rarely another code is valid too: then none is returned rather than a wrong one.
      expect([code, '']).toContain(found)
    }),
  )
  expect(findCreditCode(['号91110OOO8O21OO433B号'])).toBe('91110000802100433B')
  expect(findCreditCode(['91110000B02100433B'])).toBe('91110000802100433B')
  expect(findCreditCode(['9111000080210O4338 91440300708461136T'])).toBe('91440300708461136T')
})

test('returns no invalid code, but the nearest one for correction', () => {
  expect(findCreditCode(['91110000802100433', '', '91110000802100000B'])).toBe('')
  expect(nearestToCode(['', '代码 91110000802100000B'])).toBe('91110000802100000B')
  expect(nearestToCode(['电话 02885123456'])).toBe('')
})

test('rejects a resident identity number with one changed character', () => {
  const first17 = '51010719850612301'
  const idNo = `${first17}${idCardCheck(first17)}`
  expect(isIdCard('11010519491231002X')).toBe(true)
  fc.assert(
    fc.property(fc.nat(17), fc.constantFrom(...'0123456789X'), (at, letter) => {
      expect(isIdCard(change(idNo, at, letter))).toBe(letter === idNo.charAt(at))
    }),
  )
  const never = '51010719850230301'
  expect(isIdCard(`${never}${idCardCheck(never)}`)).toBe(false)
})
