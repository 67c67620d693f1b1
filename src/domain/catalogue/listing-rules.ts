import { discountsError } from '../orders/discounts.ts'
import { attributeErrors, type Attribute } from './attributes.ts'
import { isCas } from './cas.ts'
import { isHazardCode } from './hazards.ts'
import type { ListingForm, ProductForm, ServiceForm, SpecForm } from './listing-form.ts'

/** Limits of a listing; the contract uses the same limits. */
export const listingLimits = {
  title: 60,
  summary: 300,
  tags: 10,
  capabilities: 20,
  areas: 34,
  facts: 20,
  paragraphs: 40,
  paragraph: 2_000,
  steps: 20,
  deliverables: 20,
  pictures: 8,
  attachments: 10,
  specs: 50,
  tableColumns: 8,
  tableRows: 40,
} as const

/** Maximum services and goods of one shop together, including drafts. */
export const maxListings = 20_000

interface FieldError {
  readonly field: string
  readonly message: string
}
const errorIf = (when: boolean, field: string, message: string): FieldError[] => (when ? [{ field, message }] : [])

/**
 * Field errors that prevent submission of a service; empty if it may be submitted. Used in browser and server.
 * `attributes` are those of its category; empty without a category.
 */
export const serviceErrors = (form: ServiceForm, attributes: readonly Attribute[]): FieldError[] => [
  ...listingErrors(form),
  ...attributeErrors(attributes, form.attributes),
  ...priceErrors(form),
  ...errorIf(form.downPaymentPercent > 0 && form.priceType !== 0, 'downPaymentPercent', '只有一口价的服务可以设首付款'),
  ...errorIf(
    form.durationFrom !== null && form.durationTo !== null && form.durationFrom > form.durationTo,
    'durationTo',
    '最长周期不能短于最短周期',
  ),
]

/** Field errors that prevent submission of a product. Its price comes from its specifications, unless it is 面议. */
export const productErrors = (form: ProductForm, attributes: readonly Attribute[]): FieldError[] => [
  ...listingErrors(form),
  ...attributeErrors(attributes, form.attributes),
  ...errorIf(form.cas !== '' && !isCas(form.cas), 'cas', 'CAS 号不正确，请核对，如 103-90-2'),
  ...hazardErrors(form.hazards),
  ...errorIf(form.downPaymentPercent > 0 && form.priceType !== 0, 'downPaymentPercent', '只有一口价的商品可以设首付款'),
  ...discountErrors(form),
  ...errorIf(form.specs.length === 0, 'specs', '请至少填写一个规格'),
  ...form.specs.flatMap((spec, at) => [
    ...errorIf(spec.name === '', `specs.${at}.name`, '请填写规格'),
    ...errorIf(spec.price === null || spec.price < 1, `specs.${at}.price`, '请填写价格，最低 0.01 元'),
    ...errorIf(
      spec.name !== '' && form.specs.findIndex((other) => other.name === spec.name) < at,
      `specs.${at}.name`,
      '规格名称不能重复',
    ),
    ...errorIf(
      spec.code !== '' && form.specs.findIndex((other) => other.code === spec.code) < at,
      `specs.${at}.code`,
      '商家编码不能重复',
    ),
  ]),
]

/** Codes that are not of the system; several of them are named together. */
function hazardErrors(codes: readonly string[]): FieldError[] {
  const unknown = codes.filter((code) => !isHazardCode(code))
  return errorIf(unknown.length > 0, 'hazards', `没有危险说明 ${unknown.join('、')}，请核对，如 H225`)
}

function discountErrors({ discounts, priceType, minOrder }: ProductForm): FieldError[] {
  if (discounts.length === 0) return []
  if (priceType !== 0) return [{ field: 'discounts', message: '只有一口价的商品可以设阶梯价' }]
  const message = discountsError(discounts)
  if (message !== null) return [{ field: 'discounts', message }]
  return errorIf(
    discounts.some(({ from }) => from <= minOrder),
    'discounts',
    '阶梯价的数量须大于起订量',
  )
}

/** Price of a product from its specifications: the lowest, and for a range also the highest. */
export function productPrice({
  priceType,
  specs,
}: Pick<ProductForm, 'priceType' | 'specs'>): Pick<ListingForm, 'price' | 'highPrice'> {
  const prices = specs.flatMap(({ price }) => price ?? [])
  if (priceType === 2 || prices.length === 0) return { price: null, highPrice: null }
  return { price: Math.min(...prices), highPrice: priceType === 1 ? Math.max(...prices) : null }
}

const listingErrors = (form: ListingForm): FieldError[] => [
  ...errorIf([...form.title].length < 4, 'title', '请填写标题，至少 4 个字'),
  ...errorIf(form.categoryId === null, 'categoryId', '请选择分类'),
  ...errorIf([...form.summary].length < 10, 'summary', '请填写简介，至少 10 个字'),
  ...errorIf(
    form.paragraphs.every((each) => each === ''),
    'paragraphs',
    '请填写详情',
  ),
  ...form.facts.flatMap(({ label, value }, at) => [
    ...errorIf(label === '' && value !== '', `facts.${at}.label`, '请填写名称'),
    ...errorIf(value === '' && label !== '', `facts.${at}.value`, '请填写内容'),
  ]),
  ...form.steps.flatMap(({ name, from, to }, at) => [
    ...errorIf(name === '', `steps.${at}.name`, '请填写步骤名称'),
    ...errorIf(from > to, `steps.${at}.to`, '结束周不能早于开始周'),
  ]),
  ...form.deliverables.flatMap(({ name }, at) => errorIf(name === '', `deliverables.${at}.name`, '请填写名称')),
  ...errorIf(
    form.table !== null && form.table.rows.some((row) => row.length !== form.table?.head.length),
    'table',
    '表格各行的列数须与表头一致',
  ),
]

const priceErrors = ({ priceType, price, highPrice }: ListingForm): FieldError[] => [
  ...errorIf(priceType !== 2 && (price === null || price < 1), 'price', '请填写价格，最低 0.01 元'),
  ...errorIf(priceType === 1 && highPrice === null, 'highPrice', '请填写最高价'),
  ...errorIf(
    priceType === 1 && price !== null && highPrice !== null && highPrice <= price,
    'highPrice',
    '最高价须高于最低价',
  ),
]

/**
 * Normalises a submitted form: removes empty entries, prices that do not fit the price type, and attributes of a former
 * category. Drafts stay as typed.
 */
export function normalizeForm<F extends ListingForm & { readonly specs?: readonly SpecForm[] }>(
  form: F,
  attributeCodes: readonly string[],
): F {
  const { priceType, specs } = form
  const own = { price: priceType === 2 ? null : form.price, highPrice: priceType === 1 ? form.highPrice : null }
  const known = new Set(attributeCodes)
  return {
    ...form,
    ...(specs === undefined ? own : productPrice({ priceType, specs })),
    attributes: Object.fromEntries(
      Object.entries(form.attributes).filter(([code, values]) => known.has(code) && values.length > 0),
    ),
    facts: form.facts.filter(({ label, value }) => label !== '' || value !== ''),
    paragraphs: form.paragraphs.filter((paragraph) => paragraph !== ''),
    tags: [...new Set(form.tags)],
    capabilities: [...new Set(form.capabilities)],
    areaCodes: [...new Set(form.areaCodes)],
  }
}
