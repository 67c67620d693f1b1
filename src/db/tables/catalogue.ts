import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
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

/** Columns shared by services and products. */
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
  /** Category path, copied so that one index filters a branch. */
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
  /** Own pictures, main one first; none = placeholder image of the category. */
  pictures: jsonb().$type<readonly ListingPicture[]>().notNull().default([]),
  /** Public downloads; their count is stored with the file. */
  attachments: jsonb().$type<readonly ListingFile[]>().notNull().default([]),
  /** Chosen values by the code of `category_attributes`. */
  attributes: jsonb().$type<Readonly<Record<string, readonly string[]>>>().notNull().default({}),
  /** Capabilities: values of the dictionary CAPABILITY_TAG. */
  capabilities: text().array().notNull().default([]),
  /** Provinces and cities served, six digits; none = the whole country. */
  areaCodes: text().array().notNull().default([]),
  status: text().$type<ListingStatus>().notNull().default('draft'),
  /** Search tokens of title, summary, shop and tags. */
  tokens: tsvector()
    .notNull()
    .default(sql`''::tsvector`),
  viewCount: bigint({ mode: 'number' }).notNull().default(0),
  followCount: integer().notNull().default(0),
  publishedAt: moment(),
  /** Reason of a rejection or suspension; empty otherwise. */
  reason: text().notNull().default(''),
  /** Edit version: an outdated form is refused. */
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
    /** Down payment in percent of the price; 0 = none. */
    downPaymentPercent: integer().notNull().default(0),
    /** Weeks from start to report, minimum and maximum; for sorting by duration. */
    minDays: integer(),
    maxDays: integer(),
    durationText: text().notNull().default(''),
  },
  (t) => [
    // Lists are sorted by indexes that include their conditions: migration listing_orders. Tokens and keys share one
    // index: migration listing_found.
    index('services_category')
      .using('gin', t.categoryPath)
      .where(sql`${t.status} = 'published'`),
    index('services_title').using('gin', t.title.op('gin_trgm_ops')),
    index('services_shop').on(t.shopId, t.status),
    // Covers counts by category and district.
    index('services_tally')
      .on(t.categoryId, t.districtCode)
      .where(sql`${t.status} = 'published'`),
    index('services_desk').on(t.shopId, t.updatedAt, t.id),
    index('services_waiting')
      .on(t.updatedAt)
      .where(sql`${t.status} = 'pending_review'`),
  ],
)

/**
 * Rows of listings in lists, as the contract answers them. Written by triggers in the transaction of every change to a
 * listing, its shop's name or its company's certification (migration listing_cards); rebuilt by `reindex`.
 */
export const listingCards = pgTable(
  'listing_cards',
  {
    kind: text().$type<ListingKind>().notNull(),
    listingId: integer().notNull(),
    /** JSON object. */
    card: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.listingId] })],
)

export const brands = pgTable('brands', { id: identity(), name: text().notNull().unique() }, (t) => [
  uniqueIndex('brands_name_key').on(nameKey(t.name)),
])

/** What catalogue numbers are compared in: upper case without blanks and separators (domain/orders/quick-order.ts). */
export const catalogueKeyOf = (column: SQLWrapper): SQL<string> =>
  sql`regexp_replace(upper(${column}), '[[:space:]._/-]', '', 'g')`

export const products = pgTable(
  'products',
  {
    id: identity(),
    productNo: text().notNull(),
    ...listing(),
    brandId: integer().references(() => brands.id),
    /** CAS number, matched exactly by the search. */
    cas: text(),
    /** Canonical SMILES of the chemical structure, as the seller gave it; empty without one. */
    smiles: text().notNull().default(''),
    /** The structure, once the job has read it. */
    moleculeId: integer().references((): AnyPgColumn => molecules.id),
    /** The SMILES that `moleculeId` was read from; another than `smiles` = the job is due. */
    moleculeOf: text().notNull().default(''),
    /** Codes of GHS hazard statements. */
    hazards: text().array().notNull().default([]),
    catalogueNo: text(),
    specText: text().notNull().default(''),
    /** 瓶, 支, 台: a value of the dictionary UNIT. */
    unit: text().notNull().default(''),
    minOrder: integer().notNull().default(1),
    /** Volume discounts by minimum quantity; percent of the price. */
    discounts: jsonb().$type<readonly QuantityDiscount[]>().notNull().default([]),
    /** Down payment in percent; 0 = full payment. */
    downPaymentPercent: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('products_no').on(t.productNo),
    index('products_category')
      .using('gin', t.categoryPath)
      .where(sql`${t.status} = 'published'`),
    index('products_title').using('gin', t.title.op('gin_trgm_ops')),
    index('products_cas').on(t.cas),
    index('products_molecule')
      .on(t.moleculeId)
      .where(sql`${t.moleculeId} is not null`),
    index('products_molecule_due')
      .on(t.id)
      .where(sql`${t.smiles} <> ${t.moleculeOf}`),
    index('products_catalogue_no')
      .on(catalogueKeyOf(t.catalogueNo))
      .where(sql`${t.status} = 'published'`),
    index('products_brand')
      .on(t.brandId, t.categoryId)
      .where(sql`${t.status} = 'published'`),
    index('products_shop').on(t.shopId, t.status),
    // Covers counts by category and district.
    index('products_tally')
      .on(t.categoryId, t.districtCode)
      .where(sql`${t.status} = 'published'`),
    index('products_desk').on(t.shopId, t.updatedAt, t.id),
    index('products_waiting')
      .on(t.updatedAt)
      .where(sql`${t.status} = 'pending_review'`),
  ],
)

/**
 * Chemical structures of goods, each once, with what a search needs. Written by the job `catalogue-structures` only; a
 * structure itself never changes.
 */
export const molecules = pgTable(
  'molecules',
  {
    id: identity(),
    /** Canonical code of openchemlib: equal codes are equal structures. */
    idcode: text().notNull().unique(),
    smiles: text().notNull(),
    formula: text().notNull(),
    /** g/mol */
    mass: doublePrecision().notNull(),
    /** Atoms without implicit hydrogens. */
    atoms: integer().notNull(),
    /** 512 bits in base64: fragments that occur. */
    fingerprint: text().notNull(),
    /** Plane drawing: domain/pictures/structure-drawing.ts; atoms in the order of the idcode. */
    drawing: text().notNull(),
    /** Whether goods with it are on sale. */
    listed: boolean().notNull().default(false),
    /** Number of the change that wrote the row last: the index in memory reads what is newer than it has. */
    revision: integer().notNull(),
  },
  (t) => [index('molecules_revision').on(t.revision), index('molecules_smiles').using('hash', t.smiles)],
)

/** Batches of goods with certificate of analysis and safety data sheet. */
export const productBatches = pgTable(
  'product_batches',
  {
    id: identity(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    batchNo: text().notNull(),
    madeOn: date({ mode: 'string' }),
    retestOn: date({ mode: 'string' }),
    /** Certificate of analysis, for people who are signed in. */
    coaFileId: text(),
    /** Safety data sheet, for everyone. */
    sdsFileId: text(),
    createdBy: integer().notNull(),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('product_batches_no').on(t.productId, t.batchNo), index('product_batches_coa').on(t.coaFileId)],
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
    /** The seller's own code; empty = none. */
    code: text().notNull().default(''),
    price: fen().notNull(),
    stock: integer().notNull(),
    sort: integer().notNull().default(0),
    /** When it was removed from the listing; carts and orders may still refer to it. */
    removedAt: moment(),
  },
  (t) => [index('product_specs_product').on(t.productId, t.sort), check('product_specs_stock', sql`${t.stock} >= 0`)],
)

/** Pending change of a published listing by its seller; one per listing. */
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
    /** draft = unsent; pending_review = submitted; rejected = see `reason`. */
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
