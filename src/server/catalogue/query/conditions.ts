import { and, arrayContains, arrayOverlaps, eq, inArray, like, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { listingFilter } from '../../../contract/catalogue/listing-fields.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import type { Listings } from './listings.ts'

/** A filter as the contract has parsed it; goods may name a brand too. */
export type Filter = z.output<z.ZodObject<typeof listingFilter>> & { readonly brandId?: number | undefined }

/** Facets of a list; the counts of a facet ignore its own choice. */
export const facets = ['category', 'district', 'tags', 'type', 'brand', 'price', 'certified'] as const
export type Facet = (typeof facets)[number]

/** The conditions of a filter, one for each facet. */
export interface Conditions {
  /** Applies to every count: published, of the shop, matching the keyword. */
  readonly base: SQL | undefined
  /** The shop condition alone. */
  readonly ofShop: SQL | undefined
  readonly facets: Readonly<Record<Facet, SQL | undefined>>
}

/** Turns a filter into conditions; `match` is the keyword condition. */
export function conditionsOf(_db: Db, t: Listings, filter: Filter, match: SQL | undefined): Conditions {
  const categoryIds = filterCategories(filter)
  const district = filter.districtCode === undefined ? undefined : districtPrefix(filter.districtCode)
  const ofShop = filter.shopId === undefined ? undefined : eq(t.shopId, filter.shopId)
  return {
    base: and(eq(t.status, 'published'), ofShop, match),
    ofShop,
    facets: {
      category: categoryIds.length === 0 ? undefined : arrayContains(t.categoryPath, categoryIds),
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
 * Combines all conditions, optionally without one facet. The keyword comes last: conditions are evaluated in this
 * order, and the search tokens are stored outside the row (TOAST).
 */
export const combineConditions = ({ base, facets: each }: Conditions, without?: Facet): SQL | undefined =>
  and(...facets.filter((facet) => facet !== without).map((facet) => each[facet]), base)

/** The category ids of a filter, unordered: all of them must be in the path of a listing. */
export const filterCategories = (filter: Pick<Filter, 'id' | 'fieldLevel2Id' | 'fieldLevel3Id'>): number[] =>
  [filter.id, filter.fieldLevel2Id, filter.fieldLevel3Id].filter((each) => each !== undefined)

/** 320000 → 32, 320500 → 3205: a district includes all below it. */
export const districtPrefix = (code: string): string => code.replace(/^(\d{2})0000$/, '$1').replace(/^(\d{4})00$/, '$1')

/** Listings of certified companies, as a subquery: for reading many rows. */
export const isCertifiedCompany = (db: Db, t: Listings): SQL =>
  inArray(t.companyId, db.select({ id: companies.id }).from(companies).where(eq(companies.certification, 'approved')))

/** The same condition for each row: the cost depends on the rows read, not on the number of companies. */
export const isCertified = (t: Listings): SQL =>
  sql`(select ${companies.certification} from ${companies} where ${companies.id} = ${t.companyId}) = 'approved'`

/** A price range matches when it overlaps the bounds; a listing without a price never matches. */
function priceCondition(t: Listings, { priceFrom, priceTo }: Filter): SQL | undefined {
  return and(
    priceFrom === undefined ? undefined : sql`coalesce(${t.highPrice}, ${t.price}) >= ${priceFrom}`,
    priceTo === undefined ? undefined : sql`${t.price} <= ${priceTo}`,
  )
}
