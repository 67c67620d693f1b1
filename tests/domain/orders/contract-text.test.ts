import { expect, test } from 'vitest'
import {
  contractClauses,
  contractState,
  contractTitle,
  paymentDueText,
} from '../../../src/domain/orders/contract-text.ts'
import type { ContractFacts } from '../../../src/domain/orders/contract-text.ts'
import { orderStatuses } from '../../../src/domain/orders/order-states.ts'

const line = {
  kind: 'product',
  name: '对照品',
  specName: '10 mg',
  unit: '支',
  quantity: 3,
  unitPrice: 5000,
  amount: 15_000,
}
const facts: ContractFacts = {
  orderNo: '20261120-0007',
  source: 'cart',
  buyer: { name: '甲公司', creditCode: '91510100MA0000000X', address: '成都' },
  seller: { name: '乙公司', creditCode: '', address: '' },
  createdAt: '2026-11-20T06:00:00.000Z',
  confirmedAt: null,
  promisedAt: null,
  lines: [{ ...line, kind: 'product' }],
  postage: 1200,
  total: 16_200,
  payments: [{ name: '全款', percent: 100, amount: 16_200, dueAt: null }],
  address: { receiver: '王某', districtName: '四川省 成都市 武侯区', street: '科园路 1 号' },
  invoice: null,
  remark: '',
  offer: null,
}
const textOf = (of: ContractFacts) =>
  contractClauses(of)
    .flatMap(({ paragraphs }) => paragraphs)
    .join('\n')

test('the title contains the purchased items', () => {
  const service = { ...line, kind: 'service' as const }
  expect(contractTitle(facts)).toBe('商品采购合同')
  expect(contractTitle({ lines: [service] })).toBe('服务采购合同')
  expect(contractTitle({ lines: [service, ...facts.lines] })).toBe('商品与服务采购合同')
  expect(contractTitle({ lines: [{ ...line, kind: null }] })).toBe('服务采购合同')
})

test('an order of goods: amount in capitals, postage, address, payment date', () => {
  const text = textOf(facts)
  expect(text).toContain('¥162.00，大写：壹佰陆拾贰元整。其中运费 ¥12.00。')
  expect(text).toContain('四川省 成都市 武侯区 科园路 1 号，收货人 王某')
  expect(text).toContain('24 小时内未支付首笔款项的，订单自动取消')
  expect([paymentDueText(facts, 1, { dueAt: null }), paymentDueText(facts, 2, { dueAt: null })]).toEqual([
    '下单后 24 小时内',
    '交付后 7 日内',
  ])
})

test('an order from an offer: its source, its dates, no deadline for the first payment', () => {
  const offer = { demandNo: 'D20261101-0003', offerNo: 'O20261102-0009', version: 3 }
  const of: ContractFacts = { ...facts, source: 'demand', offer, address: null, postage: 0, remark: '请提供原始数据' }
  const text = textOf({ ...of, promisedAt: '2026-12-31T15:59:59.000Z' })
  expect(text).toContain('需求 D20261101-0003 与乙方的报价 O20261102-0009（第 3 版）')
  expect(text).toContain('甲方在下单时说明：请提供原始数据')
  expect(text).toContain('2026-12-31 前交付')
  expect(text).not.toMatch(/自动取消|运费|收货人/)
  expect(paymentDueText(of, 2, { dueAt: '2026-11-30T16:00:00.000Z' })).toBe('2026-12-01')
})

test('an order with stages is delivered, accepted and paid milestone by milestone', () => {
  const stage = { deliverables: '签字的试验方案', plannedAt: '2026-12-31T15:59:59.999Z' }
  const prepaid = { name: '预付款', percent: 30, amount: 4_860, dueAt: '2026-11-30T16:00:00.000Z' }
  const of: ContractFacts = {
    ...facts,
    source: 'demand',
    address: null,
    payments: [prepaid, { name: '方案', percent: 70, amount: 11_340, dueAt: null, stage }],
  }
  const clause = contractClauses(of).find(({ heading }) => heading === '交付与验收')
  expect(clause?.table).toBe('stages')
  expect(textOf(of)).toContain('里程碑验收后，对应的款项在 7 日内应付')
  expect(textOf(facts)).not.toContain('里程碑')
  expect(of.payments.map((payment, at) => paymentDueText(of, at + 1, payment))).toEqual(['2026-12-01', '验收后 7 日内'])
})

test('every state has a label, and only a confirmed order is in force', () => {
  for (const status of orderStatuses) {
    expect(contractState(status, '2026-11-21T00:00:00.000Z')).not.toBe('')
    expect(contractState(status, null)).not.toContain('已生效')
  }
  expect(contractState('in_progress', '2026-11-21T00:00:00.000Z')).toBe('已生效，生效日期 2026-11-21')
})
