import { CallFailed } from '../../../contract/failures.ts'

const notYet = () => Promise.reject(new CallFailed('notBuilt'))

export const publishingHandlers = {
  categoryAttributes: notYet,
  listingReviews: notYet,
  listingForReview: notYet,
  listingReview: notYet,
  listingTemplate: notYet,
  listingImport: notYet,
  listingExport: notYet,
  sellerServices: notYet,
  sellerService: notYet,
  serviceSave: notYet,
  serviceUpdate: notYet,
  serviceChangeDrop: notYet,
  serviceCount: notYet,
  serviceChangeStatus: notYet,
  serviceDelete: notYet,
  sellerProducts: notYet,
  sellerProduct: notYet,
  productSave: notYet,
  productUpdate: notYet,
  productChangeDrop: notYet,
  productCount: notYet,
  productChangeStatus: notYet,
  productDelete: notYet,
  stocks: notYet,
  stockUpdate: notYet,
}
