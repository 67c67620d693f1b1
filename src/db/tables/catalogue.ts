import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type {
  ListingDetail,
  ListingFile,
  ListingKind,
  ListingPicture,
  ListingStatus,
  PriceType,
} from '../../domain/catalogue/listing.ts'
import type { QuantityDiscount } from '../../domain/orders/discounts.ts'
import type { ProductForm, ServiceForm } from '../../domain/catalogue/listing-form.ts'
import { companies } from './accounts.ts'
import { createdAt, fen, identity, moment, nameKey, tsvector } from './columns.ts'
import { categories } from './reference.ts'
import { shops } from './shops.ts'

/** What services and goods share. */
const listing = () => ({
  shopId: integer()
    .notNull()
    .references(() => shops.id),
  companyId: integer()
    .notNull()
    .references(() => companies.id),
  categoryId: integer()
    .notNull()
    .references(() => categories.id),
  /** Path of the category, copied so that a branch filters by one index. */
  categoryPath: integer().array().notNull(),
  title: text().notNull(),
  summary: text().notNull().default(''),
  /** 0 fixed, 1 range (price~highPrice), 2 by agreement. */
  priceType: integer().$type<PriceType>().notNull(),
  price: fen(),
  highPrice: fen(),
  districtCode: text().notNull(),
  tags: text().array().notNull().default([]),
  figure: text().notNull(),
  detail: jsonb().$type<ListingDetail>().notNull(),
  /** Own pictures, the main one first; none = the plate of its category. */
  pictures: jsonb().$type<readonly ListingPicture[]>().notNull().default([]),
  /** Papers anyone may download; how often is counted with the file. */
  attachments: jsonb().$type<readonly ListingFile[]>().notNull().default([]),
  /** Chosen values by the code of `category_attributes`. */
  attributes: jsonb().$type<Readonly<Record<string, readonly string[]>>>().notNull().default({}),
  /** What the supplier can do: words of the dictionary CAPABILITY_TAG. */
  capabilities: text().array().notNull().default([]),
  /** Provinces and cities served, six digits; none = the whole country. */
  areaCodes: text().array().notNull().default([]),
  status: text().$type<ListingStatus>().notNull().default('draft'),
  /** Cut words of title, summary, shop and tags. */
  words: tsvector()
    .notNull()
    .default(sql`''::tsvector`),
  viewCount: bigint({ mode: 'number' }).notNull().default(0),
  followCount: integer().notNull().default(0),
  publishedAt: moment(),
  /** Why it was rejected or suspended; empty otherwise. */
  reason: text().notNull().default(''),
  /** Counts the writes of its seller, so that a second tab never overwrites unseen. */
  version: integer().notNull().default(1),
  deletedAt: moment(),
  updatedAt: createdAt(),
  createdAt: createdAt(),
})

export const services = pgTable(
  'services',
  {
    id: identity(),
    serviceNo: text().notNull().unique(),
    ...listing(),
    /** Down payment in percent of the price; 0 = none asked. */
    downPaymentPercent: integer().notNull().default(0),
    /** Weeks from start to report, both ends; for the sort by duration. */
    minDays: integer(),
    maxDays: integer(),
    durationText: text().notNull().default(''),
  },
  (t) => [
    // The orders of a list are read from indexes that carry its conditions too: migration listing_orders. Words and
    // keys are one index: migration listing_found.
    index('services_category')
      .using('gin', t.categoryPath)
      .where(sql`${t.status} = 'published'`),
    index('services_title').using('gin', t.title.op('gin_trgm_ops')),
    index('services_shop').on(t.shopId, t.status),
    // Counts by category and place read this alone.
    index('services_tally')
      .on(t.categoryId, t.districtCode)
      .where(sql`${t.status} = 'published'`),
    index('services_desk').on(t.shopId, t.updatedAt, t.id),
    index('services_waiting')
      .on(t.updatedAt)
      .where(sql`${t.status} = 'pending_review'`),
  ],
)

export const brands = pgTable('brands', { id: identity(), name: text().notNull().unique() }, (t) => [
  uniqueIndex('brands_name_key').on(nameKey(t.name)),
])

export const products = pgTable(
  'products',
  {
    id: identity(),
    productNo: text().notNull(),
    ...listing(),
    brandId: integer().references(() => brands.id),
    /** CAS number, matched exactly by the search. */
    cas: text(),
    catalogueNo: text(),
    specText: text().notNull().default(''),
    /** 瓶, 支, 台: a word of the dictionary UNIT. */
    unit: text().notNull().default(''),
    minOrder: integer().notNull().default(1),
    /** Cheaper from so many pieces on; percent of the price. */
    discounts: jsonb().$type<readonly QuantityDiscount[]>().notNull().default([]),
    /** Down payment in percent; 0 = the whole at once. */
    downPaymentPercent: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('products_no').on(t.productNo),
    index('products_category')
      .using('gin', t.categoryPath)
      .where(sql`${t.status} = 'published'`),
    index('products_title').using('gin', t.title.op('gin_trgm_ops')),
    index('products_cas').on(t.cas),
    index('products_brand')
      .on(t.brandId, t.categoryId)
      .where(sql`${t.status} = 'published'`),
    index('products_shop').on(t.shopId, t.status),
    // Counts by category and place read this alone.
    index('products_tally')
      .on(t.categoryId, t.districtCode)
      .where(sql`${t.status} = 'published'`),
    index('products_desk').on(t.shopId, t.updatedAt, t.id),
    index('products_waiting')
      .on(t.updatedAt)
      .where(sql`${t.status} = 'pending_review'`),
  ],
)

/** One buyable specification of a product, with its own price and stock. */
export const productSpecs = pgTable(
  'product_specs',
  {
    id: identity(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    name: text().notNull(),
    /** The seller's own code of it; empty = none. */
    code: text().notNull().default(''),
    price: fen().notNull(),
    stock: integer().notNull(),
    sort: integer().notNull().default(0),
    /** Taken off the listing; carts and orders still name it. */
    removedAt: moment(),
  },
  (t) => [index('product_specs_product').on(t.productId, t.sort), check('product_specs_stock', sql`${t.stock} >= 0`)],
)

/** What a seller changed in a published listing and is not in force yet; one a listing. */
export const listingChanges = pgTable(
  'listing_changes',
  {
    id: identity(),
    kind: text().$type<ListingKind>().notNull(),
    listingId: integer().notNull(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer().notNull(),
    form: jsonb().$type<ServiceForm | ProductForm>().notNull(),
    /** draft = as typed; pending_review = submitted; rejected = `reason` says why. */
    status: text().$type<'draft' | 'pending_review' | 'rejected'>().notNull(),
    reason: text().notNull().default(''),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('listing_changes_one').on(t.kind, t.listingId),
    index('listing_changes_waiting')
      .on(t.updatedAt)
      .where(sql`${t.status} = 'pending_review'`),
  ],
)
