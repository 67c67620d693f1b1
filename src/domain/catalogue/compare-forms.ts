import { listingPrice, listingPriceText, yuan } from '../money.ts'
import { attributeFacts, type Attribute } from './attributes.ts'
import { hazardText } from './hazards.ts'
import { durationText, type ListingForm, type ProductForm, type ServiceForm } from './listing-form.ts'

/** Labels of the ids and codes of a form. */
export interface FormLabels {
  readonly categoryOf: (categoryId: number) => string
  readonly placeOf: (code: string) => string
  readonly attributes: readonly Pick<Attribute, 'code' | 'name' | 'unit'>[]
}

/** A part of a listing as lines of text; empty = not given. */
export interface FormLine {
  readonly label: string
  readonly value: string
}

const lines = (values: readonly string[]) => values.filter((value) => value !== '').join('\n')
const line = (label: string, value: string): FormLine => ({ label, value })

/** All content of a form as text, in page order. Pictures are only counted, since they are shown separately. */
export function formLines(form: ServiceForm | ProductForm, words: FormLabels): FormLine[] {
  const own = 'specs' in form ? productLines(form) : serviceLines(form)
  const attributes = attributeFacts(words.attributes, form.attributes)
  return [
    line('标题', form.title),
    line('分类', form.categoryId === null ? '' : words.categoryOf(form.categoryId)),
    line('简介', form.summary),
    ...own,
    ...attributes.map(({ label, value }) => line(label, value)),
    line('其他参数', lines(form.facts.map(({ label, value }) => `${label}：${value}`))),
    line('资质标签', form.tags.join('、')),
    line('能力标签', form.capabilities.join('、')),
    line('服务地区', form.areaCodes.length === 0 ? '全国' : form.areaCodes.map(words.placeOf).join('、')),
    line('详情', form.paragraphs.join('\n\n')),
    line('表格', tableText(form.table)),
    line(
      '流程',
      lines(form.steps.map(({ name, from, to }) => `第 ${from === to ? from : `${from}~${to}`} 周　${name}`)),
    ),
    line('交付物', lines(form.deliverables.map(({ name, note }) => (note === '' ? name : `${name}：${note}`)))),
    line('附件', lines(form.attachments.map(({ name }) => name))),
    line('图片', form.pictures.length === 0 ? '' : `${form.pictures.length} 张`),
  ]
}

const priceLine = (form: ListingForm, price: number | null, highPrice: number | null) =>
  line('价格', listingPriceText(listingPrice(form.priceType, price, highPrice)))

const serviceLines = (form: ServiceForm): FormLine[] => [
  priceLine(form, form.price, form.highPrice),
  line('首付款', form.downPaymentPercent === 0 ? '' : `${form.downPaymentPercent}%`),
  line('交付周期', durationText(form)),
]

const productLines = (form: ProductForm): FormLine[] => [
  line('价格方式', { 0: '一口价', 1: '区间价', 2: '面议' }[form.priceType]),
  line('规格', lines(form.specs.map(({ name, price }) => `${name}　${price === null ? '--' : `¥${yuan(price)}`}`))),
  line('品牌', form.brandName),
  line('CAS 号', form.cas),
  line('化学结构', form.smiles),
  line('危险说明', lines(form.hazards.map((code) => `${code} ${hazardText(code)}`))),
  line('货号', form.catalogueNo),
  line('首付款', form.downPaymentPercent === 0 ? '' : `${form.downPaymentPercent}%`),
  line(
    '阶梯价',
    lines(form.discounts.map(({ from, percent }) => `满 ${from} ${form.unit || '件'}　按 ${percent}% 计价`)),
  ),
  line('起订量', `${form.minOrder} ${form.unit || '件'}`),
]

const tableText = (table: ListingForm['table']) =>
  table === null ? '' : lines([table.title, ...[table.head, ...table.rows].map((cells) => cells.join(' | '))])

/** A submitted line with the published text where it differs; null = unchanged. */
export interface ComparedLine extends FormLine {
  readonly before: string | null
}

/** Compares the submitted form with the published one. Lines that are empty in both are left out. */
export function comparedLines(
  now: ServiceForm | ProductForm | null,
  form: ServiceForm | ProductForm,
  words: FormLabels,
): ComparedLine[] {
  const next = formLines(form, words)
  if (now === null) return next.filter(({ value }) => value !== '').map((one) => ({ ...one, before: null }))
  const old = new Map(formLines(now, words).map(({ label, value }) => [label, value]))
  const gone = [...old].filter(([label, value]) => value !== '' && !next.some((one) => one.label === label))
  return [...next, ...gone.map(([label]) => line(label, ''))].flatMap(({ label, value }) => {
    const before = old.get(label) ?? ''
    return value === '' && before === '' ? [] : [{ label, value, before: before === value ? null : before }]
  })
}
