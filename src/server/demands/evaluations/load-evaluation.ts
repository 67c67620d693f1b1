import { and, asc, desc, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { buyerDecisionBody } from '../../../contract/orders/deal-record.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { offers, offerVersions } from '../../../db/tables/demands.ts'
import { demandDecisions, demandEvaluations, demandEvaluators, demandScores } from '../../../db/tables/evaluations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { isDemandExpired, scoringPhase, type DemandStatus } from '../../../domain/demands/demand-states.ts'
import {
  areAllIn,
  areScoresReadable,
  evaluationResults,
  type Criterion,
  type Evaluator,
  type OfferResult,
  type ScoredOffer,
  type ScoreScale,
} from '../../../domain/demands/evaluation.ts'

/** An evaluator with name, reason and time, and the scores submitted so far. */
export interface LoadedEvaluator extends Evaluator {
  readonly name: string
  readonly reason: string
  readonly submittedAt: Date | null
}

/** An offer that is scored. */
export interface LoadedScoredOffer extends ScoredOffer {
  readonly offerNo: string
  readonly shortName: string
  readonly companyId: number
}

/** Criteria, evaluators and scores of a demand. Never to be presented without `readable`. */
export interface LoadedEvaluation {
  readonly criteria: readonly Criterion[]
  readonly scale: ScoreScale
  readonly blind: boolean
  readonly version: number
  /** All scores were in, or the award ended the scoring, and no new round has begun since. */
  readonly revealed: boolean
  /** All scores are in for the offers of now. */
  readonly complete: boolean
  /** Whether members may read scores of others, totals and ranks. */
  readonly readable: boolean
  readonly evaluators: readonly LoadedEvaluator[]
}

type ScoredDemand = { readonly id: number; readonly status: DemandStatus }

/** Criteria, evaluators and their scores; undefined for a demand without criteria. `offers`: see `listScoredOffers`. */
export async function loadEvaluation(
  db: Db,
  demandId: number,
  scored: readonly ScoredOffer[],
): Promise<LoadedEvaluation | undefined> {
  const [row] = await db.select().from(demandEvaluations).where(eq(demandEvaluations.demandId, demandId))
  if (row === undefined) return undefined
  const people = await db
    .select({ evaluator: demandEvaluators, realName: users.realName, loginName: users.loginName })
    .from(demandEvaluators)
    .innerJoin(users, eq(users.id, demandEvaluators.userId))
    .where(eq(demandEvaluators.demandId, demandId))
    .orderBy(asc(demandEvaluators.createdAt), asc(demandEvaluators.userId))
  const scores = await db
    .select()
    .from(demandScores)
    .where(eq(demandScores.demandId, demandId))
    .orderBy(asc(demandScores.offerId), asc(demandScores.criterion))
  const evaluators = people.map(({ evaluator, ...person }) => ({
    userId: evaluator.userId,
    name: personName(person),
    status: evaluator.status,
    reason: evaluator.reason,
    submittedAt: evaluator.submittedAt,
    scores: scores.filter(({ userId }) => userId === evaluator.userId),
  }))
  const { criteria, scale, blind, version, revealedAt } = row
  const revealed = revealedAt !== null
  const complete = areAllIn(evaluators, criteria, scored)
  const readable = areScoresReadable({ blind, revealed })
  return { criteria, scale, blind, version, revealed, complete, readable, evaluators }
}

/** Condition: the current version is not sealed, or opened. */
const isOpened = or(eq(offerVersions.sealed, false), isNotNull(offerVersions.openedAt))

type Decision = z.output<typeof buyerDecisionBody>

/** What the standing award of a demand was decided on; undefined without award, and after its order failed. */
async function loadDecision(db: Db, { id, status }: ScoredDemand): Promise<Decision | undefined> {
  if (scoringPhase(status) !== 'over') return undefined
  const [row] = await db
    .select({ body: demandDecisions.body })
    .from(demandDecisions)
    .where(eq(demandDecisions.demandId, id))
    .orderBy(desc(demandDecisions.id))
    .limit(1)
  if (row === undefined) return undefined
  const decision = buyerDecisionBody.parse(JSON.parse(row.body))
  const standing = and(eq(offers.id, decision.chosenOfferId), eq(offers.status, 'accepted'))
  return (await db.$count(offers, standing)) === 0 ? undefined : decision
}

/** The offers of a decision, with names. */
async function listDecidedOffers(db: Db, decision: Decision): Promise<LoadedScoredOffer[]> {
  const ids = [...new Set(decision.offers.map(({ companyId }) => companyId))]
  const names = await db
    .select({ id: companies.id, shortName: companies.shortName })
    .from(companies)
    .where(inArray(companies.id, ids))
  return decision.offers.map((offer) => ({
    ...offer,
    shortName: names.find(({ id }) => id === offer.companyId)?.shortName ?? '',
  }))
}

/**
 * Offers that are scored, in their current version: opened and submitted; after an award those of the recorded
 * decision; after another end those that were scored. Sealed offers are never among them.
 */
export async function listScoredOffers(db: Db, demand: ScoredDemand): Promise<LoadedScoredOffer[]> {
  const decision = await loadDecision(db, demand)
  return decision === undefined ? listOpenedOffers(db, demand) : listDecidedOffers(db, decision)
}

function listOpenedOffers(db: Db, demand: ScoredDemand): Promise<LoadedScoredOffer[]> {
  const wasScored = exists(
    db
      .select({ one: sql`1` })
      .from(demandScores)
      .where(and(eq(demandScores.offerId, offers.id), eq(demandScores.version, offers.version))),
  )
  const live = eq(offers.status, 'submitted')
  // Offers expire with their demand; those that expired before no longer counted.
  const left = isDemandExpired(demand.status) ? inArray(offers.status, ['submitted', 'expired']) : live
  const scored = scoringPhase(demand.status) === 'over' ? and(left, wasScored) : live
  return db
    .select({
      offerId: offers.id,
      offerNo: offers.offerNo,
      version: offers.version,
      companyId: offers.companyId,
      shortName: companies.shortName,
    })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .innerJoin(companies, eq(companies.id, offers.companyId))
    .where(and(eq(offers.demandId, demand.id), isOpened, scored))
    .orderBy(asc(offerVersions.total), asc(offers.id))
}

/** Scored offers, evaluation, and the totals and ranks that members may read. */
export interface LoadedScoring {
  readonly scored: readonly LoadedScoredOffer[]
  /** undefined for a demand without criteria. */
  readonly evaluation: LoadedEvaluation | undefined
  /** As recorded after an award; empty while blind scores are missing. */
  readonly results: readonly OfferResult[]
}

/** The scoring of a demand as its members may read it. */
export async function loadScoring(db: Db, demand: ScoredDemand): Promise<LoadedScoring> {
  const decision = await loadDecision(db, demand)
  const scored = await (decision === undefined ? listOpenedOffers(db, demand) : listDecidedOffers(db, decision))
  const evaluation = await loadEvaluation(db, demand.id, scored)
  if (evaluation?.readable !== true) return { scored, evaluation, results: [] }
  const results = decision?.results ?? evaluationResults(evaluation, scored, evaluation.evaluators)
  return { scored, evaluation, results }
}
