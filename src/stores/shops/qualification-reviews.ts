import { api } from '../../client/browser.ts'
import type { QualificationReviewRow } from '../../contract/shops/qualifications.ts'
import { qualificationStatuses } from '../../domain/shops/qualifications.ts'
import { decision, type Verdict } from '../deciding.ts'
import { filteredList } from '../filtered-list.ts'

/** Certificates that shops submitted, for operators. */
export const reviews = filteredList(qualificationStatuses, api.shops.qualificationReviews)

/** The certificate that is read, and the verdict on it. */
export const review = decision<QualificationReviewRow, Verdict>(
  ({ qualificationId, tag, name, scope, until, file }, verdict) =>
    api.shops.qualificationReview({
      ...{ qualificationId, ...verdict },
      seen: { tag, name, scope, until, fileId: file?.fileId ?? null },
    }),
  reviews.load,
)
