import { discountsFault } from '../orders/discounts.ts'
import { attributeFaults, type Attribute } from './attributes.ts'
import { isCas } from './cas.ts'
import type { ListingForm, ProductForm, ServiceForm } from './listing-form.ts'

/** Most of what a listing may have; the contract holds the same limits. */
export const listingLimits = {
  ...{ title: 60, summary: 300, tags: 10, capabilities: 20, areas: 34, facts: 20, paragraphs: 40, paragraph: 2_000 },
  ...{ steps: 20, deliverables: 20, pictures: 8, attachments: 10, specs: 50, tableColumns: 8, tableRows: 40 },
} as const

/** Services and goods of one shop together, drafts too. */
export const mostListings = 20_000

interface Fault {
  readonly field: string
  readonly message: string
}
const fault = (when: boolean, field: string, message: string): Fault[] => (when ? [{ field, message }] : [])

/**
 * What keeps a service from being submitted, each at its field; nothing when it may. Browser and server ask the same.
 * `attributes` are those of its category; without a category there are none.
 */
export const serviceFaults = (form: ServiceForm, attributes: readonly Attribute[]): Fault[] => [
  ...listingFaults(form),
  ...attributeFaults(attributes, form.attributes),
  ...priceFaults(form),
  ...fault(form.downPaymentPercent > 0 && form.priceType !== 0, 'downPaymentPercent', '只有一口价的服务可以设首付款'),
  ...fault(
    form.durationFrom !== null && form.durationTo !== null && form.durationFrom > form.durationTo,
    'durationTo',
    '最长周期不能短于最短周期',
  ),
]

/** What keeps a product from being submitted. Its price is that of its specifications, unless it is 面议. */
export const productFaults = (form: ProductForm, attributes: readonly Attribute[]): Fault[] => [
  ...listingFaults(form),
  ...attributeFaults(attributes, form.attributes),
  ...fault(form.cas !== '' && !isCas(form.cas), 'cas', 'CAS 号不正确，请核对，如 103-90-2'),
  ...fault(form.downPaymentPercent > 0 && form.priceType !== 0, 'downPaymentPercent', '只有一口价的商品可以设首付款'),
  ...discountFaults(form),
  ...fault(form.specs.length === 0, 'specs', '请至少填写一个规格'),
  ...form.specs.flatMap((spec, at) => [
    ...fault(spec.name === '', `specs.${at}.name`, '请填写规格'),
    ...fault(spec.price === null || spec.price < 1, `specs.${at}.price`, '请填写价格，最低 0.01 元'),
    ...fault(
      spec.name !== '' && form.specs.findIndex((other) => other.name === spec.name) < at,
      `specs.${at}.name`,
      '规格名称不能重复',
    ),
    ...fault(
      spec.code !== '' && form.specs.findIndex((other) => other.code === spec.code) < at,
      `specs.${at}.code`,
      '商家编码不能重复',
    ),
  ]),
]

function discountFaults({ discounts, priceType, minOrder }: ProductForm): Fault[] {
  if (discounts.length === 0) return []
  if (priceType !== 0) return [{ field: 'discounts', message: '只有一口价的商品可以设阶梯价' }]
  const message = discountsFault(discounts)
  if (message !== null) return [{ field: 'discounts', message }]
  return fault(
    discounts.some(({ from }) => from <= minOrder),
    'discounts',
    '阶梯价的数量须大于起订量',
  )
}

/** The price of a product out of its specifications: the lowest, and the highest where the price is a range. */
export function productPrice({
  priceType,
  specs,
}: Pick<ProductForm, 'priceType' | 'specs'>): Pick<ListingForm, 'price' | 'highPrice'> {
  const prices = specs.flatMap(({ price }) => price ?? [])
  if (priceType === 2 || prices.length === 0) return { price: null, highPrice: null }
  return { price: Math.min(...prices), highPrice: priceType === 1 ? Math.max(...prices) : null }
}

const listingFaults = (form: ListingForm): Fault[] => [
  ...fault([...form.title].length < 4, 'title', '请填写标题，至少 4 个字'),
  ...fault(form.categoryId === null, 'categoryId', '请选择类目'),
  ...fault([...form.summary].length < 10, 'summary', '请填写简介，至少 10 个字'),
  ...fault(
    form.paragraphs.every((each) => each === ''),
    'paragraphs',
    '请填写详情',
  ),
  ...form.facts.flatMap(({ label, value }, at) => [
    ...fault(label === '' && value !== '', `facts.${at}.label`, '请填写名称'),
    ...fault(value === '' && label !== '', `facts.${at}.value`, '请填写内容'),
  ]),
  ...form.steps.flatMap(({ name, from, to }, at) => [
    ...fault(name === '', `steps.${at}.name`, '请填写步骤名称'),
    ...fault(from > to, `steps.${at}.to`, '结束周不能早于开始周'),
  ]),
  ...form.deliverables.flatMap(({ name }, at) => fault(name === '', `deliverables.${at}.name`, '请填写名称')),
  ...fault(
    form.table !== null && form.table.rows.some((row) => row.length !== form.table?.head.length),
    'table',
    '表格各行的列数须与表头一致',
  ),
]

const priceFaults = ({ priceType, price, highPrice }: ListingForm): Fault[] => [
  ...fault(priceType !== 2 && (price === null || price < 1), 'price', '请填写价格，最低 0.01 元'),
  ...fault(priceType === 1 && highPrice === null, 'highPrice', '请填写最高价'),
  ...fault(
    priceType === 1 && price !== null && highPrice !== null && highPrice <= price,
    'highPrice',
    '最高价须高于最低价',
  ),
]
