/** 0 fixed price, 1 range (price~highPrice), 2 by agreement (面议). Only fixed prices go into the cart. */
export const priceTypes = [0, 1, 2] as const
export type PriceType = (typeof priceTypes)[number]

export const listingStatuses = ['draft', 'pending_review', 'published', 'unlisted', 'rejected', 'suspended'] as const
export type ListingStatus = (typeof listingStatuses)[number]

/** Facts, tables and lists of a listing's detail page. */
export interface ListingDetail {
  /** What a buyer compares, as label and value. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** Running text of 服务详情 / 商品详情, one paragraph each. */
  readonly paragraphs: readonly string[]
  /** One table, where the design of a study or a specification needs it. */
  readonly table?: {
    readonly title: string
    readonly head: readonly string[]
    readonly rows: readonly (readonly string[])[]
  }
  /** Steps of the work with their weeks, both counted from 1. */
  readonly steps: readonly { readonly name: string; readonly from: number; readonly to: number }[]
  readonly deliverables: readonly { readonly name: string; readonly note: string }[]
  readonly certificates: readonly { readonly name: string; readonly scope: string; readonly until: string }[]
}
