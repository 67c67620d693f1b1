import { and, asc, eq, exists, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { demands } from '../../../db/tables/demands.ts'
import { demandEvaluations, demandEvaluators, demandScores } from '../../../db/tables/evaluations.ts'
import { isScoringOpen, type DemandStatus } from '../../../domain/demands/demand-states.ts'
import { isIn, type EvaluatorStatus, type ScoredOffer } from '../../../domain/demands/evaluation.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { NotifyContext } from '../../platform/job-context.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { listScoredOffers, loadEvaluation, type LoadedEvaluation } from './load-evaluation.ts'

interface EvaluatedDemand {
  readonly id: number
  readonly companyId: number
  readonly title: string
  readonly status: DemandStatus
}

/**
 * Makes the scores readable once all are in, and notifies the company's people for demands, unless without `context`.
 * Runs under the lock of the demand, after every step that can complete the scores: of parallel ones the last reveals,
 * once. Before the deadline nothing is revealed, since offers still arrive.
 */
export async function revealScores(tx: Db, context: NotifyContext | undefined, demand: EvaluatedDemand): Promise<void> {
  if (!isScoringOpen(demand.status)) return
  const scored = await listScoredOffers(tx, demand)
  const loaded = await loadEvaluation(tx, demand.id, scored)
  if (loaded === undefined || loaded.revealed || !loaded.complete) return
  await endBlindness(tx, demand.id, loaded, scored)
  if (context === undefined) return
  const people = await recipientsWithPermission(tx, [demand.companyId], 'my_requirement')
  await notify(tx, context, 'demand.evaluate', people.get(demand.companyId) ?? [], {
    title: `需求“${demand.title}”的评分已全部提交`,
    text: '加权总分与名次已可查看，请比较后选定报价。',
    path: links.buyerDemand(demand.id),
  })
}

/** Marks the scores of a demand as readable: all are in, or the award ended the scoring. Those that count are fixed. */
export async function endBlindness(
  tx: Db,
  demandId: number,
  { criteria, evaluators }: LoadedEvaluation,
  scored: readonly ScoredOffer[],
): Promise<void> {
  await tx
    .update(demandEvaluations)
    .set({ revealedAt: new Date() })
    .where(and(eq(demandEvaluations.demandId, demandId), isNull(demandEvaluations.revealedAt)))
  const shown = evaluators.filter((one) => isIn(one, criteria, scored)).map(({ userId }) => userId)
  if (shown.length === 0) return
  await tx
    .update(demandScores)
    .set({ revealed: true })
    .where(and(eq(demandScores.demandId, demandId), inArray(demandScores.userId, shown)))
}

/** Begins a new round of scoring: blind scores are hidden until all are in for the offers that there are then. */
export async function restartScoring(tx: Db, demandIds: readonly number[]): Promise<void> {
  if (demandIds.length === 0) return
  await tx
    .update(demandEvaluations)
    .set({ revealedAt: null })
    .where(inArray(demandEvaluations.demandId, [...demandIds]))
}

/** Begins a new round after a failed award, unless all scores are in for the offers that are left. */
export async function restartIncompleteScoring(tx: Db, demand: Pick<EvaluatedDemand, 'id' | 'status'>): Promise<void> {
  const loaded = await loadEvaluation(tx, demand.id, await listScoredOffers(tx, demand))
  if (loaded !== undefined && !loaded.complete) await restartScoring(tx, [demand.id])
}

/**
 * Reveals scores that are complete without a step of an evaluator: the offers without scores expired, or a reopened
 * demand got no other offers. Demands that are locked are left to the next run.
 */
export async function revealDueScores(db: Db, context: NotifyContext | undefined): Promise<void> {
  const withStatus = (status: EvaluatorStatus) =>
    db
      .select({ one: sql`1` })
      .from(demandEvaluators)
      .where(and(eq(demandEvaluators.demandId, demands.id), eq(demandEvaluators.status, status)))
  const due = and(
    eq(demands.status, 'evaluating'),
    isNull(demands.deletedAt),
    isNull(demandEvaluations.revealedAt),
    exists(withStatus('submitted')),
    notExists(withStatus('invited')),
  )
  const ready = await db
    .select({ id: demands.id })
    .from(demandEvaluations)
    .innerJoin(demands, eq(demands.id, demandEvaluations.demandId))
    .where(due)
    .orderBy(asc(demands.id))
  for (const { id } of ready) {
    await db.transaction(async (tx) => {
      const [demand] = await tx
        .select()
        .from(demands)
        .where(and(eq(demands.id, id), eq(demands.status, 'evaluating')))
        .for('no key update', { skipLocked: true })
      if (demand !== undefined) await revealScores(tx, context, demand)
    })
  }
}
