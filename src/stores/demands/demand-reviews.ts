import { api } from '../../client/browser.ts'
import type { DemandForReview, DemandReviewRow } from '../../contract/demands/demand-reviews.ts'
import { filteredList } from '../filtered-list.ts'
import { oneByOne } from '../reviewing.ts'

/** Demands that wait for their review, the oldest first. */
export const reviews = filteredList([], api.demands.demandReviews)

export const reviewing = oneByOne<DemandReviewRow, DemandForReview>({
  rows: () => {
    const now = reviews.state.get()
    return now.at === 'ready' ? now.content.data : []
  },
  keyOf: ({ demandId }) => demandId,
  read: ({ demandId }) => api.demands.demandForReview({ demandId }),
  send: ({ demandId, version }, verdict, reason) => api.demands.demandReview({ demandId, verdict, reason, version }),
  load: reviews.load,
})
