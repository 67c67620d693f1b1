import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import type { HostedClass } from '../../contract/live/hosting.ts'
import { classStatuses } from '../../domain/live/classes.ts'
import { decision } from '../deciding.ts'
import { filteredList } from '../filtered-list.ts'

/** Classes of the own shop, what begins last first. */
export const hosted = filteredList(classStatuses, api.live.hostedClasses, { pageSize: 10 })

/** The class that is to be cancelled; the reason goes to those who booked it. */
export const cancelling = decision<HostedClass, string>(
  ({ classId }, reason) => api.live.classCancel({ classId, reason }),
  hosted.load,
)

/** Gives up the change of a published class that is not public. */
export async function dropChange(classId: number): Promise<Answer<unknown>> {
  const answer = await api.live.classChangeDrop({ classId })
  await hosted.load()
  return answer
}
