import { api } from '../../client/browser.ts'
import type { DigitalJoin } from '../../contract/content/digital.ts'
import { joinStatuses, type JoinEvent } from '../../domain/content/join-states.ts'
import { decision, rowSteps } from '../deciding.ts'
import { filteredList } from '../filtered-list.ts'

/** What vendors sent, for operators. */
export const joins = filteredList(joinStatuses, api.content.digitalJoins)

type Ending = 'accept' | 'decline'
/** The end of one, with what came of it. */
export const ending = decision<{ readonly join: DigitalJoin; readonly event: Ending }, string>(
  ({ join: { joinId }, event }, note) => api.content.digitalJoinStep({ joinId, event, note }),
  joins.load,
)

/** Takes one, or gives it back. */
export const { moving, refusal, step } = rowSteps<Exclude<JoinEvent, Ending>>(
  (joinId, event) => api.content.digitalJoinStep({ joinId, event }),
  joins.load,
)
