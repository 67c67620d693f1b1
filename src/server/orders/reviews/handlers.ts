import type { reviewsCalls } from '../../../contract/orders/reviews.ts'
import type { Handlers } from '../../handler.ts'
import { buyerOrderReviews, sellerOrderReviews } from './order-reviews.ts'
import { buyerReviewReply, sellerReviewReply, buyerReviewSave, sellerReviewSave } from './write-review.ts'
import { shopReviews } from './shop-reviews.ts'

export const reviewsHandlers: Handlers<typeof reviewsCalls> = {
  buyerOrderReviews,
  sellerOrderReviews,
  buyerReviewSave,
  sellerReviewSave,
  buyerReviewReply,
  sellerReviewReply,
  shopReviews,
}
