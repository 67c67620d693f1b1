import type { demandReviewsCalls } from '../../../contract/demands/demand-reviews.ts'
import type { Handlers } from '../../handler.ts'
import { demandReview } from './demand-review.ts'
import { demandForReview, demandReviews } from './demand-reviews.ts'

export const demandReviewsHandlers: Handlers<typeof demandReviewsCalls> = {
  demandReviews,
  demandForReview,
  demandReview,
}
