import { CallFailed } from '../../../contract/failures.ts'
import { categoryAttributes } from '../category-attributes.ts'
import { productsHandlers } from './products-handlers.ts'
import { servicesHandlers } from './services-handlers.ts'

const notYet = () => Promise.reject(new CallFailed('notBuilt'))

export const publishingHandlers = {
  ...servicesHandlers,
  ...productsHandlers,
  categoryAttributes,
  listingReviews: notYet,
  listingForReview: notYet,
  listingReview: notYet,
  listingTemplate: notYet,
  listingImport: notYet,
  listingExport: notYet,
}
