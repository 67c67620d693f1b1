import { and, eq, inArray } from 'drizzle-orm'
import type { evaluationsCalls } from '../../../contract/demands/evaluations.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { demandEvaluators, demandScores } from '../../../db/tables/evaluations.ts'
import { isScoringOpen, scoringPhase } from '../../../domain/demands/demand-states.ts'
import { areScoresFixed, hasDeclined, hasSubmitted, validateScores } from '../../../domain/demands/evaluation.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Handler, Member } from '../../handler.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { lockOwnDemand } from '../lock-own-demand.ts'
import { listScoredOffers, loadEvaluation } from './load-evaluation.ts'
import { revealScores } from './reveal-scores.ts'

/** A demand of the caller's company, locked, on which the caller is an active evaluator. Throws notEvaluator. */
async function lockScoring(tx: Db, demandId: number, caller: Member) {
  const demand = await lockOwnDemand(tx, demandId, caller.companyId)
  const scored = await listScoredOffers(tx, demand)
  const evaluation = await loadEvaluation(tx, demandId, scored)
  const own = evaluation?.evaluators.find(({ userId }) => userId === caller.userId)
  if (evaluation === undefined || own === undefined || hasDeclined(own.status)) throw new CallFailed('notEvaluator')
  return { demand, scored, evaluation, own }
}

const ownRow = (demandId: number, userId: number) =>
  and(eq(demandEvaluators.demandId, demandId), eq(demandEvaluators.userId, userId))

/** Saves the scores of the caller for all offers, in place of earlier ones. Blind scores are final once all are in. */
export const scoresSave: Handler<typeof evaluationsCalls.scoresSave> = async ({ demandId, scores }, context) => {
  const { caller, db, note } = context
  const { userId } = caller
  await db.transaction(async (tx) => {
    const { demand, scored, evaluation, own } = await lockScoring(tx, demandId, caller)
    note(demand.demandNo)
    if (!isScoringOpen(demand.status) || scored.length === 0) throw new CallFailed('scoringNotOpen')
    const open = scored.filter((offer) => !areScoresFixed(evaluation, own, offer))
    if (open.length === 0) throw new CallFailed('scoresFixed')
    const isFixed = (id: number) =>
      scored.some(({ offerId }) => offerId === id) && !open.some(({ offerId }) => offerId === id)
    const given = scores.filter(({ offerId }) => !isFixed(offerId))
    const errors = validateScores(evaluation, open, given)
    if (errors.length > 0) throw fieldFailed(...errors)
    const ids = open.map(({ offerId }) => offerId)
    await tx
      .delete(demandScores)
      .where(
        and(eq(demandScores.demandId, demandId), eq(demandScores.userId, userId), inArray(demandScores.offerId, ids)),
      )
    const versionOf = new Map(open.map(({ offerId, version }) => [offerId, version]))
    await insertRows(
      tx,
      demandScores,
      given.map((score) => ({ ...score, demandId, userId, version: versionOf.get(score.offerId) ?? 0 })),
    )
    await tx
      .update(demandEvaluators)
      .set({ status: 'submitted', submittedAt: new Date() })
      .where(ownRow(demandId, userId))
    // Without points: the history is read before all scores are in.
    await recordStep(tx, demand, 'score', '', caller)
    await revealScores(tx, context, demand)
  })
  return {}
}

/** The caller declines to score because of a conflict of interest; scores given before are deleted. */
export const evaluatorDecline: Handler<typeof evaluationsCalls.evaluatorDecline> = async (
  { demandId, reason },
  context,
) => {
  const { caller, db, note } = context
  const { userId, companyId } = caller
  await db.transaction(async (tx) => {
    const { demand, evaluation, own } = await lockScoring(tx, demandId, caller)
    note(demand.demandNo)
    if (scoringPhase(demand.status) === 'over') throw new CallFailed('stepNotAllowed')
    if (evaluation.blind && evaluation.revealed && hasSubmitted(own.status)) throw new CallFailed('scoresFixed')
    await tx.delete(demandScores).where(and(eq(demandScores.demandId, demandId), eq(demandScores.userId, userId)))
    await tx
      .update(demandEvaluators)
      .set({ status: 'declined', reason, submittedAt: null })
      .where(ownRow(demandId, userId))
    await recordStep(tx, demand, 'score_decline', reason, caller)
    const people = (await recipientsWithPermission(tx, [companyId], 'my_requirement')).get(companyId) ?? []
    await notify(
      tx,
      context,
      'demand.evaluate',
      people.filter((id) => id !== userId),
      {
        title: `需求“${demand.title}”的一位评分人声明回避`,
        text: `原因：${reason}`,
        path: links.buyerDemand(demandId),
      },
    )
    await revealScores(tx, context, demand)
  })
  return {}
}

const recordStep = (
  tx: Db,
  { id, status }: Awaited<ReturnType<typeof lockOwnDemand>>,
  event: string,
  reason: string,
  caller: Member,
) =>
  recordSteps(tx, [
    { entity: 'demand', entityId: id, event, fromStatus: status, toStatus: status, reason, ...actorOf(caller) },
  ])
