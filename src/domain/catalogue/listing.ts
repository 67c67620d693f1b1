/** 0 fixed price, 1 range (price~highPrice), 2 by agreement (面议). Only fixed prices go into the cart. */
export const priceTypes = [0, 1, 2] as const
export type PriceType = (typeof priceTypes)[number]
export const priceTypeLabels: Record<PriceType, string> = { 0: '一口价', 1: '区间价', 2: '面议' }

/** Kinds of listings. */
export const listingKinds = ['service', 'product'] as const
export type ListingKind = (typeof listingKinds)[number]

export type { ListingStatus } from './listing-states.ts'

/** An uploaded picture of a listing; `url` is its path on the site. */
export interface ListingPicture {
  readonly fileId: string
  readonly url: string
}

/** A public document of a listing. */
export interface ListingFile extends ListingPicture {
  readonly name: string
  /** Size in bytes. */
  readonly size: number
}

/** A fact for comparison, as label and value. */
export interface Fact {
  readonly label: string
  readonly value: string
}
export interface FactTable {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
/** A step of the work with its first and last week, counted from 1. */
export interface Step {
  readonly name: string
  readonly from: number
  readonly to: number
}
export interface Deliverable {
  readonly name: string
  readonly note: string
}

/** Facts, tables and lists of a listing's detail page. */
export interface ListingDetail {
  readonly facts: readonly Fact[]
  /** Paragraphs of 服务详情 / 商品详情. */
  readonly paragraphs: readonly string[]
  /** Optional table, such as a study design or a specification. */
  readonly table?: FactTable
  readonly steps: readonly Step[]
  readonly deliverables: readonly Deliverable[]
  readonly certificates: readonly { readonly name: string; readonly scope: string; readonly until: string }[]
}
