import { and, arrayContains, arrayOverlaps, eq, inArray, like, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { listingFilter } from '../../contract/catalogue/listing-fields.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import type { Listings } from './search.ts'

/** A filter as the contract has parsed it; goods may name a brand too. */
export type Filter = z.output<z.ZodObject<typeof listingFilter>> & { readonly brandId?: number | undefined }

/** The conditions of a filter, apart, since the count of a facet leaves its own out. */
export interface Conditions {
  /** What every count obeys: on sale, of the shop, found by the keyword. */
  readonly base: SQL | undefined
  readonly category: SQL | undefined
  readonly tags: SQL | undefined
  readonly district: SQL | undefined
  readonly price: SQL | undefined
  readonly certified: SQL | undefined
}

/** Turns a filter into conditions; `match` is what its keyword finds. */
export function conditionsOf(db: Db, t: Listings, filter: Filter, match: SQL | undefined): Conditions {
  const chosen = [filter.id, filter.fieldLevel2Id, filter.fieldLevel3Id].filter((each) => each !== undefined)
  return {
    base: and(
      eq(t.status, 'published'),
      match,
      filter.shopId === undefined ? undefined : eq(t.shopId, filter.shopId),
      filter.brandId === undefined || !('brandId' in t) ? undefined : eq(t.brandId, filter.brandId),
    ),
    category: chosen.length === 0 ? undefined : arrayContains(t.categoryPath, chosen),
    tags: filter.tags.length === 0 ? undefined : arrayOverlaps(t.tags, filter.tags),
    district: filter.districtCode === undefined ? undefined : like(t.districtCode, `${prefixOf(filter.districtCode)}%`),
    price: priceCondition(t, filter),
    certified: filter.certified ? certifiedOnly(db, t) : undefined,
  }
}

/** All conditions together. */
export const allOf = ({ base, category, tags, district, price, certified }: Conditions): SQL | undefined =>
  and(base, category, tags, district, price, certified)

/** 320000 → 32, 320500 → 3205: a district stands for all below it. */
const prefixOf = (code: string) => code.replace(/^(\d{2})0000$/, '$1').replace(/^(\d{4})00$/, '$1')

/** Listings of companies whose certification is in force. */
export const certifiedOnly = (db: Db, t: Listings): SQL =>
  inArray(t.companyId, db.select({ id: companies.id }).from(companies).where(eq(companies.certification, 'approved')))

/** A range overlaps what is asked for; a listing without a price meets no bound. */
function priceCondition(t: Listings, { priceFrom, priceTo, priceType }: Filter): SQL | undefined {
  return and(
    priceType === undefined ? undefined : eq(t.priceType, priceType),
    priceFrom === undefined ? undefined : sql`coalesce(${t.highPrice}, ${t.price}) >= ${priceFrom}`,
    priceTo === undefined ? undefined : sql`${t.price} <= ${priceTo}`,
  )
}
