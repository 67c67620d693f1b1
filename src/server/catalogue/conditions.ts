import { and, arrayContains, arrayOverlaps, eq, inArray, like, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { listingFilter } from '../../contract/catalogue/listing-fields.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import type { Listings } from './search.ts'

/** A filter as the contract has parsed it; goods may name a brand too. */
export type Filter = z.output<z.ZodObject<typeof listingFilter>> & { readonly brandId?: number | undefined }

/** What a list can be narrowed by; the count of each leaves its own choice out. */
export const facets = ['category', 'district', 'tags', 'type', 'brand', 'price', 'certified'] as const
export type Facet = (typeof facets)[number]

/** The conditions of a filter, apart. */
export interface Conditions {
  /** What every count obeys: on sale, of the shop, found by the keyword. */
  readonly base: SQL | undefined
  /** Of it, that of the shop. */
  readonly ofShop: SQL | undefined
  readonly facets: Readonly<Record<Facet, SQL | undefined>>
}

/** Turns a filter into conditions; `match` is what its keyword finds. */
export function conditionsOf(_db: Db, t: Listings, filter: Filter, match: SQL | undefined): Conditions {
  const chosen = categoriesOf(filter)
  const district = filter.districtCode === undefined ? undefined : districtPrefix(filter.districtCode)
  const ofShop = filter.shopId === undefined ? undefined : eq(t.shopId, filter.shopId)
  return {
    base: and(eq(t.status, 'published'), ofShop, match),
    ofShop,
    facets: {
      category: chosen.length === 0 ? undefined : arrayContains(t.categoryPath, chosen),
      district: district === undefined ? undefined : like(t.districtCode, `${district}%`),
      tags: filter.tags.length === 0 ? undefined : arrayOverlaps(t.tags, filter.tags),
      type: filter.priceType === undefined ? undefined : eq(t.priceType, filter.priceType),
      brand: filter.brandId === undefined || !('brandId' in t) ? undefined : eq(t.brandId, filter.brandId),
      price: priceCondition(t, filter),
      certified: filter.certified ? isCertified(t) : undefined,
    },
  }
}

/**
 * All conditions together, without those of one facet where it is named. The keyword comes last: rows are asked in
 * this order, and words lie outside the row.
 */
export const allOf = ({ base, facets: each }: Conditions, without?: Facet): SQL | undefined =>
  and(...facets.filter((facet) => facet !== without).map((facet) => each[facet]), base)

/** The categories of a filter, in no order: several must all be on the way to a listing. */
export const categoriesOf = (filter: Pick<Filter, 'id' | 'fieldLevel2Id' | 'fieldLevel3Id'>): number[] =>
  [filter.id, filter.fieldLevel2Id, filter.fieldLevel3Id].filter((each) => each !== undefined)

/** 320000 → 32, 320500 → 3205: a district stands for all below it. */
export const districtPrefix = (code: string): string => code.replace(/^(\d{2})0000$/, '$1').replace(/^(\d{4})00$/, '$1')

/** Listings of companies whose certification is in force, as a set: for reading many. */
export const certifiedOnly = (db: Db, t: Listings): SQL =>
  inArray(t.companyId, db.select({ id: companies.id }).from(companies).where(eq(companies.certification, 'approved')))

/** The same asked row by row: what is looked at costs, not how many companies there are. */
export const isCertified = (t: Listings): SQL =>
  sql`(select ${companies.certification} from ${companies} where ${companies.id} = ${t.companyId}) = 'approved'`

/** A range overlaps what is asked for; a listing without a price meets no bound. */
function priceCondition(t: Listings, { priceFrom, priceTo }: Filter): SQL | undefined {
  return and(
    priceFrom === undefined ? undefined : sql`coalesce(${t.highPrice}, ${t.price}) >= ${priceFrom}`,
    priceTo === undefined ? undefined : sql`${t.price} <= ${priceTo}`,
  )
}
