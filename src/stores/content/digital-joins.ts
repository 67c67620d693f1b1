import { api } from '../../client/browser.ts'
import type { DigitalJoin } from '../../contract/content/digital.ts'
import { joinStatuses, type JoinEvent } from '../../domain/content/join-states.ts'
import { rowDecision, rowActions } from '../row-decision.ts'
import { filteredList } from '../filtered-list.ts'

/** Applications of vendors, for operators. */
export const digitalJoins = filteredList(joinStatuses, api.content.digitalJoins)

type JoinVerdict = 'accept' | 'decline'
/** Decision on an application, with its result. */
export const joinDecision = rowDecision<{ readonly join: DigitalJoin; readonly event: JoinVerdict }, string>(
  ({ join: { joinId }, event }, note) => api.content.digitalJoinStep({ joinId, event, note }),
  digitalJoins.load,
)

/** Assigns an application to the operator, or returns it. */
export const {
  moving: movingJoinId,
  refusal: joinFailure,
  step: moveJoin,
} = rowActions<Exclude<JoinEvent, JoinVerdict>>(
  (joinId, event) => api.content.digitalJoinStep({ joinId, event }),
  digitalJoins.load,
)
