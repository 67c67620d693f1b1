import { describe, expect, test } from 'vitest'
import { certificateFaults, type AgreementFacts } from '../../src/domain/shops/certificate-agreement.ts'
import { certificateKey, checkNumber, writtenNumber } from '../../src/domain/shops/certificate-kinds.ts'
import { uncertainMark } from '../../src/domain/accounts/licence-layout.ts'
import {
  completeFields,
  daysIn,
  isSameHolder,
  nothingOnCertificate,
  readCertificate,
} from '../../src/domain/shops/certificate-text.ts'
import {
  dueWarning,
  isInForce,
  parseScopeItems,
  qualificationState,
  scopeItemLines,
} from '../../src/domain/shops/qualifications.ts'

describe('numbers', () => {
  test.each([
    ['CNAS', 'CNAS L4321', 'valid'],
    ['CNAS', 'cnas l4321', 'valid'],
    ['CNAS', 'ＣＮＡＳ Ｌ４３２１', 'valid'],
    ['CNAS', 'CNAS 4321', 'invalid'],
    ['CNAS', 'L4321', 'invalid'],
    ['CMA', '210020344567', 'valid'],
    ['CMA', '21002034456', 'invalid'],
    ['GMP', '苏20210086', 'valid'],
    ['GMP', '苏2021008', 'invalid'],
    ['GMP', 'EU-GMP/2024/17', 'unknown'],
    ['GCP', '药临机构备字2021000123', 'valid'],
    ['GCP', '械临机构备202100012', 'valid'],
    ['ISO 17025', 'CNAS L4321', 'valid'],
    ['ISO 17025', 'CNAS RM0012', 'invalid'],
    ['ISO 17025', 'AT-1234', 'unknown'],
    ['AAALAC', '001234', 'unknown'],
  ])('%s %s is %s', (tag, number, check) => {
    expect(checkNumber(tag, number)).toBe(check)
  })

  test('are compared without width, case and punctuation, and written as usual', () => {
    expect(certificateKey('CNAS-L 4321')).toBe(certificateKey('ｃｎａｓ L4321'))
    expect(writtenNumber('CNAS', 'cnasl4321')).toBe('CNAS L4321')
    expect(writtenNumber('AAALAC', ' 001-234 ')).toBe('001-234')
  })
})

test.each([
  ['有效期至2028年03月17日', ['2028-03-17']],
  ['2028年3月7日', ['2028-03-07']],
  ['2O28年O3月l7日', ['2028-03-17']],
  ['2024-03-18至2030-03-17', ['2024-03-18', '2030-03-17']],
  ['ValidUntil:17March2028', ['2028-03-17']],
  ['March17,2028', ['2028-03-17']],
  ['2028.02.30', []],
  ['电话028-85000000', []],
])('days in %s', (text, days) => {
  expect(daysIn(text)).toEqual(days)
})

describe('a paper', () => {
  test('of a laboratory: number, holder, days', () => {
    expect(
      readCertificate([
        '中国合格评定国家认可委员会',
        '实验室认可证书',
        '(注册号:CNASL4321)',
        '兹证明:',
        '泰州恒谱分析检测有限公司',
        '地址:江苏省泰州市医药高新区口泰路815号F6栋',
        '符合ISO/IEC17025:2017',
        '生效日期:2024-03-18',
        '截止日期:2030-03-17',
      ]),
    ).toEqual({
      tag: 'CNAS',
      number: 'CNAS L4321',
      issuer: '中国合格评定国家认可委员会',
      holder: '泰州恒谱分析检测有限公司',
      site: '江苏省泰州市医药高新区口泰路815号F6栋',
      issuedOn: '2024-03-18',
      until: '2030-03-17',
    })
  })

  test('with misread digits gets those of its form; a number of another form is left out', () => {
    const read = (number: string) => readCertificate(['资质认定证书', `证书编号:${number}`]).number
    expect(read('21OO2034456I')).toBe('210020344561')
    expect(read('2100203445')).toBe('')
  })

  test('with the count of a certification taken for a letter gets the digit back', () => {
    for (const read of ['04722Q10608RIM', '04722Q10608R1IM', '04722Q10608R1M'])
      expect(readCertificate(['医疗器械质量管理体系认证证书', `CertificateNo.:${read}`]).number).toBe('04722Q10608R1M')
  })

  test('names its holder on a line of its own or after a label, never by a part of a name', () => {
    const holder = (...lines: string[]) => readCertificate(lines).holder
    expect(holder('合肥砚谷标准物质有限公司')).toBe('合肥砚谷标准物质有限公司')
    expect(holder('机构名称：合肥砚谷标准物质有限公司')).toBe('合肥砚谷标准物质有限公司')
    expect(holder('名称：合肥1谷标准物质有限公司')).toBe('')
    expect(holder('符合ISO/IEC17025：2017《检测和校准实验室能力的通用要求》')).toBe('')
    expect(holder(`名称：${uncertainMark}肥砚谷标准物质有限公司`)).toBe(`${uncertainMark}肥砚谷标准物质有限公司`)
    expect(isSameHolder(`${uncertainMark}标准物质有限公司`, '标准物质有限公司')).toBe(false)
  })

  test('read twice is completed by the second reading, but not by uncertain text or the number of another kind', () => {
    const first = { ...nothingOnCertificate, tag: 'CMA', holder: '甲检测有限公司', issuedOn: '2024-05-13' }
    const second = {
      tag: 'CMA',
      number: '243520341261',
      issuer: `省${uncertainMark}场监督管理局`,
      holder: '乙检测有限公司',
      site: '',
      issuedOn: '2020-01-01',
      until: '2030-02-10',
    }
    expect(completeFields(first, second)).toEqual({
      ...first,
      number: '243520341261',
      until: '2030-02-10',
    })
    expect(completeFields(first, { ...second, tag: 'CNAS' }).number).toBe('')
    expect(completeFields(nothingOnCertificate, second)).toMatchObject({
      tag: 'CMA',
      number: '243520341261',
      issuer: '',
    })
  })

  test('with columns and a period', () => {
    const read = readCertificate([
      '药物非临床研究质量管理规范',
      '批件编号:GLP24003056',
      '机构名称:\t青岛海榆药物安全评价有限公司',
      '有效期:2024年01月05日至2029年01月04日',
    ])
    expect(read).toMatchObject({
      tag: 'GLP',
      number: 'GLP24003056',
      holder: '青岛海榆药物安全评价有限公司',
      issuedOn: '2024-01-05',
      until: '2029-01-04',
    })
  })

  test('without anything of use is read as nothing, and an endless one only as far as a certificate goes', () => {
    const empty = { tag: '', number: '', holder: '', until: null }
    expect(readCertificate([])).toMatchObject(empty)
    const endless = [...Array.from({ length: 5_000 }, () => '9'.repeat(2_000)), '资质认定', '证书编号:210020344561']
    expect(readCertificate(endless)).toMatchObject(empty)
  })
})

describe('an automatic pass', () => {
  const read = {
    tag: 'CNAS',
    number: 'CNAS L4321',
    issuer: '',
    holder: '泰州恒谱分析检测有限公司',
    site: '',
    issuedOn: null,
    until: '2030-03-17',
  }
  const facts: AgreementFacts = {
    stated: { tag: 'CNAS', number: 'CNAS L4321', holder: '泰州恒谱分析检测有限公司', until: '2030-03-17' },
    readings: [read, read],
    company: { name: '泰州恒谱分析检测有限公司', isCertified: true },
    isHeldElsewhere: false,
    isRefusedBefore: false,
    today: '2026-11-28',
  }
  test('needs agreement of everything', () => {
    expect(certificateFaults(facts)).toEqual([])
    const stated = (more: Partial<AgreementFacts['stated']>) => ({ ...facts, stated: { ...facts.stated, ...more } })
    expect(certificateFaults({ ...facts, readings: [] })).toEqual(['unread'])
    expect(certificateFaults(stated({ number: 'CNAS L4322' }))).toEqual(['number'])
    expect(certificateFaults(stated({ number: 'L4321' }))).toEqual(['form', 'number'])
    expect(certificateFaults(stated({ holder: '泰州恒谱检测有限公司' }))).toEqual(['holder'])
    expect(certificateFaults(stated({ until: '2030-03-18' }))).toEqual(['day'])
    expect(certificateFaults(stated({ until: null }))).toEqual(['day'])
    expect(certificateFaults(stated({ tag: 'ISO 17025' }))).toEqual(['kind'])
    // One of two readings says something else.
    expect(certificateFaults({ ...facts, readings: [read, { ...read, number: 'CNAS L4327' }] })).toEqual(['number'])
    expect(certificateFaults({ ...facts, company: { name: '泰州恒谱分析检测有限公司', isCertified: false } })).toEqual([
      'uncertified',
    ])
    expect(certificateFaults({ ...facts, company: { name: '南京和度医药研究院有限公司', isCertified: true } })).toEqual(
      ['holder'],
    )
    expect(certificateFaults({ ...facts, isHeldElsewhere: true })).toEqual(['heldElsewhere'])
    expect(certificateFaults({ ...facts, isRefusedBefore: true })).toEqual(['refusedBefore'])
    expect(certificateFaults({ ...facts, today: '2030-03-18' })).toEqual(['expired'])
  })
})

test('a certificate counts to its last day only, and only while approved', () => {
  const until = '2026-11-28'
  expect(isInForce({ status: 'approved', until }, '2026-11-28')).toBe(true)
  expect(isInForce({ status: 'approved', until }, '2026-11-29')).toBe(false)
  expect(isInForce({ status: 'approved', until: null }, '2026-11-29')).toBe(true)
  expect(isInForce({ status: 'revoked', until: null }, '2026-11-28')).toBe(false)
  expect(qualificationState({ status: 'revoked', until: null }, '2026-11-28').label).toBe('已撤销')
})

test.each([
  [91, null, null],
  [90, null, 90],
  [60, 90, null],
  [30, 90, 30],
  [29, null, 30],
  [7, 30, 7],
  [0, 30, 7],
  [3, 7, null],
  [-1, null, null],
])('%s days before the end, warned at %s: %s', (left, warned, due) => {
  expect(dueWarning(left, warned)).toBe(due)
})

test('accredited items are read from pasted lines, and written the same way', () => {
  const text = '注射剂\t有关物质\t通则 0512\n\n原料药 | 残留溶剂\n片剂｜溶出度｜通则 0931'
  const items = parseScopeItems(text)
  expect(items).toEqual([
    { item: '注射剂', parameter: '有关物质', method: '通则 0512' },
    { item: '原料药', parameter: '残留溶剂', method: '' },
    { item: '片剂', parameter: '溶出度', method: '通则 0931' },
  ])
  expect(parseScopeItems(scopeItemLines(items))).toEqual(items)
})
