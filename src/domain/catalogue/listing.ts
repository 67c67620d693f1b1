/** 0 fixed price, 1 range (price~highPrice), 2 by agreement (面议). Only fixed prices go into the cart. */
export const priceTypes = [0, 1, 2] as const
export type PriceType = (typeof priceTypes)[number]
export const priceTypeLabels: Record<PriceType, string> = { 0: '一口价', 1: '区间价', 2: '面议' }

/** A service or a product: what shops offer. */
export const listingKinds = ['service', 'product'] as const
export type ListingKind = (typeof listingKinds)[number]

export type { ListingStatus } from './listing-states.ts'

/** An own picture of a listing; `url` is its path below the site. */
export interface ListingPicture {
  readonly fileId: string
  readonly url: string
}

/** A paper of a listing that anyone may download. */
export interface ListingFile extends ListingPicture {
  readonly name: string
  /** bytes */
  readonly size: number
}

/** What a buyer compares, as label and value. */
export interface Fact {
  readonly label: string
  readonly value: string
}
export interface FactTable {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
/** A step of the work with its weeks, both counted from 1. */
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
  /** Running text of 服务详情 / 商品详情, one paragraph each. */
  readonly paragraphs: readonly string[]
  /** One table, where the design of a study or a specification needs it. */
  readonly table?: FactTable
  readonly steps: readonly Step[]
  readonly deliverables: readonly Deliverable[]
  readonly certificates: readonly { readonly name: string; readonly scope: string; readonly until: string }[]
}
