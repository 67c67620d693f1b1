import { categoryAttributes } from '../category-attributes.ts'
import { listingForReview, listingReviews } from './listing-reviews.ts'
import { listingReview } from './listing-review.ts'
import { productsHandlers } from './products-handlers.ts'
import { servicesHandlers } from './services-handlers.ts'
import { sheetsHandlers } from './sheets/sheets-handlers.ts'

export const publishingHandlers = {
  ...servicesHandlers,
  ...productsHandlers,
  ...sheetsHandlers,
  categoryAttributes,
  listingForReview,
  listingReview,
  listingReviews,
}
