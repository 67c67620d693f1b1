import { serviceForm } from '../../../contract/catalogue/listing-form.ts'
import type { sellerServicesCalls } from '../../../contract/catalogue/seller-services.ts'
import { serviceToWire, serviceFromWire } from '../../../domain/catalogue/listing-wire-fields.ts'
import type { Handlers } from '../../handler.ts'
import { withWireFieldNames } from './wire-field-names.ts'
import { discardChange } from './discard-change.ts'
import { deleteListings } from './delete-listings.ts'
import { moveListings } from './move-listings.ts'
import { getSellerListing } from './get-seller-listing.ts'
import { saveListing } from './save-listing.ts'
import { sellerListCondition, sellerListCounts, sellerListPage } from './seller-list.ts'
import { serviceKind } from './service-kind.ts'
import { updateListing } from './update-listing.ts'

type Row = Awaited<ReturnType<typeof sellerListPage>>['rows'][number]

const presentRow = ({ id, no, title, priceType, price, highPrice, pictureUrl, ...row }: Row) => ({
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
    return { total, data: rows.map(presentRow) }
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
