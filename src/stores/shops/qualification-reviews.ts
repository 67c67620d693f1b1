import { api } from '../../client/browser.ts'
import type { QualificationReviewRow } from '../../contract/shops/qualifications.ts'
import { qualificationStatuses } from '../../domain/shops/qualifications.ts'
import { rowDecision, type Verdict } from '../row-decision.ts'
import { filteredList } from '../filtered-list.ts'

/** Certificates that shops submitted, for operators. */
export const qualificationReviews = filteredList(qualificationStatuses, api.shops.qualificationReviews)

/** The open certificate and its verdict. */
export const qualificationReview = rowDecision<QualificationReviewRow, Verdict>(
  ({ qualificationId, tag, name, scope, until, file }, verdict) =>
    api.shops.qualificationReview({
      qualificationId,
      ...verdict,
      seen: { tag, name, scope, until, fileId: file?.fileId ?? null },
    }),
  qualificationReviews.load,
)
