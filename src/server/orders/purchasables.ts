import { asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { products, productSpecs, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import type { CartListing } from '../../domain/orders/cart-items.ts'
import type { QuantityDiscount } from '../../domain/orders/discounts.ts'
import { freePostage, type PostageRule } from '../../domain/orders/postage.ts'
import { listingPictureUrl, mainPicture } from '../catalogue/listings/listing-row.ts'
import { isOpen } from '../shops/shop-rows.ts'
import { holidayToday } from '../shops/today.ts'
import { isListingPublished, type ListingStatus } from '../../domain/catalogue/listing-states.ts'
import { isCertified, type CertificationStatus } from '../../domain/accounts/certification.ts'

/** Reference to a purchasable: a service, or one specification of a product. */
export interface PurchasableRef {
  readonly kind: ListingKind
  readonly listingId: number
  /** null for services; for a product null means its only specification. */
  readonly specId: number | null
}

/** Current state of a purchasable from the database. Money in fen. */
export interface Purchasable extends CartListing {
  readonly listingId: number
  readonly listingNo: string
  readonly categoryId: number
  readonly specId: number | null
  readonly title: string
  readonly specName: string
  readonly specText: string
  readonly pictureUrl: string
  readonly unit: string
  readonly discounts: readonly QuantityDiscount[]
  readonly downPaymentPercent: number
  readonly shop: PurchasableShop
}

export interface PurchasableShop {
  readonly shopId: number
  readonly orgId: number
  readonly shopName: string
  readonly certified: boolean
  /** Whether the shop is open; reliable until the transaction ends if it was read with a lock. */
  readonly isOpen: boolean
  readonly postage: PostageRule
  /** Usual rate of tax, basis points; null = not stated. */
  readonly taxRate: number | null
  readonly holiday: ReturnType<typeof holidayToday>
}

export const purchasableKey = ({ kind, listingId, specId }: PurchasableRef): string =>
  `${kind} ${listingId} ${specId ?? ''}`

const listingColumns = <T extends typeof services | typeof products>(t: T) => ({
  listingId: t.id,
  categoryId: t.categoryId,
  title: t.title,
  status: t.status,
  deletedAt: t.deletedAt,
  priceType: t.priceType,
  figure: t.figure,
  picture: mainPicture(t),
  downPaymentPercent: t.downPaymentPercent,
  shopId: shops.id,
  orgId: shops.companyId,
  shopName: shops.name,
  postage: shops.postage,
  taxRate: shops.taxRate,
  holidayFrom: shops.holidayFrom,
  holidayUntil: shops.holidayUntil,
  holidayNotice: shops.holidayNotice,
  certification: companies.certification,
  isShopOpen: sql<boolean>`${isOpen()}`,
})

/**
 * Purchasables by `purchasableKey`; deleted ones are missing. A query for each kind of listing. A product reference
 * without a specification resolves if the product has exactly one. `lock` locks the companies of the shops until the
 * transaction ends: closing a shop waits and then sees what was written in the meantime.
 */
export async function loadPurchasables(
  db: Db,
  refs: readonly PurchasableRef[],
  lock = false,
): Promise<ReadonlyMap<string, Purchasable>> {
  const idsOf = (kind: ListingKind) => [...new Set(refs.filter((ref) => ref.kind === kind).map((ref) => ref.listingId))]
  const [serviceIds, productIds] = [idsOf('service'), idsOf('product')]
  const found = [
    ...(serviceIds.length === 0 ? [] : await loadServices(db, serviceIds, lock)),
    ...(productIds.length === 0 ? [] : await loadProducts(db, productIds, lock)),
  ]
  const things = new Map(found.map((thing) => [purchasableKey(thing), thing]))
  for (const ref of refs) {
    if (ref.kind !== 'product' || ref.specId !== null) continue
    const [only, second] = found.filter(
      (thing) => thing.kind === 'product' && thing.listingId === ref.listingId && thing.specOnSale,
    )
    if (only !== undefined && second === undefined) things.set(purchasableKey(ref), only)
  }
  return things
}

type ListingRow = {
  readonly categoryId: number
  readonly title: string
  readonly status: ListingStatus
  readonly deletedAt: Date | null
  readonly figure: string
  readonly picture: string | null
  readonly shopId: number
  readonly orgId: number
  readonly shopName: string
  readonly postage: PostageRule | null
  readonly taxRate: number | null
  readonly holidayFrom: string | null
  readonly holidayUntil: string | null
  readonly holidayNotice: string
  readonly certification: CertificationStatus | null
  readonly isShopOpen: boolean
}

const sharedFields = (row: ListingRow) => ({
  title: row.title,
  categoryId: row.categoryId,
  onSale: isListingPublished(row.status) && row.deletedAt === null,
  pictureUrl: listingPictureUrl(row.picture, row.figure),
  shop: {
    shopId: row.shopId,
    orgId: row.orgId,
    shopName: row.shopName,
    certified: isCertified(row.certification),
    isOpen: row.isShopOpen,
    postage: row.postage ?? freePostage,
    taxRate: row.taxRate,
    holiday: holidayToday(row),
  },
})

async function loadServices(db: Db, ids: readonly number[], lock: boolean): Promise<Purchasable[]> {
  const query = db
    .select({ ...listingColumns(services), price: services.price, durationText: services.durationText })
    .from(services)
    .innerJoin(shops, eq(shops.id, services.shopId))
    .innerJoin(companies, eq(companies.id, services.companyId))
    .where(inArray(services.id, [...ids]))
    .orderBy(asc(companies.id))
  const rows = await (lock ? query.for('share', { of: companies }) : query)
  return rows.map((row) => ({
    ...sharedFields(row),
    kind: 'service',
    listingId: row.listingId,
    listingNo: String(row.listingId),
    specId: null,
    specName: '',
    specText: row.durationText === '' ? '' : `周期 ${row.durationText}`,
    unit: '项',
    priceType: row.priceType,
    price: row.price,
    specOnSale: true,
    stock: null,
    minOrder: 1,
    discounts: [],
    downPaymentPercent: row.downPaymentPercent,
  }))
}

/** One purchasable per specification, including removed ones, since carts may still refer to them. */
async function loadProducts(db: Db, ids: readonly number[], lock: boolean): Promise<Purchasable[]> {
  const query = db
    .select({
      ...listingColumns(products),
      productNo: products.productNo,
      cas: products.cas,
      catalogueNo: products.catalogueNo,
      unit: products.unit,
      minOrder: products.minOrder,
      discounts: products.discounts,
      specId: productSpecs.id,
      specName: productSpecs.name,
      price: productSpecs.price,
      stock: productSpecs.stock,
      specOnSale: sql<boolean>`${isNull(productSpecs.removedAt)}`,
    })
    .from(products)
    .innerJoin(productSpecs, eq(productSpecs.productId, products.id))
    .innerJoin(shops, eq(shops.id, products.shopId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(companies.id), asc(productSpecs.productId), asc(productSpecs.sort))
  const rows = await (lock ? query.for('share', { of: companies }) : query)
  return rows.map((row) => ({
    ...sharedFields(row),
    kind: 'product',
    listingId: row.listingId,
    listingNo: row.productNo,
    specId: row.specId,
    specName: row.specName,
    unit: row.unit === '' ? '件' : row.unit,
    minOrder: row.minOrder,
    specText: [
      row.cas === null ? '' : `CAS ${row.cas}`,
      row.catalogueNo === null ? '' : `货号 ${row.catalogueNo}`,
      row.specName,
    ]
      .filter((part) => part !== '')
      .join(' · '),
    priceType: row.priceType,
    price: row.price,
    specOnSale: row.specOnSale,
    stock: row.stock,
    discounts: row.discounts,
    downPaymentPercent: row.downPaymentPercent,
  }))
}
