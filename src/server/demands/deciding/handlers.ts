import type { offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import type { Handlers } from '../../handler.ts'
import { deal } from './deal.ts'
import { demandHistory } from './demand-history.ts'
import { demandOrderSubmit } from './demand-order-submit.ts'
import { demandsSheet } from './demands-sheet.ts'
import { offerMessageSave } from './offer-message-save.ts'
import { offerMessages } from './offer-messages.ts'
import { offerReject } from './offer-reject.ts'
import { offersSheet } from './offers-sheet.ts'

export const decidingHandlers: Handlers<typeof offerDecisionsCalls> = {
  deal,
  demandOrderSubmit,
  offerReject,
  offerMessages,
  offerMessageSave,
  offersSheet,
  demandsSheet,
  demandHistory,
}
