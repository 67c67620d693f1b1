import type { QuantityDiscount } from '../orders/discounts.ts'
import type { AttributeValues } from './attributes.ts'
import type { Deliverable, Fact, FactTable, ListingFile, ListingPicture, PriceType, Step } from './listing.ts'

/**
 * A listing as its seller writes it. A draft may be as incomplete as it is: what a published listing needs is said by
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
  /** Six digits; none = the whole country. */
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
  /** 交付周期, both ends; null = none said. */
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
  /** Pieces when the form was opened: a stock that the seller left alone leaves sales in between alone. */
  readonly was?: number | null
}

export interface ProductForm extends ListingForm {
  readonly brandName: string
  readonly cas: string
  readonly catalogueNo: string
  readonly unit: string
  readonly minOrder: number
  /** Percent of a fixed price to be paid first; 0 = the whole at once. */
  readonly downPaymentPercent: number
  /** Cheaper from so many pieces on. */
  readonly discounts: readonly QuantityDiscount[]
  readonly specs: readonly SpecForm[]
}

/** Days of a duration as the sort by duration takes them. */
export const daysOf = (count: number, unit: DurationUnit): number =>
  Math.round(count * { 工作日: 7 / 5, 周: 7, 月: 30 }[unit])

/** 16~20 周, 4 周; empty where nothing is said. */
export function durationText({
  durationFrom: from,
  durationTo: to,
  durationUnit: unit,
}: Pick<ServiceForm, 'durationFrom' | 'durationTo' | 'durationUnit'>): string {
  const [low, high] = [from ?? to, to ?? from]
  if (low === null || high === null) return ''
  return low === high ? `${low} ${unit}` : `${low}~${high} ${unit}`
}

const nothing: ListingForm = {
  ...{ title: '', categoryId: null, summary: '', priceType: 0, price: null, highPrice: null },
  ...{ tags: [], capabilities: [], areaCodes: [], attributes: {}, facts: [], paragraphs: [], table: null },
  ...{ steps: [], deliverables: [], pictures: [], attachments: [] },
}

/** What a new service starts with. */
export const emptyService: ServiceForm = {
  ...nothing,
  ...{ downPaymentPercent: 0, durationFrom: null, durationTo: null, durationUnit: '周' },
}
/** What a new product starts with. */
export const emptyProduct: ProductForm = {
  ...nothing,
  ...{ brandName: '', cas: '', catalogueNo: '', unit: '', minOrder: 1, downPaymentPercent: 0, discounts: [] },
  specs: [{ specId: null, name: '', code: '', price: null, stock: 0 }],
}
