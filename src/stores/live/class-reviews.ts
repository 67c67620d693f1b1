import { api } from '../../client/browser.ts'
import type { HostedClass } from '../../contract/live/hosting.ts'
import { classStatuses } from '../../domain/live/classes.ts'
import { rowDecision, type Verdict } from '../row-decision.ts'
import { filteredList } from '../filtered-list.ts'

/** Classes of all hosts, for operators. */
export const classReviews = filteredList(classStatuses, api.live.classReviews)

/** The class under review with its verdict. */
export const classReview = rowDecision<HostedClass, Verdict>(
  ({ classId, version }, verdict) => api.live.classReview({ classId, version, ...verdict }),
  classReviews.load,
)

/** Features a roadshow or stops featuring it. Returns an error message, if any. */
export async function toggleClassFeatured({ classId, featured }: HostedClass): Promise<string | undefined> {
  const answer = await api.live.classFeature({ classId, on: !featured })
  await classReviews.load()
  return answer.ok ? undefined : answer.failure.message
}
