import type { offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import type { Handler } from '../../handler.ts'
import { award } from './award.ts'

/** Chooses an offer as the buyer saw it: what changed since then is refused and told. */
export const demandOrderSubmit: Handler<typeof offerDecisionsCalls.demandOrderSubmit> = (input, context) => {
  const { offerId, remark, total, version } = input
  return award(context, { offerId, remark, shown: { total, version } })
}
