import { expect, test } from 'vitest'
import {
  addCompared,
  compareListings,
  comparedRefs,
  maxCompared,
  parseCompared,
  removeCompared,
  type ComparableListing,
  type ComparedListing,
} from '../../src/domain/catalogue/compare-listings.ts'
import { filterDifferences } from '../../src/domain/compare-rows.ts'

const service = (ref: string): ComparedListing => ({ kind: 'service', ref, title: `服务 ${ref}` })
const product = (ref: string): ComparedListing => ({ kind: 'product', ref, title: `商品 ${ref}` })

test('holds four services and four goods, each once', () => {
  const four = ['1', '2', '3', '4'].map(service)
  const full = [...four, service('2'), service('5')].reduce<readonly ComparedListing[]>(addCompared, [])
  expect(full).toEqual(four)
  const both = addCompared(full, product('P1'))
  expect(both).toHaveLength(maxCompared + 1)
  expect(removeCompared(both, { kind: 'service', ref: '2' }).map(({ ref }) => ref)).toEqual(['1', '3', '4', 'P1'])
  expect(removeCompared(both, { kind: 'product', ref: '2' })).toHaveLength(maxCompared + 1)
})

test('reads back what it stored, and drops what is invalid', () => {
  const stored = [service('7'), product('P10002046')]
  expect(parseCompared(JSON.stringify(stored))).toEqual(stored)
  const many = Array.from({ length: 9 }, (_, at) => service(String(at + 1)))
  expect(parseCompared(JSON.stringify(many))).toHaveLength(maxCompared)
  const wrong = [{ ...service('1'), kind: 'shop' }, service('0'), service('1 2'), product('<b>'), { ref: '1' }, null]
  expect(parseCompared(JSON.stringify(wrong))).toEqual([])
  expect(['', '{', 'null', '5'].map(parseCompared)).toEqual([[], [], [], []])
})

test('reads the numbers of an address', () => {
  expect(comparedRefs('service', '3, 1,3,x,0,-1,9,8,7')).toEqual(['3', '1', '9', '8'])
  expect(comparedRefs('product', 'P10002046,P1 2,../x')).toEqual(['P10002046'])
  expect(comparedRefs('service', null)).toEqual([])
})

const listing: ComparableListing = {
  price: '¥100.00',
  own: [{ label: '周期', value: '4 周' }],
  category: '毒理',
  shopName: '臻境',
  certified: true,
  place: '天津 滨海新区',
  foundedAt: '',
  tags: ['GLP'],
  certificates: [{ name: 'GLP', number: 'GLP24003056', until: '2028-05-31' }],
  capabilities: [],
  areas: [],
  facts: [{ label: '物种', value: 'SD 大鼠' }],
  deliverables: ['报告'],
}

test('has a row for every fact that one of them states, and marks the rows that differ', () => {
  const other = { ...listing, price: '面议', certified: false, facts: [{ label: '周期数', value: '2' }] }
  const groups = compareListings([listing, other])
  const rows = new Map(groups.flatMap(({ rows: each }) => each).map((row) => [row.label, row]))
  expect(rows.get('价格')).toMatchObject({ differs: true, cells: [{ text: '¥100.00' }, { text: '面议' }] })
  expect(rows.get('企业认证')).toMatchObject({ differs: true, cells: [{ has: true }, { has: false }] })
  expect(rows.get('物种')?.cells.map(({ text }) => text)).toEqual(['SD 大鼠', '--'])
  expect(rows.get('周期数')?.cells.map(({ text }) => text)).toEqual(['--', '2'])
  expect(rows.get('服务地区')).toMatchObject({ differs: false, cells: [{ text: '全国' }, { text: '全国' }] })
  // Nobody states these.
  expect([rows.has('成立时间'), rows.has('能力')]).toEqual([false, false])
  const differing = filterDifferences(groups).flatMap(({ rows: each }) => each.map(({ label }) => label))
  expect(differing).toEqual(['价格', '企业认证', '物种', '周期数'])
})
