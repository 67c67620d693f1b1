import { z } from 'zod'
import { priceTypes } from '../../domain/catalogue/listing.ts'
import { listingChangeStatuses, listingStatuses } from '../../domain/catalogue/listing-states.ts'
import { shownHoliday } from '../shops/shop-fields.ts'
import { fen, id, keyword, moment, text } from '../fields.ts'
import { supplierRecord } from '../orders/supplier-record.ts'

/** District of six digits, or its first two or four: a province or city with all below it. */
export const districtCode = z.string().regex(/^\d{2,6}$/, '地区编码为 2 至 6 位数字')

/** All of these tags, such as GLP and CNAS. */
export const tagChoice = z.array(text(20)).max(10, '最多选 10 项').default([])

/** Filters of services and goods. Categories are ids of any level; several must all be in the path. */
export const listingFilter = {
  keyword: keyword.default(''),
  /** Searches the keyword as it is typed: misspelt words are not corrected. */
  exact: z.boolean().optional(),
  /** Category of any level (specification 2.3: level 1 and 4 of the menu). */
  id: id.optional(),
  fieldLevel2Id: id.optional(),
  fieldLevel3Id: id.optional(),
  tags: tagChoice,
  districtCode: districtCode.optional(),
  /** fen; a price range matches when it overlaps, 面议 never matches. */
  priceFrom: fen.optional(),
  priceTo: fen.optional(),
  /** 0 fixed (can be ordered at once), 1 range, 2 by agreement. */
  priceType: z.literal([...priceTypes]).optional(),
  /** Only companies whose certification is in force. */
  certified: z.boolean().default(false),
  shopId: id.optional(),
}
type PriceRange = { priceFrom?: number | undefined; priceTo?: number | undefined }
/** Whether the lower price bound does not exceed the upper one. */
export const pricesInOrder = ({ priceFrom, priceTo }: PriceRange) =>
  priceFrom === undefined || priceTo === undefined || priceFrom <= priceTo
/** Field error for crossed price bounds. */
export const pricesCrossed = { path: ['priceTo'], message: '最高价不能低于最低价' }

/** Sorts of a list. `default`: best match first with a keyword, else newest first. */
export const listingSorts = ['default', 'new', 'priceUp', 'priceDown'] as const

/** Price type on the wire; the price is in fen, with the upper end for a range; null where there is none. */
export const priceType = z.literal([...priceTypes])

/** Shop fields of a listing in lists and cards. */
export const shopOfListing = {
  shopId: id,
  /** Company of the shop: the specification's orgId. */
  orgId: id,
  shopName: z.string(),
  certified: z.boolean(),
  /** 省 市, short: 江苏 苏州. */
  districtName: z.string(),
}

const option = z.object({ value: z.string(), label: z.string(), count: z.int() })
/** One value of a facet with its number of listings. */
export type FacetOption = z.output<typeof option>

const level = z.object({
  level: z.int(),
  /** Chosen category of this level; null without one. */
  chosenId: id.nullable(),
  options: z.array(z.object({ categoryId: id, categoryName: z.string(), mark: z.string(), count: z.int() })),
})
/** One level of the category menu: the children of the category chosen above it. */
export type FacetLevel = z.output<typeof level>

const countedFacet = z.enum(['category', 'tags', 'district', 'type', 'brand', 'price', 'certified'])
export type CountedFacet = z.output<typeof countedFacet>

/** Facet menu of a list. Counts of a facet ignore that facet's own choice; prices are counted by band. */
export const listingMenu = z.object({
  /** Number of listings that match all conditions, at most 2,000. */
  total: z.int(),
  /** True when there are 2,000 or more. */
  capped: z.boolean(),
  /** Facets with more than 2,000 listings: their counts are partial or estimated and only show which values occur. */
  partial: z.array(countedFacet),
  /** 服务分类, then 二级分类: each level lists the children of the category chosen above. */
  levels: z.array(level),
  tags: z.array(option),
  /** Provinces by their first two digits. */
  districts: z.array(option),
  /** Brands by id, the most frequent twelve; of goods only. */
  brands: z.array(option),
  /** Bands as `from-to` in fen, an open end empty. */
  prices: z.array(option),
  /** Price types: 0 一口价, 1 区间价, 2 面议. */
  types: z.array(option),
  /** Listings of certified companies; listings that can be ordered at once. */
  certifiedCount: z.int(),
  fixedCount: z.int(),
})
export type ListingMenu = z.output<typeof listingMenu>

/** Facts, tables and lists of a detail page. */
export const listingDetail = {
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  paragraphs: z.array(z.string()),
  table: z.object({ title: z.string(), head: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
  /** Weeks counted from 1, both ends included. */
  steps: z.array(z.object({ name: z.string(), from: z.int(), to: z.int() })),
  deliverables: z.array(z.object({ name: z.string(), note: z.string() })),
  /** In force today; `number` and `issuer` are '' where the certificate does not state them, `until` without expiry. */
  certificates: z.array(
    z.object({
      tag: z.string(),
      name: z.string(),
      number: z.string(),
      issuer: z.string(),
      scope: z.string(),
      until: z.string(),
    }),
  ),
  /** From the first level down to the listing's own category. */
  categoryPath: z.array(z.object({ categoryId: id, categoryName: z.string() })),
  /** Names of placeholder images used without uploaded pictures, the listing's own first. */
  figures: z.array(z.string()),
  /** URLs of the uploaded pictures, the main one first; empty = placeholder images. */
  pictures: z.array(z.string()),
  /** Public documents; size in bytes. */
  attachments: z.array(
    z.object({ fileId: z.string(), url: z.string(), name: z.string(), size: z.int(), downloads: z.int() }),
  ),
  capabilities: z.array(z.string()),
  /** Short names of the provinces and cities served; empty = the whole country. */
  areas: z.array(z.string()),
  viewCount: z.int(),
  followCount: z.int(),
  publishedAt: moment.nullable(),
}

/** Shop box of a detail page. */
export const shopBox = z.object({
  ...shopOfListing,
  shopLogo: z.string(),
  companyName: z.string(),
  /** `2013-06-18`; empty where unknown. */
  foundedAt: z.string(),
  serviceAccount: z.int(),
  productAccount: z.int(),
  followCount: z.int(),
  tags: z.array(z.string()),
  holiday: shownHoliday,
  /** Track record from its orders on this platform. */
  record: supplierRecord,
})
export type ShopBox = z.output<typeof shopBox>

/** The shop of a listing that is or was published, and similar listings of other shops. */
export const similarOf = <T extends z.ZodType>(row: T) =>
  z.object({ shop: z.object({ shopId: id, orgId: id, shopName: z.string() }), data: z.array(row) })

/** Additional fields of a preview, which is visible to its own company only. */
export const previewed = {
  status: z.enum(listingStatuses),
  /** State of the pending change that is shown; null = the listing itself. */
  change: z.enum(listingChangeStatuses).nullable(),
  /** Why it (or its change) was rejected; empty otherwise. */
  reason: z.string(),
}
