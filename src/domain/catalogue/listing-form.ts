import type { QuantityDiscount } from '../orders/discounts.ts'
import type { AttributeValues } from './attributes.ts'
import type { Deliverable, Fact, FactTable, ListingFile, ListingPicture, PriceType, Step } from './listing.ts'

/**
 * Form of a listing. A draft may be incomplete; the requirements of a published listing are in
 * listing-rules.ts. Money in fen.
 */
export interface ListingForm {
  readonly title: string
  /** null = not chosen yet. */
  readonly categoryId: number | null
  readonly summary: string
  readonly priceType: PriceType
  readonly price: number | null
  readonly highPrice: number | null
  /** Tags of approved certificates of the shop. */
  readonly tags: readonly string[]
  readonly capabilities: readonly string[]
  /** Six-digit codes; empty = the whole country. */
  readonly areaCodes: readonly string[]
  readonly attributes: AttributeValues
  readonly facts: readonly Fact[]
  readonly paragraphs: readonly string[]
  readonly table: FactTable | null
  readonly steps: readonly Step[]
  readonly deliverables: readonly Deliverable[]
  readonly pictures: readonly ListingPicture[]
  readonly attachments: readonly ListingFile[]
}

export const durationUnits = ['工作日', '周', '月'] as const
export type DurationUnit = (typeof durationUnits)[number]

export interface ServiceForm extends ListingForm {
  /** Percent of a fixed price to be paid first. */
  readonly downPaymentPercent: number
  /** 交付周期, lower and upper bound; null = not given. */
  readonly durationFrom: number | null
  readonly durationTo: number | null
  readonly durationUnit: DurationUnit
}

/** One buyable specification. `specId` is null for a new one. */
export interface SpecForm {
  readonly specId: number | null
  readonly name: string
  /** The seller's own code. */
  readonly code: string
  /** fen; null = not typed yet. */
  readonly price: number | null
  readonly stock: number
  /** Stock when the form was opened, to detect whether the seller edited it. */
  readonly was?: number | null
}

export interface ProductForm extends ListingForm {
  readonly brandName: string
  readonly cas: string
  /** Canonical SMILES of the chemical structure; empty without one. */
  readonly smiles: string
  /** Codes of hazard statements. */
  readonly hazards: readonly string[]
  readonly catalogueNo: string
  readonly unit: string
  readonly minOrder: number
  /** Down payment in percent of a fixed price; 0 = full payment at once. */
  readonly downPaymentPercent: number
  /** Quantity discounts. */
  readonly discounts: readonly QuantityDiscount[]
  readonly specs: readonly SpecForm[]
}

/** Duration in days, for sorting. */
export const daysOf = (count: number, unit: DurationUnit): number =>
  Math.round(count * { 工作日: 7 / 5, 周: 7, 月: 30 }[unit])

/** 16~20 周, 4 周; empty if not given. */
export function durationText({
  durationFrom: from,
  durationTo: to,
  durationUnit: unit,
}: Pick<ServiceForm, 'durationFrom' | 'durationTo' | 'durationUnit'>): string {
  const [low, high] = [from ?? to, to ?? from]
  if (low === null || high === null) return ''
  return low === high ? `${low} ${unit}` : `${low}~${high} ${unit}`
}

const emptyListing: ListingForm = {
  title: '',
  categoryId: null,
  summary: '',
  priceType: 0,
  price: null,
  highPrice: null,
  tags: [],
  capabilities: [],
  areaCodes: [],
  attributes: {},
  facts: [],
  paragraphs: [],
  table: null,
  steps: [],
  deliverables: [],
  pictures: [],
  attachments: [],
}

/** Initial form of a service. */
export const emptyService: ServiceForm = {
  ...emptyListing,
  downPaymentPercent: 0,
  durationFrom: null,
  durationTo: null,
  durationUnit: '周',
}
/** Initial form of a product. */
export const emptyProduct: ProductForm = {
  ...emptyListing,
  brandName: '',
  cas: '',
  smiles: '',
  hazards: [],
  catalogueNo: '',
  unit: '',
  minOrder: 1,
  downPaymentPercent: 0,
  discounts: [],
  specs: [{ specId: null, name: '', code: '', price: null, stock: 0 }],
}
