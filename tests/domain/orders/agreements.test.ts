import { describe, expect, test } from 'vitest'
import {
  agreementLabel,
  agreementPeriodText,
  agreementStatuses,
  allowedAgreementActions,
  isAgreementOver,
} from '../../../src/domain/orders/agreements/agreement-states.ts'
import {
  agreementHashText,
  articlesOf,
  periodOf,
  roomOf,
  termsRefusal,
  type FrameworkTerms,
  type NdaTerms,
} from '../../../src/domain/orders/agreements/agreement-terms.ts'
import { parseCallOff, serializeCallOff } from '../../../src/domain/orders/agreements/call-off-request.ts'

const line = {
  kind: 'product',
  listingId: 12,
  specId: 34,
  name: '乙腈',
  specName: '4 L',
  unit: '瓶',
  unitPrice: 20_000,
  minQuantity: 2,
} as const
const framework = {
  kind: 'framework',
  title: '年度试剂',
  from: '2026-01-01',
  until: '2026-12-31',
  ceiling: 1_000_000,
  payment: '',
  lines: [line],
} as const
const terms: FrameworkTerms = { ...framework, articles: articlesOf(framework, 1) }
const scoped = { kind: 'nda', title: '保密', scope: '工艺', years: 3 } as const
const nda: NdaTerms = { ...scoped, articles: articlesOf(scoped, 1) }

describe('actions', () => {
  test('of a proposed version belong to one side each', () => {
    expect(allowedAgreementActions('proposed', 'buyer', 'buyer')).toEqual(['withdraw'])
    expect(allowedAgreementActions('proposed', 'buyer', 'seller')).toEqual(['sign', 'counter', 'reject'])
  })
  test('in force: either side amends while nothing waits, and terminates at any time', () => {
    expect(allowedAgreementActions('in_force', null, 'seller')).toEqual(['propose', 'terminate'])
    expect(allowedAgreementActions('in_force', 'seller', 'seller')).toEqual(['withdraw', 'terminate'])
    expect(allowedAgreementActions('in_force', 'seller', 'buyer')).toEqual(['sign', 'counter', 'reject', 'terminate'])
  })
  test('of one that is over: none', () => {
    for (const status of agreementStatuses.filter(isAgreementOver))
      for (const proposer of [null, 'buyer'] as const)
        expect(allowedAgreementActions(status, proposer, 'seller')).toEqual([])
  })
})

test('the period in words: days once both signed', () => {
  expect(agreementPeriodText('in_force', '2026-01-01', '2026-12-31')).toBe('2026-01-01 至 2026-12-31')
  expect(agreementPeriodText('proposed', null, null)).toBe('双方签署后生效')
  expect(agreementPeriodText('rejected', null, null)).toBe('未生效')
})

describe('the signed text', () => {
  const text = (changes: object = {}, more: Partial<FrameworkTerms> = {}) =>
    agreementHashText({
      agreementNo: 'FA20260101-0001',
      version: 1,
      side: 'buyer',
      buyerCompanyId: 3,
      sellerCompanyId: 5,
      reason: '',
      terms: { ...terms, ...more },
      ...changes,
    })
  test('does not depend on the order of members', () => {
    const { kind, ...rest } = terms
    expect(text({ terms: { ...rest, kind } })).toBe(text())
  })
  test('differs with every part', () => {
    const others = [
      text({ agreementNo: 'FA20260101-0002' }),
      text({ version: 2 }),
      text({ side: 'seller' }),
      text({ buyerCompanyId: 4 }),
      text({ sellerCompanyId: 6 }),
      text({ reason: '调价' }),
      text({ terms: nda }),
      text({}, { title: '另一份' }),
      text({}, { from: '2026-01-02' }),
      text({}, { until: '2026-12-30' }),
      text({}, { ceiling: 999_999 }),
      text({}, { payment: '月结' }),
      text({}, { lines: [{ ...line, unitPrice: 19_999 }] }),
      text({}, { lines: [{ ...line, minQuantity: 3 }] }),
      text({}, { lines: [{ ...line, specId: 35 }] }),
      text({}, { articles: articlesOf(framework, 2) }),
      text({ terms: { ...nda, articles: [] } }),
    ]
    expect(new Set([text(), ...others]).size).toBe(others.length + 1)
  })
})

test('terms are refused by name', () => {
  const facts = { today: '2026-06-01', committed: 0, inForceFrom: null }
  expect(termsRefusal(terms, facts)).toBeNull()
  expect(termsRefusal(terms, { ...facts, today: '2026-12-31' })).toBeNull()
  expect(termsRefusal(terms, { ...facts, today: '2027-01-01' })).toBe('agreementPeriodWrong')
  expect(termsRefusal({ ...terms, until: '2033-01-01' }, facts)).toBe('agreementPeriodWrong')
  expect(termsRefusal({ ...terms, lines: [line, { ...line, unitPrice: 1 }] }, facts)).toBe('agreementLineTwice')
  expect(termsRefusal(terms, { ...facts, committed: 1_000_000 })).toBeNull()
  expect(termsRefusal(terms, { ...facts, committed: 1_000_001 })).toBe('ceilingBelowCommitted')
  expect(termsRefusal(nda, { ...facts, today: '2030-01-01', committed: 5 })).toBeNull()
  // An amendment replaces what is in force: it does not begin later.
  const later = { ...terms, from: '2026-07-01' }
  expect(termsRefusal(later, facts)).toBeNull()
  expect(termsRefusal(later, { ...facts, inForceFrom: '2026-01-01' })).toBe('amendmentStartsLater')
  expect(termsRefusal(later, { ...facts, inForceFrom: '2026-07-01' })).toBeNull()
  expect(termsRefusal({ ...terms, from: '2026-06-01' }, { ...facts, inForceFrom: '2026-01-01' })).toBeNull()
})

test('the period of a confidentiality agreement begins with the signature, also on a leap day', () => {
  expect(periodOf(nda, '2026-11-28')).toEqual({ from: '2026-11-28', until: '2029-11-28' })
  expect(periodOf(nda, '2028-02-29')).toEqual({ from: '2028-02-29', until: '2031-02-28' })
  expect(periodOf({ ...nda, years: 4 }, '2028-02-29').until).toBe('2032-02-29')
  expect(periodOf(terms, '2026-06-01')).toEqual({ from: '2026-01-01', until: '2026-12-31' })
})

test('the wording says all that the paper says', () => {
  const all = (articles: FrameworkTerms['articles']) => articles.map(({ title, text }) => `${title}${text}`).join('')
  const words = all(terms.articles)
  for (const part of ['2026-01-01', '10,000.00', '壹万元整', '不构成甲方的最低采购承诺', '价格以本协议为准'])
    expect(words).toContain(part)
  expect(words).not.toContain('取代')
  expect(all(articlesOf(framework, 2))).toContain('取代此前各版')
  expect(nda.articles).toHaveLength(7)
  // The demands that article 4 opens are covered by articles 1 and 2.
  for (const { text } of nda.articles.slice(0, 2)) expect(text).toContain('第 4 条所述需求的保密说明与保密附件')
})

test('before its first day an agreement has not begun', () => {
  expect(agreementLabel('in_force', false, true).label).toBe('未开始')
  expect(agreementLabel('in_force', true, true).label).toBe('未开始，新版待您签署')
  expect(agreementLabel('in_force').label).toBe('生效中')
})

test('the room is never below nothing', () => {
  expect(roomOf(100, 30)).toBe(70)
  expect(roomOf(100, 130)).toBe(0)
})

test('a call-off in an address is read as it was written; anything else is none', () => {
  const request = {
    agreementId: 7,
    version: 2,
    items: [
      { line: 0, quantity: 3 },
      { line: 12, quantity: 999_999 },
    ],
  }
  expect(parseCallOff(serializeCallOff(request))).toEqual(request)
  for (const wrong of ['', '7,2', '7,2,0x0', '7,2,x3', '0,1,0x1', '7,2,0x3,', '7,2,0x1000000', 'a,2,0x3'])
    expect(parseCallOff(wrong)).toBeUndefined()
})
