import { sql } from 'drizzle-orm'
import { bigint, customType, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ListingDetail, ListingStatus, PriceType } from '../../domain/catalogue/listing.ts'
import { companies } from './accounts.ts'
import { createdAt, fen, identity, moment } from './columns.ts'
import { categories } from './reference.ts'
import { shops } from './shops.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

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
  status: text().$type<ListingStatus>().notNull().default('draft'),
  /** Cut words of title, summary, shop and tags. */
  words: tsvector()
    .notNull()
    .default(sql`''::tsvector`),
  viewCount: bigint({ mode: 'number' }).notNull().default(0),
  followCount: integer().notNull().default(0),
  publishedAt: moment(),
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
    index('services_new')
      .on(t.publishedAt, t.id)
      .where(sql`${t.status} = 'published'`),
    index('services_price')
      .on(t.price, t.id)
      .where(sql`${t.status} = 'published'`),
    index('services_duration')
      .on(t.minDays, t.id)
      .where(sql`${t.status} = 'published'`),
    index('services_category')
      .using('gin', t.categoryPath)
      .where(sql`${t.status} = 'published'`),
    index('services_words').using('gin', t.words),
    index('services_title').using('gin', t.title.op('gin_trgm_ops')),
    index('services_shop').on(t.shopId, t.status),
  ],
)

export const brands = pgTable('brands', { id: identity(), name: text().notNull().unique() })

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
    minOrder: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('products_no').on(t.productNo),
    index('products_new')
      .on(t.publishedAt, t.id)
      .where(sql`${t.status} = 'published'`),
    index('products_price')
      .on(t.price, t.id)
      .where(sql`${t.status} = 'published'`),
    index('products_category')
      .using('gin', t.categoryPath)
      .where(sql`${t.status} = 'published'`),
    index('products_words').using('gin', t.words),
    index('products_title').using('gin', t.title.op('gin_trgm_ops')),
    index('products_cas').on(t.cas),
    index('products_shop').on(t.shopId, t.status),
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
    price: fen().notNull(),
    stock: integer().notNull(),
    sort: integer().notNull().default(0),
  },
  (t) => [index('product_specs_product').on(t.productId, t.sort)],
)
