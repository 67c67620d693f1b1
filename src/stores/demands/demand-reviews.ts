import { api } from '../../client/browser.ts'
import type { DemandForReview, DemandReviewRow } from '../../contract/demands/demand-reviews.ts'
import { filteredList } from '../filtered-list.ts'
import { createReviewQueue } from '../review-queue.ts'

/** Demands pending review, oldest first. */
export const demandReviews = filteredList([], api.demands.demandReviews)

export const demandReviewing = createReviewQueue<DemandReviewRow, DemandForReview>({
  rows: () => {
    const now = demandReviews.state.get()
    return now.at === 'ready' ? now.content.data : []
  },
  keyOf: ({ demandId }) => demandId,
  read: ({ demandId }) => api.demands.demandForReview({ demandId }),
  send: ({ demandId, version }, verdict, reason) => api.demands.demandReview({ demandId, verdict, reason, version }),
  load: demandReviews.load,
})
