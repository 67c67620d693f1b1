import { productForm } from '../../../contract/catalogue/listing-form.ts'
import type { sellerProductsCalls } from '../../../contract/catalogue/seller-products.ts'
import type { Handlers } from '../../handler.ts'
import { dropChange } from './drop-change.ts'
import { deleteListings } from './delete-listings.ts'
import { moveListings } from './move-listings.ts'
import { openListing } from './open-listing.ts'
import { productKind } from './product-kind.ts'
import { saveListing } from './save-listing.ts'
import { desk, deskCounts, deskPage } from './seller-list.ts'
import { specTotals } from './specs.ts'
import { stockUpdate } from './stock-update.ts'
import { stocks } from './stocks.ts'
import { updateListing } from './update-listing.ts'

export const productsHandlers: Handlers<typeof sellerProductsCalls> = {
  sellerProducts: async (input, { caller, db }) => {
    const { total, rows } = await deskPage(db, productKind, desk(productKind, caller.shopId, input), input)
    const totals = await specTotals(
      db,
      rows.map(({ id }) => id),
    )
    return {
      total,
      data: rows.map(({ id, no, ...row }) => ({
        ...{ productId: id, productNo: no },
        ...row,
        ...(totals.get(id) ?? { cas: '', catalogueNo: '', stock: 0, specCount: 0 }),
      })),
    }
  },
  sellerProduct: async ({ productId }, context) => {
    const { no, opened, form } = await openListing(productKind, productId, context)
    return { productId, productNo: no, ...opened, form: productForm.parse(form) }
  },
  productSave: async ({ submit, ...form }, context) => {
    const { id, no, status } = await saveListing(productKind, form, submit, context)
    return { productId: id, productNo: no, status, change: null, version: 1 }
  },
  productUpdate: async ({ productId, version, submit, ...form }, context) => {
    const { no, ...saved } = await updateListing(productKind, { id: productId, form, version, submit }, context)
    return { productId, productNo: no, status: saved.status, change: saved.change, version: saved.version }
  },
  productChangeDrop: ({ productId }, context) => dropChange(productKind, productId, context),
  productCount: (_input, { caller, db }) => deskCounts(db, productKind, caller.shopId),
  productChangeStatus: ({ productIds, event }, context) => moveListings(productKind, productIds, event, context),
  productDelete: ({ productIds }, context) => deleteListings(productKind, productIds, context),
  stocks,
  stockUpdate,
}
