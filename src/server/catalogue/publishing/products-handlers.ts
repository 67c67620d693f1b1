import { productForm } from '../../../contract/catalogue/listing-form.ts'
import type { sellerProductsCalls } from '../../../contract/catalogue/seller-products.ts'
import { productToWire, productFromWire } from '../../../domain/catalogue/listing-wire-fields.ts'
import type { Handlers } from '../../handler.ts'
import { withWireFieldNames } from './wire-field-names.ts'
import { discardChange } from './discard-change.ts'
import { deleteListings } from './delete-listings.ts'
import { moveListings } from './move-listings.ts'
import { getSellerListing } from './get-seller-listing.ts'
import { productKind } from './product-kind.ts'
import { saveListing } from './save-listing.ts'
import { sellerListCondition, sellerListCounts, sellerListPage } from './seller-list.ts'
import { specTotals } from './specs.ts'
import { stockUpdate, stocks } from './stocks.ts'
import { updateListing } from './update-listing.ts'

type Row = Awaited<ReturnType<typeof sellerListPage>>['rows'][number]

const presentRow = ({ id, no, title, priceType, price, highPrice, pictureUrl, ...row }: Row) => ({
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
        ...presentRow(row),
        ...(totals.get(row.id) ?? { cas: '', catalogueNo: '', stock: 0, specCount: 0 }),
      })),
    }
  },
  sellerProduct: async ({ productId }, context) => {
    const { no, opened, form } = await getSellerListing(productKind, productId, context)
    return { productId, productNo: no, ...opened, form: productToWire(productForm.parse(form)) }
  },
  productSave: async ({ submit, ...called }, context) => {
    const save = () => saveListing(productKind, productFromWire(called), submit, context)
    const { id, no, status } = await withWireFieldNames('product', save)
    return { productId: id, productNo: no, status, change: null, version: 1 }
  },
  productUpdate: async ({ productId, version, submit, ...called }, context) => {
    const update = { id: productId, form: productFromWire(called), version, submit }
    const { no, ...saved } = await withWireFieldNames('product', () => updateListing(productKind, update, context))
    return { productId, productNo: no, status: saved.status, change: saved.change, version: saved.version }
  },
  productChangeDelete: ({ productId }, context) => discardChange(productKind, productId, context),
  productCount: (_input, { caller, db }) => sellerListCounts(db, productKind, caller.shopId),
  productChangeStatus: ({ productIds, event }, context) => moveListings(productKind, productIds, event, context),
  productDelete: ({ productIds }, context) => deleteListings(productKind, productIds, context),
  stocks,
  stockUpdate,
}
