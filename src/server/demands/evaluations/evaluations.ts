import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Evaluation, evaluationsCalls } from '../../../contract/demands/evaluations.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { scoringPhase } from '../../../domain/demands/demand-states.ts'
import { areScoresFixed, isIn, type Score } from '../../../domain/demands/evaluation.ts'
import type { Handler } from '../../handler.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { countReceivedOffers, getOwnDemand, readableOffers } from '../received-offers.ts'
import { loadScoring, type LoadedEvaluation, type LoadedScoredOffer } from './load-evaluation.ts'

const presentScore = ({ offerId, criterion, points, comment }: Score) => ({ offerId, criterion, points, comment })

/** Criteria, evaluators and what the caller may read of the scores: the own ones, those of others once all are in. */
export const evaluation: Handler<typeof evaluationsCalls.evaluation> = async ({ demandId }, { caller, db }) => {
  const demand = await getOwnDemand(db, demandId, caller.companyId)
  const { scored, evaluation: loaded, results } = await loadScoring(db, demand)
  return {
    setup: loaded === undefined ? null : presentSetup(loaded),
    reasonNeeded: (await countReceivedOffers(db, readableOffers(demandId))) > 0 || hasScores(loaded),
    scored: hasScores(loaded),
    phase: scoringPhase(demand.status),
    readable: loaded?.readable ?? false,
    evaluators: (loaded?.evaluators ?? []).map((one) => ({
      userId: one.userId,
      name: one.name,
      status: one.status,
      reason: one.reason,
      submittedAt: one.submittedAt?.toISOString() ?? null,
      isIn: loaded !== undefined && isIn(one, loaded.criteria, scored),
    })),
    offers: scored.map(({ offerId, offerNo, shortName, version }) => ({ offerId, offerNo, shortName, version })),
    own: presentOwn(loaded, scored, caller.userId),
    scores: loaded === undefined ? [] : presentScores(loaded, scored),
    results: results.map((result) => ({ ...result, means: [...result.means] })),
    candidates: await listCandidates(db, caller.companyId),
  }
}

export const hasScores = (loaded: LoadedEvaluation | undefined): boolean =>
  loaded?.evaluators.some(({ scores }) => scores.length > 0) ?? false

const presentSetup = ({ criteria, scale, blind, version }: LoadedEvaluation) => ({
  criteria: [...criteria],
  scale,
  blind,
  version,
})

/** The caller's own scores of the current versions. */
function presentOwn(
  loaded: LoadedEvaluation | undefined,
  scored: readonly LoadedScoredOffer[],
  userId: number,
): Evaluation['own'] {
  const own = loaded?.evaluators.find((one) => one.userId === userId)
  if (loaded === undefined || own === undefined) return null
  return {
    status: own.status,
    scores: own.scores
      .filter((score) => scored.some((offer) => offer.offerId === score.offerId && offer.version === score.version))
      .map(presentScore),
    fixedOfferIds: scored.filter((offer) => areScoresFixed(loaded, own, offer)).map(({ offerId }) => offerId),
  }
}

/** Scores of the evaluators that are in; none while others must not read them. */
const presentScores = (loaded: LoadedEvaluation, scored: readonly LoadedScoredOffer[]): Evaluation['scores'] =>
  loaded.readable
    ? loaded.evaluators
        .filter((one) => isIn(one, loaded.criteria, scored))
        .flatMap(({ userId, scores }) => scores.map((score) => ({ ...presentScore(score), userId })))
    : []

/** Members of a company who may score: those who may manage its demands. */
export async function listCandidates(db: Db, companyId: number): Promise<{ userId: number; name: string }[]> {
  const ids = (await recipientsWithPermission(db, [companyId], 'my_requirement')).get(companyId) ?? []
  if (ids.length === 0) return []
  const rows = await db
    .select({ userId: users.id, realName: users.realName, loginName: users.loginName })
    .from(users)
    .where(and(inArray(users.id, [...ids]), eq(users.companyId, companyId)))
    .orderBy(asc(users.id))
  return rows.map(({ userId, ...person }) => ({ userId, name: personName(person) }))
}
