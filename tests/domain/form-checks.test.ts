import { describe, expect, test } from 'vitest'
import { shopChecklist } from '../../src/domain/shops/shop-checklist.ts'
import { listingChecks } from '../../src/stores/catalogue/listing-checks.ts'
import { listingValues, type ListingValues } from '../../src/stores/catalogue/listing-values.ts'
import { demandChecks } from '../../src/stores/demands/demand-form/demand-checks.ts'
import { emptyDemand } from '../../src/stores/demands/demand-form/demand-values.ts'
import { offerChecks } from '../../src/stores/demands/offer-form/offer-input.ts'
import { emptyOffer } from '../../src/stores/demands/offer-form/offer-values.ts'

/** A check is ticked only if its part of the form could be submitted. */

const now = '2026-11-23T02:00:00.000Z'
const done = (checks: readonly { readonly label: string; readonly done: boolean }[]) =>
  checks.filter((check) => check.done).map(({ label }) => label)

describe('a demand', () => {
  const whole = {
    ...emptyDemand(now),
    demandTitle: '比格犬 13 周毒性试验',
    categoryId: 5,
    summary: '口服小分子',
    budget: '960000',
  }

  test('has ticks for what is right', () => {
    expect(done(demandChecks(whole, now))).toEqual(['标题与分类', '公开说明', '预算', '截止时间'])
    const more = { ...whole, facts: [{ label: '种属', value: '比格犬' }] }
    expect(done(demandChecks(more, now))).toContain('具体要求 1 项')
  })

  test.each([
    ['a deadline that is over', { deadlineDate: '2026-11-01' }, '截止时间'],
    ['a deadline that is no day', { deadlineDate: '2026-13-40' }, '截止时间'],
    ['a budget of nothing', { budget: '0' }, '预算'],
    ['a budget that is no sum', { budget: '九十六万' }, '预算'],
    ['a title without a category', { categoryId: null }, '标题与分类'],
    ['a title that is too long', { demandTitle: '长'.repeat(200) }, '标题与分类'],
    ['a requirement without its name', { facts: [{ label: '', value: '比格犬' }] }, '具体要求 1 项'],
    ['confidential parts that are none', { secret: true }, '保密资料'],
  ])('has none for %s', (_what, change, word) => {
    expect(done(demandChecks({ ...whole, ...change }, now))).not.toContain(word)
  })
})

describe('an offer', () => {
  const asked = { deadline: '2026-12-10T10:00:00.000Z', questions: [] }
  const empty = emptyOffer(now, asked.deadline)
  const whole = {
    ...empty,
    items: [{ name: '试验', unit: '项', quantity: '1', unitPrice: '92600' }],
    milestones: [{ name: '合同签订', percent: '100', dueDays: '0', deliverables: '' }],
    durationDays: '90',
  }

  test('has ticks for valid parts, and none for incomplete defaults', () => {
    expect(done(offerChecks(whole, asked, now))).toEqual(['报价明细', '付款节点合计 100%', '总周期', '报价有效期'])
    expect(done(offerChecks(empty, asked, now))).toEqual(['报价有效期'])
  })

  test.each([
    ['an item without a name', { items: [{ name: '', unit: '项', quantity: '1', unitPrice: '92600' }] }, '报价明细'],
    [
      'payments without their days',
      { milestones: [{ name: '全款', percent: '100', dueDays: '', deliverables: '' }] },
      '付款节点合计 100%',
    ],
    ['a duration of ten thousand days', { durationDays: '10000' }, '总周期'],
    ['a validity that is over', { validDate: '2026-11-01' }, '报价有效期'],
  ])('has none for %s', (_what, change, word) => {
    expect(done(offerChecks({ ...whole, ...change }, asked, now))).not.toContain(word)
  })
})

describe('a listing', () => {
  const whole: ListingValues = listingValues.parse({
    title: '原料药杂质对照品',
    categoryId: 9,
    summary: '用于有关物质检查的杂质对照品',
    attributes: {},
    priceType: 0,
    price: '',
    highPrice: '',
    downPaymentPercent: '',
    durationFrom: '',
    durationTo: '',
    durationUnit: '周',
    brandName: '',
    cas: '',
    catalogueNo: '',
    unit: '瓶',
    minOrder: '1',
    discounts: [],
    specs: [{ specId: null, name: '25 mg', code: '', price: '980', stock: '12', was: null }],
    paragraphs: '含检验报告。',
    facts: [],
    table: null,
    steps: [],
    deliverables: [],
    areaCodes: [],
    tags: [],
    capabilities: [],
    pictures: [],
    attachments: [],
  })

  test('has ticks for what is right', () => {
    expect(done(listingChecks('product', whole, []))).toEqual(['分类与标题', '简介', '规格与价格', '详情'])
  })

  test.each([
    ['goods without a specification', { specs: [] }, '规格与价格'],
    ['a price of nothing', { specs: whole.specs.map((spec) => ({ ...spec, price: '0' })) }, '规格与价格'],
    ['a price that is no sum', { specs: whole.specs.map((spec) => ({ ...spec, price: '面谈' })) }, '规格与价格'],
    ['a specification without a name', { specs: whole.specs.map((spec) => ({ ...spec, name: '' })) }, '规格与价格'],
    ['a title that is too long', { title: '长'.repeat(80) }, '分类与标题'],
  ])('has none for %s', (_what, change, word) => {
    expect(done(listingChecks('product', { ...whole, ...change }, []))).not.toContain(word)
  })
})

test('a certificate under review does not tick the shop checklist', () => {
  const facts = { logo: true, briefLength: 40, introduction: true, pictures: 3, capabilities: 1, listings: 1 }
  const line = (inForce: number, waiting: number) =>
    shopChecklist({ ...facts, qualifications: inForce, waitingQualifications: waiting }).find(
      ({ label }) => label === '资质证书',
    )
  expect(line(0, 1)).toMatchObject({ done: false, action: '查看审核', why: '已提交的资质审核中，通过后买家才能看到' })
  expect(line(1, 0)).toMatchObject({ done: true })
  expect(line(0, 0)).toMatchObject({ done: false, action: '添加资质' })
})
