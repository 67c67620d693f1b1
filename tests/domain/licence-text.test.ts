import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { licenceLines, type ReadWord } from '../../src/domain/accounts/licence-layout.ts'
import { dayOf, licenceFields, sameName } from '../../src/domain/accounts/licence-text.ts'

/** Recognised lines of a photographed licence, with noise. */
const read = [
  '@,匹打t',
  '统一社会信用代码一5人',
  '91110OOO8O21OO433BC|]',
  '(副本)',
  '名“称“天津臻境安全评价中心有限公司',
  '类“型“有限责任公司(自然人投资或控股)“',
  '法定代表人“程砚秋',
  '经营范图“一般项目:技术服务、技术开发、技',
  '术咨询;医学研究和试验发展。(依',
  '法须经批准的项目)',
  'PXIEeSouremREreRHgTRREISSRSN',
  '',
  't',
  '执晰',
  '注册资本“伍仟万元整',
  '成立日期“2O13年06月18日',
  '营业期限“2013年06月18日至2043年06月17日',
  '_住“所“天津市滨海新区中新生态城惠风',
  '溪科研楼3号',
  '登记机关',
  '2013年06月28日',
]

describe('licenceFields', () => {
  test('extracts every field of a landscape licence', () => {
    expect(licenceFields(read)).toEqual({
      read: true,
      companyName: '天津臻境安全评价中心有限公司',
      creditCode: '91110000802100433B',
      creditCodeValid: true,
      legalPerson: '程砚秋',
      address: '天津市滨海新区中新生态城惠风溪科研楼3号',
      foundedAt: '2013-06-18',
      validUntil: '2043-06-17',
      businessScope: '一般项目：技术服务、技术开发、技术咨询；医学研究和试验发展。（依法须经批准的项目）',
    })
  })

  test('leaves missing fields empty, and reports when all are missing', () => {
    const none = { companyName: '', creditCode: '', creditCodeValid: false, legalPerson: '', address: '' }
    const empty = { read: false, ...none, foundedAt: null, validUntil: null, businessScope: '' }
    expect(licenceFields([])).toEqual(empty)
    expect(licenceFields(['', '一张猫的照片', 'abc 123'])).toEqual(empty)
    expect(licenceFields(['营业期限 2013年06月18日至长期']).validUntil).toBeNull()
    expect(licenceFields(['营业期限长期']).validUntil).toBeNull()
  })

  test('ends a name before a field without a recognised label', () => {
    const lines = ['名称合肥砚谷标准物质有限公司', '夷型有限责任公司(自然人投资或控股)']
    expect(licenceFields(lines).companyName).toBe('合肥砚谷标准物质有限公司')
    expect(licenceFields(['名 称', '成都(高新)试验有限公司']).companyName).toBe('成都（高新）试验有限公司')
  })

  test('rejects a code with a wrong checksum, and returns it for correction', () => {
    const fields = licenceFields(['统一社会信用代码', '91110000802100430B'])
    expect([fields.creditCode, fields.creditCodeValid]).toEqual(['91110000802100430B', false])
  })

  test('never throws and never exceeds the limits of the form, for any input', () => {
    const line = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom(...read))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const fields = licenceFields(lines)
        expect(fields.companyName.length).toBeLessThanOrEqual(60)
        expect(fields.address.length).toBeLessThanOrEqual(100)
        expect(fields.legalPerson).toMatch(/^[\p{Script=Han}·]*$/u)
      }),
    )
  })
})

test('days are valid', () => {
  expect(dayOf('2013年06月18日')).toBe('2013-06-18')
  expect(dayOf('2O13年6月l8日')).toBe('2013-06-18')
  expect(dayOf('2013年02月30日')).toBeNull()
  expect(dayOf('伍仟万元整')).toBeNull()
})

test('a recognised name equals the typed one if at most one character in five differs', () => {
  const typed = '成都（高新）试验科技有限公司'
  expect(sameName('成都(高新)试验科枝有限公司', typed)).toBe(true)
  expect(sameName('成郡高新试验科枝有限公司', typed)).toBe(true)
  expect(sameName('重庆江北试剂贸易有限公司', typed)).toBe(false)
  expect(sameName('', typed)).toBe(false)
})

describe('licenceLines', () => {
  const word = (text: string, left: number, top: number): ReadWord => ({
    text,
    left,
    top,
    height: 36,
    width: text.length * 38,
  })

  test('reads the left column first, then an empty line, then the right one', () => {
    const words = [
      word('名称', 200, 500),
      word('臻境公司', 440, 502),
      word('成立日期', 1100, 498),
      word('2013年', 1300, 501),
      word('经营范围', 200, 600),
      word('技术服务', 440, 600),
      word('住所', 1100, 610),
      word('天津市', 1300, 611),
      word('研究。', 440, 654),
      word('科研楼', 1300, 664),
      word('登记机关', 1100, 900),
    ]
    expect(licenceLines(words)).toEqual([
      '名称臻境公司',
      '经营范围技术服务',
      '研究。',
      '',
      '成立日期2013年',
      '住所天津市',
      '科研楼',
      '登记机关',
    ])
  })

  test('keeps a single column and empty input unchanged', () => {
    const words = [word('名称', 200, 500), word('臻境公司', 440, 502), word('住所', 200, 600), word('天津市', 440, 600)]
    expect(licenceLines(words)).toEqual(['名称臻境公司', '住所天津市'])
    expect(licenceLines([])).toEqual([])
  })
})
