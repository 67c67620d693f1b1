import { expect, test } from 'vitest'
import { comparedLines, type FormLabels } from '../../src/domain/catalogue/compare-forms.ts'
import { emptyProduct, emptyService } from '../../src/domain/catalogue/listing-form.ts'

const words: FormLabels = {
  categoryOf: (id) => `分类 ${id}`,
  placeOf: (code) => `地区 ${code}`,
  attributes: [{ code: 'purity', name: '纯度', unit: '%' }],
}
const service = { ...emptyService, title: '甲', categoryId: 3, price: 100_00, durationFrom: 2, durationTo: 4 }
const changed = (lines: ReturnType<typeof comparedLines>) =>
  lines.filter(({ before }) => before !== null).map(({ label, value, before }) => [label, before, value])

test('a new listing has no published values, and no lines for empty fields', () => {
  const lines = comparedLines(null, service, words)
  expect(changed(lines)).toEqual([])
  expect(lines.map(({ label }) => label)).toEqual(['标题', '分类', '价格', '交付周期', '服务地区'])
})

test('changed, added and removed values have their former text', () => {
  const next = { ...service, price: 200_00, areaCodes: ['320000'], tags: ['GLP'], durationFrom: null, durationTo: null }
  expect(changed(comparedLines(service, next, words))).toEqual([
    ['价格', '¥100.00', '¥200.00'],
    ['交付周期', '2~4 周', ''],
    ['资质标签', '', 'GLP'],
    ['服务地区', '全国', '地区 320000'],
  ])
  expect(changed(comparedLines(service, { ...service }, words))).toEqual([])
})

test('specifications, attributes and facts of a product are separate lines', () => {
  const product = {
    ...emptyProduct,
    title: '乙',
    attributes: { purity: ['99.5'] },
    facts: [{ label: '外观', value: '白色粉末' }],
    specs: [
      { ...emptyProduct.specs[0], specId: 1, name: '100 mg', code: '', price: 32_000, stock: 1 },
      { ...emptyProduct.specs[0], specId: 2, name: '1 g', code: '', price: null, stock: 0 },
    ],
  }
  const lines = comparedLines(null, product, words)
  expect(lines).toContainEqual({ label: '规格', value: '100 mg　¥320.00\n1 g　--', before: null })
  expect(lines).toContainEqual({ label: '纯度', value: '99.5 %', before: null })
  expect(lines).toContainEqual({ label: '其他参数', value: '外观：白色粉末', before: null })
  const without = { ...product, attributes: {} }
  expect(changed(comparedLines(product, without, words))).toEqual([['纯度', '99.5 %', '']])
})
