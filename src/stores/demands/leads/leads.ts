import { api } from '../../../client/browser.ts'
import type { Lead } from '../../../contract/demands/leads.ts'
import { leadStatuses, type LeadEvent } from '../../../domain/demands/lead-states.ts'
import { rowDecision, rowActions } from '../../row-decision.ts'
import { filteredList } from '../../filtered-list.ts'

/** Leads left by visitors with a phone number, for operators. */
export const leads = filteredList(leadStatuses, api.demands.leads)

type ClosingEvent = 'finish' | 'drop'
/** Dialog that closes a lead with its result. */
export const leadClosing = rowDecision<{ readonly lead: Lead; readonly event: ClosingEvent }, string>(
  ({ lead: { needId }, event }, note) => api.demands.leadStep({ needId, event, note }),
  leads.load,
)

/** Claims or releases a lead. */
export const {
  moving: movingLead,
  refusal: leadStepFailure,
  step: submitLeadStep,
} = rowActions<Exclude<LeadEvent, ClosingEvent>>((needId, event) => api.demands.leadStep({ needId, event }), leads.load)
