import { api } from '../../client/browser.ts'
import type { BuyerDecision } from '../../contract/orders/deal-record.ts'
import { decisionFacts, decisionHashText } from '../../domain/demands/decision-record.ts'
import { canonicalJson } from '../../domain/orders/deal-record.ts'
import { loadable } from '../loadable.ts'
import { verifyHash, type HashVerification } from '../verify-hash.ts'

const part = loadable<BuyerDecision | null>()
/** What the award of the shown order was decided on; null = nothing was recorded. */
export const buyerDecision = part.state

let shownOrderId: number | null = null

export async function loadBuyerDecision(): Promise<void> {
  const orderId = shownOrderId
  if (orderId !== null) await part.load(() => api.orders.buyerDecision({ orderId }))
}

/** Loads the decision of an order; another order starts anew. */
export async function startBuyerDecision(orderId: number): Promise<void> {
  if (shownOrderId !== orderId) part.reset()
  shownOrderId = orderId
  await loadBuyerDecision()
}

/** The stored facts of a decision, without what was added for display. */
const factsOf = (decision: BuyerDecision) => {
  const { demandNo, scale, blind, criteria, evaluators, offers, results, chosenOfferId, note } = decision
  return decisionFacts({ demandNo, scale, blind, criteria, evaluators, offers, results, chosenOfferId, note })
}

/** Recomputes the fingerprint of a decision in this browser from what is displayed. */
export const verifyDecisionHash = (decision: BuyerDecision): Promise<HashVerification> =>
  verifyHash(decisionHashText(decision.salt, canonicalJson(factsOf(decision))), decision.hash)
