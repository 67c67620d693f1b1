import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Criterion, EvaluatorStatus, ScoreScale } from '../../domain/demands/evaluation.ts'
import { companies, users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'
import { demands, offers } from './demands.ts'
import { orders } from './orders.ts'

/** Criteria and weights of a demand; only the buyer's company reads them. */
export const demandEvaluations = pgTable('demand_evaluations', {
  demandId: integer()
    .primaryKey()
    .references(() => demands.id),
  companyId: integer()
    .notNull()
    .references(() => companies.id),
  /** Who changed it last. */
  userId: integer()
    .notNull()
    .references(() => users.id),
  scale: text().$type<ScoreScale>().notNull(),
  /** Scores are hidden from everyone but their author until all are in. */
  blind: boolean().notNull(),
  criteria: jsonb().$type<Criterion[]>().notNull(),
  /** When all scores were in, or the award ended the scoring; null again with a new round of scoring. */
  revealedAt: moment(),
  /** An outdated form is refused. */
  version: integer().notNull().default(1),
  updatedAt: createdAt(),
  createdAt: createdAt(),
})

/** Members of the buyer's company who score the offers of a demand. */
export const demandEvaluators = pgTable(
  'demand_evaluators',
  {
    demandId: integer()
      .notNull()
      .references(() => demandEvaluations.demandId),
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text().$type<EvaluatorStatus>().notNull().default('invited'),
    /** Why the evaluator declined. */
    reason: text().notNull().default(''),
    submittedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.demandId, t.userId] })],
)

/** Scores of an evaluator by offer and criterion. */
export const demandScores = pgTable(
  'demand_scores',
  {
    demandId: integer()
      .notNull()
      .references(() => demandEvaluations.demandId),
    userId: integer()
      .notNull()
      .references(() => users.id),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    /** Version of the offer that was scored. */
    version: integer().notNull(),
    /** Key of the criterion. */
    criterion: text().notNull(),
    points: integer().notNull(),
    comment: text().notNull().default(''),
    /** Others could read it; a blind score is fixed from then on. */
    revealed: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.demandId, t.userId, t.offerId, t.criterion] })],
)

/**
 * What an award was decided on: criteria, totals and note as they were. Written once; the deal record of the order has
 * its hash, so that both sides' record proves it without telling its content.
 */
export const demandDecisions = pgTable(
  'demand_decisions',
  {
    id: identity(),
    demandId: integer()
      .notNull()
      .references(() => demands.id),
    orderId: integer()
      .notNull()
      .unique()
      .references(() => orders.id),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Canonical JSON; people and companies by id. */
    body: text().notNull(),
    /** 128 random bits (hex), against guessing the body. */
    salt: text().notNull(),
    /** SHA-256 (hex) of salt and body. */
    hash: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('demand_decisions_demand').on(t.demandId)],
)
