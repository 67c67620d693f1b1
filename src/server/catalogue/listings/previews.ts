import { and, desc, eq, isNull, inArray, type SQL } from 'drizzle-orm'
import type { previewsCalls } from '../../../contract/catalogue/previews.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { products, services, listingChanges } from '../../../db/tables/catalogue.ts'
import { productContent, serviceContent } from '../../../domain/catalogue/listing-content.ts'
import type { Context, Handler, Seller } from '../../handler.ts'
import { regionNames } from '../../reference/region-names.ts'
import { listingDrawing } from './listing-drawing.ts'
import { presentProductDetail, productDetails, listSpecs, type ProductDetailRow } from './product-detail.ts'
import { presentProduct } from './product-rows.ts'
import { presentServiceDetail, serviceDetails, type ServiceDetailRow } from './service-detail.ts'
import { presentService } from './service-rows.ts'
import type { Db } from '../../../db/open.ts'
import type { ListingForm, ProductForm, ServiceForm } from '../../../domain/catalogue/listing-form.ts'
import type { ListingKind, ListingStatus } from '../../../domain/catalogue/listing.ts'
import { categoryNodes } from '../../reference/categories.ts'

type ListingChange = Pick<typeof listingChanges.$inferSelect, 'listingId' | 'form' | 'status' | 'reason'>

/** Pending changes of listings by listing id; one query. */
async function findListingChanges(
  db: Db,
  kind: ListingKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ListingChange>> {
  if (ids.length === 0) return new Map()
  const { listingId, form, status, reason } = listingChanges
  const which: SQL | undefined = and(eq(listingChanges.kind, kind), inArray(listingId, [...ids]))
  const rows = await db.select({ listingId, form, status, reason }).from(listingChanges).where(which)
  return new Map(rows.map((row) => [row.listingId, row]))
}

/** Stored forms are validated, and only forms of goods have specifications. */
const isProductForm = (form: ServiceForm | ProductForm): form is ProductForm => 'specs' in form

/** State of a previewed listing and of its pending change. */
const previewState = (
  row: { readonly status: ListingStatus; readonly reason: string },
  change: ListingChange | undefined,
) => ({
  status: row.status,
  change: change?.status ?? null,
  reason: change?.reason || row.reason,
})

/** Returns a lookup of the category path and drawing of a listing's form; undefined for an unknown category. */
async function categoryPlacement(context: Pick<Context, 'db' | 'pages'>) {
  const nodes = await categoryNodes(context)
  return (id: number, form: ListingForm) => {
    const node = form.categoryId === null ? undefined : nodes.get(form.categoryId)
    if (node === undefined) return undefined
    return { categoryId: node.id, categoryPath: [...node.path], figure: listingDrawing(nodes, node, id, form) }
  }
}

const ownProducts = ({ companyId }: Pick<Seller, 'companyId'>) =>
  and(eq(products.companyId, companyId), isNull(products.deletedAt))

/** Returns a function that applies a pending change to a product row. */
async function productChangeApplier(context: Pick<Context, 'db' | 'pages'>) {
  const placeOf = await categoryPlacement(context)
  return (row: ProductDetailRow, change: ListingChange | undefined): ProductDetailRow => {
    if (change === undefined || !isProductForm(change.form)) return row
    const { detail, ...content } = productContent(change.form)
    const place = placeOf(row.productId, change.form)
    return { ...row, ...place, ...content, detail: { ...detail, certificates: row.detail.certificates } }
  }
}

/** Named specifications of a pending change. */
const changedSpecs = ({ form }: ListingChange) =>
  isProductForm(form)
    ? form.specs.flatMap(({ specId, name, price, stock }) =>
        name === '' ? [] : [{ specId, name, price: form.priceType === 2 ? null : price, stock }],
      )
    : []

/** Preview of an own product in any state. */
export const productPreview: Handler<typeof previewsCalls.productPreview> = async ({ productNo }, context) => {
  const { db, caller } = context
  const [row] = await productDetails(db, and(ownProducts(caller), eq(products.productNo, productNo)))
  if (row === undefined) throw new CallFailed('notFound')
  const change = (await findListingChanges(db, 'product', [row.productId])).get(row.productId)
  const shown = (await productChangeApplier(context))(row, change)
  return {
    ...(await presentProductDetail(shown, [], context)),
    specs: change === undefined ? await listSpecs(db, row) : changedSpecs(change),
    ...previewState(row, change),
  }
}

/** Own products as a list would show them, last updated first. */
export const productsPreview: Handler<typeof previewsCalls.productsPreview> = async (
  { current, pageSize },
  context,
) => {
  const { db, caller } = context
  const rows = await productDetails(db, ownProducts(caller))
    .orderBy(desc(products.updatedAt), desc(products.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const ids = rows.map((row) => row.productId)
  const changes = await findListingChanges(db, 'product', ids)
  const [withChange, regionOf] = [await productChangeApplier(context), await regionNames(db)]
  return {
    total: await db.$count(products, ownProducts(caller)),
    data: rows.map((row) => {
      const change = changes.get(row.productId)
      return { ...presentProduct(withChange(row, change), regionOf), ...previewState(row, change) }
    }),
  }
}

const ownServices = ({ companyId }: Pick<Seller, 'companyId'>) =>
  and(eq(services.companyId, companyId), isNull(services.deletedAt))

/** Returns a function that applies a pending change to a service row. */
async function serviceChangeApplier(context: Pick<Context, 'db' | 'pages'>) {
  const placeOf = await categoryPlacement(context)
  return (row: ServiceDetailRow, change: ListingChange | undefined): ServiceDetailRow => {
    if (change === undefined || isProductForm(change.form)) return row
    const { detail, ...content } = serviceContent(change.form)
    const place = placeOf(row.serviceId, change.form)
    return { ...row, ...place, ...content, detail: { ...detail, certificates: row.detail.certificates } }
  }
}

/** Preview of an own service in any state. */
export const servicePreview: Handler<typeof previewsCalls.servicePreview> = async ({ serviceId }, context) => {
  const { db, caller } = context
  const [row] = await serviceDetails(db, and(ownServices(caller), eq(services.id, serviceId)))
  if (row === undefined) throw new CallFailed('notFound')
  const change = (await findListingChanges(db, 'service', [serviceId])).get(serviceId)
  const shown = (await serviceChangeApplier(context))(row, change)
  return { ...(await presentServiceDetail(shown, context)), ...previewState(row, change) }
}

/** Own services as a list would show them, last updated first. */
export const servicesPreview: Handler<typeof previewsCalls.servicesPreview> = async (
  { current, pageSize },
  context,
) => {
  const { db, caller } = context
  const rows = await serviceDetails(db, ownServices(caller))
    .orderBy(desc(services.updatedAt), desc(services.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const ids = rows.map((row) => row.serviceId)
  const changes = await findListingChanges(db, 'service', ids)
  const [withChange, regionOf] = [await serviceChangeApplier(context), await regionNames(db)]
  return {
    total: await db.$count(services, ownServices(caller)),
    data: rows.map((row) => {
      const change = changes.get(row.serviceId)
      return { ...presentService(withChange(row, change), regionOf), ...previewState(row, change) }
    }),
  }
}
