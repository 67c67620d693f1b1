import { api } from '../../client/browser.ts'
import type { HostedClass } from '../../contract/live/hosting.ts'
import { classStatuses } from '../../domain/live/classes.ts'
import { decision, type Verdict } from '../deciding.ts'
import { filteredList } from '../filtered-list.ts'

/** Classes of everybody, for operators. */
export const reviews = filteredList(classStatuses, api.live.classReviews)

/** The class that is read, and the verdict on it. */
export const review = decision<HostedClass, Verdict>(
  ({ classId, version }, verdict) => api.live.classReview({ classId, version, ...verdict }),
  reviews.load,
)

/** Features a roadshow, or no longer. Answers what went wrong, if anything. */
export async function feature({ classId, featured }: HostedClass): Promise<string | undefined> {
  const answer = await api.live.classFeature({ classId, on: !featured })
  await reviews.load()
  return answer.ok ? undefined : answer.failure.message
}
