import { CallFailed } from '../../../contract/failures.ts'
import { categoryAttributes } from '../category-attributes.ts'
import { listingForReview } from './listing-for-review.ts'
import { listingReview } from './listing-review.ts'
import { listingReviews } from './listing-reviews.ts'
import { productsHandlers } from './products-handlers.ts'
import { servicesHandlers } from './services-handlers.ts'

const notYet = () => Promise.reject(new CallFailed('notBuilt'))

export const publishingHandlers = {
  ...servicesHandlers,
  ...productsHandlers,
  categoryAttributes,
  listingForReview,
  listingReview,
  listingReviews,
  listingTemplate: notYet,
  listingImport: notYet,
  listingExport: notYet,
}
