import { serviceForm } from '../../../contract/catalogue/listing-form.ts'
import type { sellerServicesCalls } from '../../../contract/catalogue/seller-services.ts'
import type { Handlers } from '../../handler.ts'
import { dropChange } from './drop-change.ts'
import { deleteListings } from './delete-listings.ts'
import { moveListings } from './move-listings.ts'
import { openListing } from './open-listing.ts'
import { saveListing } from './save-listing.ts'
import { desk, deskCounts, deskPage } from './seller-list.ts'
import { serviceKind } from './service-kind.ts'
import { updateListing } from './update-listing.ts'

export const servicesHandlers: Handlers<typeof sellerServicesCalls> = {
  sellerServices: async (input, { caller, db }) => {
    const { total, rows } = await deskPage(db, serviceKind, desk(serviceKind, caller.shopId, input), input)
    return { total, data: rows.map(({ id, no, ...row }) => ({ serviceId: id, serviceNo: no, ...row })) }
  },
  sellerService: async ({ serviceId }, context) => {
    const { no, opened, form } = await openListing(serviceKind, serviceId, context)
    return { serviceId, serviceNo: no, ...opened, form: serviceForm.parse(form) }
  },
  serviceSave: async ({ submit, ...form }, context) => {
    const { id, status } = await saveListing(serviceKind, form, submit, context)
    return { serviceId: id, status, change: null, version: 1 }
  },
  serviceUpdate: async ({ serviceId, version, submit, ...form }, context) => {
    const saved = await updateListing(serviceKind, { id: serviceId, form, version, submit }, context)
    return { serviceId, status: saved.status, change: saved.change, version: saved.version }
  },
  serviceChangeDrop: ({ serviceId }, context) => dropChange(serviceKind, serviceId, context),
  serviceCount: (_input, { caller, db }) => deskCounts(db, serviceKind, caller.shopId),
  serviceChangeStatus: ({ serviceIds, event }, context) => moveListings(serviceKind, serviceIds, event, context),
  serviceDelete: ({ serviceIds }, context) => deleteListings(serviceKind, serviceIds, context),
}
