import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { products, productSpecs, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import type { CartOffer } from '../../domain/orders/cart-items.ts'
import type { QuantityDiscount } from '../../domain/orders/discounts.ts'
import { freePostage, type PostageRule } from '../../domain/orders/postage.ts'
import { mainPicture, plateName, plateUrl } from '../catalogue/public.ts'
import { holidayToday } from '../shops/public.ts'

/** What can be bought: a service, or one specification of a product. */
export interface ThingRef {
  readonly kind: ListingKind
  readonly listingId: number
  /** null for services; a product without it means its only specification. */
  readonly specId: number | null
}

/** A thing as it stands now, from the server's own rows. Money in fen. */
export interface Thing extends CartOffer {
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
  readonly shop: ThingShop
}

export interface ThingShop {
  readonly shopId: number
  readonly orgId: number
  readonly shopName: string
  readonly certified: boolean
  readonly postage: PostageRule
  readonly holiday: ReturnType<typeof holidayToday>
}

export const thingKey = ({ kind, listingId, specId }: ThingRef): string => `${kind} ${listingId} ${specId ?? ''}`

const listingColumns = <T extends typeof services | typeof products>(t: T) => ({
  ...{ listingId: t.id, categoryId: t.categoryId, title: t.title, status: t.status, deletedAt: t.deletedAt },
  ...{ priceType: t.priceType, figure: t.figure, picture: mainPicture(t), downPaymentPercent: t.downPaymentPercent },
  ...{ shopId: shops.id, orgId: shops.companyId, shopName: shops.name, postage: shops.postage },
  ...{ holidayFrom: shops.holidayFrom, holidayUntil: shops.holidayUntil, holidayNotice: shops.holidayNotice },
  certification: companies.certification,
})

/**
 * What stands behind some references, by `thingKey`; what is gone is missing. Two reads, however many they are. A
 * product asked for without a specification is found when it has one only.
 */
export async function thingsOf(db: Db, refs: readonly ThingRef[]): Promise<ReadonlyMap<string, Thing>> {
  const idsOf = (kind: ListingKind) => [...new Set(refs.filter((ref) => ref.kind === kind).map((ref) => ref.listingId))]
  const [serviceIds, productIds] = [idsOf('service'), idsOf('product')]
  const found = [
    ...(serviceIds.length === 0 ? [] : await serviceThings(db, serviceIds)),
    ...(productIds.length === 0 ? [] : await productThings(db, productIds)),
  ]
  const things = new Map(found.map((thing) => [thingKey(thing), thing]))
  for (const ref of refs) {
    if (ref.kind !== 'product' || ref.specId !== null) continue
    const [only, second] = found.filter(
      (thing) => thing.kind === 'product' && thing.listingId === ref.listingId && thing.specOnSale,
    )
    if (only !== undefined && second === undefined) things.set(thingKey(ref), only)
  }
  return things
}

type Row = {
  readonly categoryId: number
  readonly title: string
  readonly status: string
  readonly deletedAt: Date | null
  readonly figure: string
  readonly picture: string | null
  readonly shopId: number
  readonly orgId: number
  readonly shopName: string
  readonly postage: PostageRule | null
  readonly holidayFrom: string | null
  readonly holidayUntil: string | null
  readonly holidayNotice: string
  readonly certification: string | null
}

const shared = (row: Row) => ({
  ...{ title: row.title, categoryId: row.categoryId },
  onSale: row.status === 'published' && row.deletedAt === null,
  pictureUrl: row.picture ?? plateUrl(plateName(row.figure)),
  shop: {
    ...{ shopId: row.shopId, orgId: row.orgId, shopName: row.shopName },
    certified: row.certification === 'approved',
    postage: row.postage ?? freePostage,
    holiday: holidayToday(row),
  },
})

async function serviceThings(db: Db, ids: readonly number[]): Promise<Thing[]> {
  const rows = await db
    .select({ ...listingColumns(services), price: services.price, durationText: services.durationText })
    .from(services)
    .innerJoin(shops, eq(shops.id, services.shopId))
    .innerJoin(companies, eq(companies.id, services.companyId))
    .where(inArray(services.id, [...ids]))
  return rows.map((row) => ({
    ...shared(row),
    ...{ kind: 'service', listingId: row.listingId, listingNo: String(row.listingId), specId: null, specName: '' },
    specText: row.durationText === '' ? '' : `周期 ${row.durationText}`,
    ...{ unit: '项', priceType: row.priceType, price: row.price, specOnSale: true, stock: null, minOrder: 1 },
    ...{ discounts: [], downPaymentPercent: row.downPaymentPercent },
  }))
}

/** Every specification is a thing of its own; those taken off too, since carts still name them. */
async function productThings(db: Db, ids: readonly number[]): Promise<Thing[]> {
  const rows = await db
    .select({
      ...listingColumns(products),
      ...{ productNo: products.productNo, cas: products.cas, catalogueNo: products.catalogueNo, unit: products.unit },
      ...{ minOrder: products.minOrder, discounts: products.discounts },
      ...{ specId: productSpecs.id, specName: productSpecs.name, price: productSpecs.price, stock: productSpecs.stock },
      specOnSale: sql<boolean>`${isNull(productSpecs.removedAt)}`,
    })
    .from(products)
    .innerJoin(productSpecs, eq(productSpecs.productId, products.id))
    .innerJoin(shops, eq(shops.id, products.shopId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(and(inArray(products.id, [...ids])))
    .orderBy(asc(productSpecs.productId), asc(productSpecs.sort))
  return rows.map((row) => ({
    ...shared(row),
    ...{ kind: 'product', listingId: row.listingId, listingNo: row.productNo, specId: row.specId },
    ...{ specName: row.specName, unit: row.unit === '' ? '件' : row.unit, minOrder: row.minOrder },
    specText: [
      row.cas === null ? '' : `CAS ${row.cas}`,
      row.catalogueNo === null ? '' : `货号 ${row.catalogueNo}`,
      row.specName,
    ]
      .filter((part) => part !== '')
      .join(' · '),
    ...{ priceType: row.priceType, price: row.price, specOnSale: row.specOnSale, stock: row.stock },
    ...{ discounts: row.discounts, downPaymentPercent: row.downPaymentPercent },
  }))
}
