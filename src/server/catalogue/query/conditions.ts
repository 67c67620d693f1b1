import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { listingFilter } from '../../../contract/catalogue/listing-fields.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { products } from '../../../db/tables/catalogue.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { isPublished, listingTables, type Listings } from './listings.ts'

/** A filter as the contract has parsed it; goods may name a brand too. */
export type Filter = z.output<z.ZodObject<typeof listingFilter>> & { readonly brandId?: number | undefined }

/** Facets of a list; the counts of a facet ignore its own choice. */
export const facets = ['category', 'district', 'tags', 'type', 'brand', 'price', 'certified'] as const
export type Facet = (typeof facets)[number]

/** What is matched of a keyword: tokens, or a part of the title, or either. */
export interface MatchForm {
  readonly hasTokens: boolean
  readonly hasTitle: boolean
}

/** Which conditions a filter has, without their values: what the text of its statements depends on. */
export interface FilterForm {
  readonly kind: ListingKind
  readonly chosen: readonly Facet[]
  readonly hasPriceFrom: boolean
  readonly hasPriceTo: boolean
  readonly isOneShop: boolean
  readonly match: MatchForm | undefined
}

/** Writes a value of a filter, or another one by its name, into a statement. */
export type Bind = (name: string, type: string) => SQL

/**
 * Writes placeholders. A value inside of a subquery is not seen by the planner of PostgreSQL: all values have the same
 * plan, which it therefore keeps from the sixth execution on. The text of the statement decides which index is read.
 */
export const placeholders: Bind = (name, type) => sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`

/** Writes the values themselves, for statements that run once. */
export const valuesOf =
  (values: Readonly<Record<string, unknown>>): Bind =>
  (name, type) =>
    sql`${sql.param(values[name])}::${sql.raw(type)}`

/** The form of a filter; `match` is that of its keyword. */
export function formOfFilter(kind: ListingKind, filter: Filter, match: MatchForm | undefined): FilterForm {
  const isChosen: Readonly<Record<Facet, boolean>> = {
    category: filterCategories(filter).length > 0,
    district: filter.districtCode !== undefined,
    tags: filter.tags.length > 0,
    type: filter.priceType !== undefined,
    brand: filter.brandId !== undefined && kind === 'product',
    price: (filter.priceFrom ?? filter.priceTo) !== undefined,
    certified: filter.certified,
  }
  return {
    kind,
    chosen: facets.filter((facet) => isChosen[facet]),
    hasPriceFrom: filter.priceFrom !== undefined,
    hasPriceTo: filter.priceTo !== undefined,
    isOneShop: filter.shopId !== undefined,
    match,
  }
}

/** Values of a filter, by the names under which its conditions bind them. */
export function filterValues(filter: Filter) {
  const district = districtPrefix(filter.districtCode ?? '')
  return {
    categories: filterCategories(filter),
    district: `${district}%`,
    province: district.slice(0, 2),
    tags: filter.tags,
    priceType: filter.priceType,
    brandId: filter.brandId,
    priceFrom: filter.priceFrom,
    priceTo: filter.priceTo,
    shopId: filter.shopId,
  }
}

/** The condition of one facet. */
export function facetCondition(form: FilterForm, facet: Facet, bind: Bind): SQL | undefined {
  const t = listingTables[form.kind]
  if (facet === 'category') return sql`${t.categoryPath} @> ${bind('categories', 'int[]')}`
  if (facet === 'district') return sql`${t.districtCode} like ${bind('district', 'text')}`
  if (facet === 'tags') return sql`${t.tags} @> ${bind('tags', 'text[]')}`
  if (facet === 'type') return sql`${t.priceType} = ${bind('priceType', 'int')}`
  if (facet === 'brand') return sql`${products.brandId} = ${bind('brandId', 'int')}`
  if (facet === 'certified') return isCertified(t)
  // A price range matches when it overlaps the bounds; a listing without a price never matches.
  return and(
    form.hasPriceFrom ? sql`coalesce(${t.highPrice}, ${t.price}) >= ${bind('priceFrom', 'bigint')}` : undefined,
    form.hasPriceTo ? sql`${t.price} <= ${bind('priceTo', 'bigint')}` : undefined,
  )
}

export const shopCondition = ({ kind }: FilterForm, bind: Bind): SQL =>
  sql`${listingTables[kind].shopId} = ${bind('shopId', 'int')}`

/** The condition of a keyword or of one of its ranks, bound as `<name>Tokens` and `<name>Title`. */
export function matchCondition(t: Listings, { hasTokens, hasTitle }: MatchForm, name: string, bind: Bind): SQL {
  const tokens = sql`${t.tokens} @@ ${bind(`${name}Tokens`, 'tsquery')}`
  const title = sql`${t.title} ilike ${bind(`${name}Title`, 'text')}`
  if (!hasTitle) return tokens
  return hasTokens ? sql`(${tokens} or ${title})` : title
}

/**
 * All conditions of a filter with their values, for statements that run once. The keyword comes last: conditions are
 * evaluated in this order, and the search tokens are stored outside the row (TOAST).
 */
export function conditionsOf(kind: ListingKind, filter: Filter, match: SQL | undefined): SQL | undefined {
  const form = formOfFilter(kind, filter, undefined)
  const bind = valuesOf(filterValues(filter))
  return and(
    ...form.chosen.map((facet) => facetCondition(form, facet, bind)),
    isPublished(listingTables[kind]),
    form.isOneShop ? shopCondition(form, bind) : undefined,
    match,
  )
}

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
