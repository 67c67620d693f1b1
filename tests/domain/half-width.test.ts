import { expect, test } from 'vitest'
import { isCreditCode, normalizeCreditCode } from '../../src/domain/accounts/credit-code.ts'
import { normalizeMobile } from '../../src/domain/accounts/identity-rules.ts'
import { toHalfWidth, parseWholeNumber } from '../../src/domain/half-width.ts'
import { emptyProduct } from '../../src/domain/catalogue/listing-form.ts'
import { parseFen } from '../../src/domain/money-input.ts'
import { instantOf, isDay, isMoment } from '../../src/domain/time-input.ts'
import { productInput } from '../../src/stores/catalogue/listing-input.ts'
import { productValues } from '../../src/stores/catalogue/listing-values.ts'

test('normalizes full-width numbers, amounts and codes', () => {
  expect(toHalfWidth('\u3000ＳＦ１２３－４ ')).toBe('SF123-4')
  expect(['１２', ' 7 ', '１２３４５６７８９０', '1.5', '-1', '十二', ''].map(parseWholeNumber)).toEqual([
    12,
    7,
    null,
    null,
    null,
    null,
    null,
  ])
  expect(['￥１，２００．５０', '９６０，０００', '１２．５', '十二'].map(parseFen)).toEqual([
    120_050,
    96_000_000,
    1250,
    null,
  ])
  expect(normalizeMobile('＋８６　１３８－００１３－８０００')).toBe('13800138000')
  expect(isCreditCode(normalizeCreditCode('９１３５０１００m000100y43'))).toBe(true)
})

test('the product form sends normalized numbers and unchanged texts', () => {
  const values = productValues(emptyProduct)
  const [spec] = values.specs
  const input = productInput({
    ...values,
    title: '阿司匹林（对照品）',
    cas: '５０－７８－２',
    catalogueNo: 'ＡＢ－１２',
    minOrder: '１２',
    specs:
      spec === undefined
        ? []
        : [{ ...spec, name: '１０ｍｇ（瓶）', code: 'Ｘ１', price: '１，２００．５', stock: '８８' }],
  })
  expect(input).toMatchObject({ title: '阿司匹林（对照品）', cas: '50-78-2', catalogueNo: 'AB-12', minOrder: 12 })
  expect(input.specs[0]).toMatchObject({ name: '１０ｍｇ（瓶）', code: 'X1', price: 120_050, stock: 88 })
})

test('a day must be valid and between 1900 and 2199', () => {
  const days = ['2026-11-23', '1900-01-01', '2199-12-31', '2028-02-29']
  expect(days.filter((day) => !isDay(day))).toEqual([])
  const none = [
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '2200-01-01',
    '2026-02-30',
    '2026-02-29',
    '2026-2-3',
    '+02026-01-01',
    '',
  ]
  expect(none.filter(isDay)).toEqual([])
  expect(isMoment('2026-11-23T00:00:00+08:00')).toBe(true)
  expect(['0001-01-01T00:00:00Z', '2200-01-01T00:00:00+08:00', 'x'].filter(isMoment)).toEqual([])
  // A year that is still being typed.
  expect(instantOf('0002-01-01', '09:00')).toBeNull()
})
