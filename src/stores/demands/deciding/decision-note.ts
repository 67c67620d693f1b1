import { asText, persistedValue } from '../../persisted-storage.ts'

/** Why an offer is chosen, as typed; from the comparison to the order page, and over reloads. */
export const savedDecisionNote = (offerId: number) => persistedValue('tab', `decision-note:${offerId}`, asText)
