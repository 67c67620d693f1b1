import { productForm, serviceForm } from '../../../contract/catalogue/listing-form.ts'
import type { sellerProductsCalls } from '../../../contract/catalogue/seller-products.ts'
import type { sellerServicesCalls } from '../../../contract/catalogue/seller-services.ts'
import {
  productFromWire,
  productToWire,
  serviceFromWire,
  serviceToWire,
} from '../../../domain/catalogue/listing-wire-fields.ts'
import type { Handlers } from '../../handler.ts'
import { withCanonicalStructure } from '../structures/canonical-structure.ts'
import { deleteListings } from './delete-listings.ts'
import { discardChange } from './discard-change.ts'
import { getSellerListing } from './get-seller-listing.ts'
import { moveListings } from './move-listings.ts'
import { productKind } from './product-kind.ts'
import { saveListing } from './save-listing.ts'
import { sellerListCondition, sellerListCounts, sellerListPage } from './seller-list.ts'
import { serviceKind } from './service-kind.ts'
import { specTotals } from './specs.ts'
import { stockAdjust, stockPreview } from './adjust-stock.ts'
import { stocks, stockUpdate } from './stocks.ts'
import { updateListing } from './update-listing.ts'
import { withWireFieldNames } from './wire-field-names.ts'

type Row = Awaited<ReturnType<typeof sellerListPage>>['rows'][number]

const presentServiceRow = ({ id, no, title, priceType, price, highPrice, pictureUrl, ...row }: Row) => ({
  serviceId: id,
  serviceNo: no,
  serviceName: title,
  serviceMainPicUrl: pictureUrl,
  servicePriceType: priceType,
  servicePrice: price,
  serviceHighPrice: highPrice,
  ...row,
})

export const servicesHandlers: Handlers<typeof sellerServicesCalls> = {
  sellerServices: async (input, { caller, db }) => {
    const { total, rows } = await sellerListPage(
      db,
      serviceKind,
      sellerListCondition(serviceKind, caller.shopId, input),
      input,
    )
    return { total, data: rows.map(presentServiceRow) }
  },
  sellerService: async ({ serviceId }, context) => {
    const { no, opened, form } = await getSellerListing(serviceKind, serviceId, context)
    return { serviceId, serviceNo: no, ...opened, form: serviceToWire(serviceForm.parse(form)) }
  },
  serviceSave: async ({ submit, ...called }, context) => {
    const save = () => saveListing(serviceKind, serviceFromWire(called), submit, context)
    const { id, status } = await withWireFieldNames('service', save)
    return { serviceId: id, status, change: null, version: 1 }
  },
  serviceUpdate: async ({ serviceId, version, submit, ...called }, context) => {
    const update = { id: serviceId, form: serviceFromWire(called), version, submit }
    const saved = await withWireFieldNames('service', () => updateListing(serviceKind, update, context))
    return { serviceId, status: saved.status, change: saved.change, version: saved.version }
  },
  serviceChangeDelete: ({ serviceId }, context) => discardChange(serviceKind, serviceId, context),
  serviceCount: (_input, { caller, db }) => sellerListCounts(db, serviceKind, caller.shopId),
  serviceChangeStatus: ({ serviceIds, event }, context) => moveListings(serviceKind, serviceIds, event, context),
  serviceDelete: ({ serviceIds }, context) => deleteListings(serviceKind, serviceIds, context),
}

const presentProductRow = ({ id, no, title, priceType, price, highPrice, pictureUrl, ...row }: Row) => ({
  productId: id,
  productNo: no,
  productName: title,
  productMainPicUrl: pictureUrl,
  productPriceType: priceType,
  productPrice: price,
  productHighPrice: highPrice,
  ...row,
})

export const productsHandlers: Handlers<typeof sellerProductsCalls> = {
  sellerProducts: async (input, { caller, db }) => {
    const { total, rows } = await sellerListPage(
      db,
      productKind,
      sellerListCondition(productKind, caller.shopId, input),
      input,
    )
    const totals = await specTotals(
      db,
      rows.map(({ id }) => id),
    )
    return {
      total,
      data: rows.map((row) => ({
        ...presentProductRow(row),
        ...(totals.get(row.id) ?? { cas: '', catalogueNo: '', stock: 0, specCount: 0 }),
      })),
    }
  },
  sellerProduct: async ({ productId }, context) => {
    const { no, opened, form } = await getSellerListing(productKind, productId, context)
    return { productId, productNo: no, ...opened, form: productToWire(productForm.parse(form)) }
  },
  productSave: async ({ submit, ...called }, context) => {
    const save = async () =>
      saveListing(productKind, await withCanonicalStructure(productFromWire(called), context.caller), submit, context)
    const { id, no, status } = await withWireFieldNames('product', save)
    return { productId: id, productNo: no, status, change: null, version: 1 }
  },
  productUpdate: async ({ productId, version, submit, ...called }, context) => {
    const update = async () => {
      const form = await withCanonicalStructure(productFromWire(called), context.caller)
      return updateListing(productKind, { id: productId, form, version, submit }, context)
    }
    const { no, ...saved } = await withWireFieldNames('product', update)
    return { productId, productNo: no, status: saved.status, change: saved.change, version: saved.version }
  },
  productChangeDelete: ({ productId }, context) => discardChange(productKind, productId, context),
  productCount: (_input, { caller, db }) => sellerListCounts(db, productKind, caller.shopId),
  productChangeStatus: ({ productIds, event }, context) => moveListings(productKind, productIds, event, context),
  productDelete: ({ productIds }, context) => deleteListings(productKind, productIds, context),
  stocks,
  stockPreview,
  stockAdjust,
  stockUpdate,
}
