import { api } from '../../client/browser.ts'
import type { Need } from '../../contract/demands/needs.ts'
import { needStatuses, type NeedEvent } from '../../domain/demands/need-states.ts'
import { decision, rowSteps } from '../deciding.ts'
import { filteredList } from '../filtered-list.ts'

/** What visitors left with a phone number, for operators. */
export const needs = filteredList(needStatuses, api.demands.needs)

type Ending = 'finish' | 'drop'
/** The end of one, with what came of it. */
export const ending = decision<{ readonly need: Need; readonly event: Ending }, string>(
  ({ need: { needId }, event }, note) => api.demands.needStep({ needId, event, note }),
  needs.load,
)

/** Takes one, or gives it back. */
export const { moving, refusal, step } = rowSteps<Exclude<NeedEvent, Ending>>(
  (needId, event) => api.demands.needStep({ needId, event }),
  needs.load,
)
