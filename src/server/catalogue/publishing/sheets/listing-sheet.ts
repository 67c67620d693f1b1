import {
  durationUnits,
  emptyProduct,
  emptyService,
  type ProductForm,
  type ServiceForm,
  type SpecForm,
} from '../../../../domain/catalogue/listing-form.ts'
import { maxHazards, splitHazards } from '../../../../domain/catalogue/hazards.ts'
import { structureLimits } from '../../../../domain/catalogue/structures.ts'
import { parseFen } from '../../../../domain/money-input.ts'
import { productForm, serviceForm } from '../../../../contract/catalogue/listing-form.ts'
import type { ListingKind } from '../../../../domain/catalogue/listing.ts'
import { productErrors, serviceErrors } from '../../../../domain/catalogue/listing-rules.ts'
import { checkForm } from '../check-form.ts'
import type { AnyForm, ListingType } from '../listing-type.ts'
import { parseWholeNumberCell, splitValues, type Column } from './column.ts'
import * as shared from './shared-columns.ts'

/** Sheet layout of a listing kind. Without database access, since sheets are read in a worker thread. */
export interface ListingSheet<F extends AnyForm> extends Pick<ListingType<F>, 'check' | 'faults'> {
  readonly listing: ListingKind
  /** Name of the first sheet. */
  readonly name: string
  /** Header of the listing number column, which is empty for new listings. */
  readonly number: string
  readonly columns: readonly Column<F>[]
  /** One row per specification, further ones below their listing. Services have none. */
  readonly specColumns: readonly SpecColumn[]
  readonly specsOf: (form: F) => readonly SpecForm[]
  readonly withSpecs: (form: F, specs: readonly SpecForm[]) => F
  readonly empty: F
  /** Narrows a form to this kind; undefined for a form of the other kind. */
  readonly own: (form: AnyForm) => F | undefined
}

/** One column of a specification. */
export interface SpecColumn {
  readonly head: string
  readonly required?: true
  readonly width: number
  /** Maximum length of a cell in characters. */
  readonly longest: number
  readonly hint: string
  readonly field: 'name' | 'code' | 'price' | 'stock'
  readonly write: (spec: SpecForm) => string
  readonly read: (text: string) => Partial<SpecForm> | { readonly fault: string }
}

const textColumn = (
  head: string,
  field: 'brandName' | 'cas' | 'catalogueNo' | 'unit',
  width: number,
  hint: string,
): Column<ProductForm> => ({
  head,
  width,
  hint,
  longest: 80,
  fields: [field],
  write: (form) => form[field],
  read: (text) => ({ [field]: text }),
})

const wholeNumberColumn = <F extends AnyForm>(
  head: string,
  hint: string,
  field: string,
  write: (form: F) => number | null,
  read: (count: number | null) => Partial<F>,
): Column<F> => ({
  head,
  hint,
  width: 10,
  longest: 20,
  fields: [field],
  write: (form) => String(write(form) ?? ''),
  read: (text) => {
    const count = parseWholeNumberCell(text)
    return count === undefined ? { fault: '请填写整数' } : read(count)
  },
})

const durationUnit: Column<ServiceForm> = {
  head: '周期单位',
  width: 10,
  longest: 10,
  fields: ['durationUnit'],
  hint: `${durationUnits.join('、')}；不填为周`,
  write: (form) => form.durationUnit,
  read: (text) => {
    const unit = text === '' ? '周' : durationUnits.find((each) => each === text)
    return unit === undefined ? { fault: `请填写${durationUnits.join('、')}之一` } : { durationUnit: unit }
  },
}

export const serviceSheet: ListingSheet<ServiceForm> = {
  listing: 'service',
  check: (form) => checkForm(serviceForm, form),
  faults: serviceErrors,
  name: '服务',
  number: '服务编号',
  empty: emptyService,
  specColumns: [],
  columns: [
    shared.title,
    shared.category,
    shared.summary,
    shared.priceType,
    shared.price,
    shared.highPrice,
    wholeNumberColumn(
      ...(['首付比例（%）', '0 至 100，只有一口价可填；不填为 0', 'downPaymentPercent'] as const),
      (form: ServiceForm) => form.downPaymentPercent,
      (count) => ({ downPaymentPercent: count ?? 0 }),
    ),
    wholeNumberColumn(
      ...(['最短周期', '1 至 999', 'durationFrom'] as const),
      (form: ServiceForm) => form.durationFrom,
      (count) => ({ durationFrom: count }),
    ),
    wholeNumberColumn(
      ...(['最长周期', '1 至 999', 'durationTo'] as const),
      (form: ServiceForm) => form.durationTo,
      (count) => ({ durationTo: count }),
    ),
    durationUnit,
    shared.tags,
    shared.capabilities,
    shared.areas,
    shared.attributes,
    shared.facts,
    shared.paragraphs,
  ],
  specsOf: () => [],
  withSpecs: (form) => form,
  own: (form) => ('specs' in form ? undefined : form),
}

const discounts: Column<ProductForm> = {
  head: '阶梯价',
  width: 20,
  longest: 200,
  fields: ['discounts'],
  hint: '满多少件按原价的百分之几，如 10:95、50:90；最多 5 档，只有一口价可填',
  write: ({ discounts: steps }) => steps.map(({ from, percent }) => `${from}:${percent}`).join('、'),
  read: (text) => {
    const steps = splitValues(text).map((word) => /^(\d{1,7})\s*[:：]\s*(\d{1,3})%?$/.exec(word))
    const read = steps.flatMap((step) => (step === null ? [] : [{ from: Number(step[1]), percent: Number(step[2]) }]))
    return read.length < steps.length ? { fault: '请按 10:95、50:90 的格式填写' } : { discounts: read }
  },
}

const smiles: Column<ProductForm> = {
  head: '化学结构（SMILES）',
  width: 30,
  longest: structureLimits.smiles,
  optional: true,
  fields: ['smiles'],
  hint: '如 CC(=O)Nc1ccc(O)cc1，选填；也可在商品管理中由 SDF 文件导入结构',
  write: (form) => form.smiles,
  read: (text) => ({ smiles: text }),
}

const hazards: Column<ProductForm> = {
  head: '危险说明',
  width: 18,
  longest: 200,
  optional: true,
  fields: ['hazards'],
  hint: `GHS 危险说明代码，如 H225、H319，选填；最多 ${maxHazards} 项`,
  write: (form) => form.hazards.join('、'),
  read: (text) => ({ hazards: splitHazards(text) }),
}

const specColumns: readonly SpecColumn[] = [
  {
    head: '规格',
    required: true,
    width: 18,
    longest: 60,
    field: 'name',
    hint: '如 100 mg；一件商品有几个规格就写几行',
    write: ({ name }) => name,
    read: (text) => ({ name: text }),
  },
  {
    head: '商家编码',
    width: 16,
    longest: 40,
    field: 'code',
    hint: '您自己的编码，选填',
    write: ({ code }) => code,
    read: (text) => ({ code: text }),
  },
  {
    head: '价格（元）',
    required: true,
    width: 12,
    longest: 30,
    field: 'price',
    hint: '每个规格的价格，面议的商品也须填写参考价',
    write: ({ price }) => shared.yuanOf(price),
    read: (text) => {
      const fen = text === '' ? null : parseFen(text)
      return fen === null && text !== '' ? { fault: '请填写金额，最多两位小数' } : { price: fen }
    },
  },
  {
    head: '库存',
    width: 10,
    longest: 20,
    field: 'stock',
    hint: '件数；不填为 0。导入后随即生效',
    write: ({ stock }) => String(stock),
    read: (text) => {
      const stock = parseWholeNumberCell(text)
      return stock === undefined ? { fault: '请填写整数' } : { stock: stock ?? 0 }
    },
  },
]

export const productSheet: ListingSheet<ProductForm> = {
  listing: 'product',
  check: (form) => checkForm(productForm, form),
  faults: productErrors,
  name: '商品',
  number: '商品编号',
  empty: { ...emptyProduct, specs: [] },
  specColumns,
  columns: [
    shared.title,
    shared.category,
    shared.summary,
    shared.priceType,
    textColumn('品牌', 'brandName', 14, '最多 40 个字'),
    textColumn('CAS 号', 'cas', 14, '如 103-90-2；请用文本格式，以免变成日期'),
    smiles,
    hazards,
    textColumn('货号', 'catalogueNo', 16, '最多 40 个字'),
    textColumn('单位', 'unit', 8, '如 瓶、盒、支、台'),
    wholeNumberColumn(
      ...(['起订量', '不填为 1', 'minOrder'] as const),
      (form: ProductForm) => form.minOrder,
      (count) => ({ minOrder: count ?? 1 }),
    ),
    wholeNumberColumn(
      ...(['首付比例（%）', '0 至 100，只有一口价可填；不填为 0', 'downPaymentPercent'] as const),
      (form: ProductForm) => form.downPaymentPercent,
      (count) => ({ downPaymentPercent: count ?? 0 }),
    ),
    discounts,
    shared.tags,
    shared.capabilities,
    shared.areas,
    shared.attributes,
    shared.facts,
    shared.paragraphs,
  ],
  specsOf: ({ specs }) => specs,
  withSpecs: (form, specs) => ({ ...form, specs }),
  own: (form) => ('specs' in form ? form : undefined),
}

/** Column headers of a sheet; required columns have a star. */
export const headsOf = <F extends AnyForm>({ number, columns, specColumns }: ListingSheet<F>) => {
  const starred = [...columns, ...specColumns].map(({ head, required }) => (required === true ? `${head}*` : head))
  return {
    head: [number, ...starred],
    widths: [20, ...columns.map(({ width }) => width), ...specColumns.map(({ width }) => width)],
  }
}
