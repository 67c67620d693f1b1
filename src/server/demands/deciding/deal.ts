import type { offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import type { Handler } from '../../handler.ts'
import { award } from './award.ts'

/** Chooses an offer as it stands. Who confirms what a page showed uses `demandOrderSubmit`. */
export const deal: Handler<typeof offerDecisionsCalls.deal> = ({ offerId }, context) =>
  award(context, { offerId, remark: '' })
