import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import { demandDecisions } from '../../db/tables/evaluations.ts'
import { decisionFacts, decisionHashText, type DecisionBasis } from '../../domain/demands/decision-record.ts'
import type { DemandStatus } from '../../domain/demands/demand-states.ts'
import { evaluationResults, isIn } from '../../domain/demands/evaluation.ts'
import { canonicalJson } from '../../domain/orders/deal-record.ts'
import { listScoredOffers, loadEvaluation } from '../demands/evaluations/load-evaluation.ts'
import { endBlindness } from '../demands/evaluations/reveal-scores.ts'
import { recordDeal } from '../orders/deal-record/record-deal.ts'
import type { Actor } from '../platform/history/record-steps.ts'

interface DecidedDemand {
  readonly id: number
  readonly demandNo: string
  readonly status: DemandStatus
}

/**
 * Criteria, evaluators and totals at the moment of an award, before its demand and offers change; ends the scoring.
 * Undefined where there is nothing to record: no criteria and no note.
 */
export async function loadDecisionBasis(
  tx: Db,
  demand: DecidedDemand,
  chosenOfferId: number,
  note: string,
): Promise<DecisionBasis | undefined> {
  const scored = await listScoredOffers(tx, demand)
  const evaluation = await loadEvaluation(tx, demand.id, scored)
  if (evaluation === undefined && note === '') return undefined
  if (evaluation !== undefined) await endBlindness(tx, demand.id, evaluation, scored)
  const { criteria = [], evaluators = [], scale = null, blind = false } = evaluation ?? {}
  return {
    demandNo: demand.demandNo,
    scale,
    blind,
    criteria,
    evaluators: evaluators.map((one) => ({
      userId: one.userId,
      status: one.status,
      isIn: isIn(one, criteria, scored),
    })),
    offers: scored,
    results: evaluation === undefined ? [] : evaluationResults(evaluation, scored, evaluators),
    chosenOfferId,
    note,
  }
}

/**
 * Saves what was decided on, for the buyer only; the deal record of the order, which both sides read, gets its
 * fingerprint.
 */
export async function recordDecision(
  tx: Db,
  basis: DecisionBasis,
  { demandId, orderId, buyer }: { readonly demandId: number; readonly orderId: number; readonly buyer: Actor },
): Promise<void> {
  const body = canonicalJson(decisionFacts(basis))
  const salt = randomBytes(16).toString('hex')
  const hash = createHash('sha256').update(decisionHashText(salt, body), 'utf8').digest('hex')
  await tx.insert(demandDecisions).values({ demandId, orderId, ...buyer, body, salt, hash })
  await recordDeal(tx, [
    { orderId, kind: 'order', event: 'decide', side: 'buyer', by: buyer, facts: { fingerprint: hash } },
  ])
}
