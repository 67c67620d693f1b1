import { z } from 'zod'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import {
  evaluatorStatuses,
  maxCriteria,
  maxCriterionLabel,
  maxEvaluators,
  maxScoreComment,
  scoreScales,
} from '../../domain/demands/evaluation.ts'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { count, id, moment, optionalText, text } from '../fields.ts'

const criterionKey = z
  .string()
  .max(40)
  .regex(/^[A-Za-z0-9_-]+$/)

const criterion = z.object({
  /** Stays the same while the criterion is renamed or weighted anew. */
  key: criterionKey,
  label: optionalText(maxCriterionLabel),
  /** Whole percent; all weights sum to 100. */
  weight: z.int('请填写整数').min(0).max(100),
})

/** Points and comment of an evaluator for one criterion of an offer. */
const score = z.object({
  offerId: id,
  criterion: criterionKey,
  points: z.int('请填写整数').min(0).max(10),
  comment: optionalText(maxScoreComment).default(''),
})

const evaluator = z.object({
  userId: id,
  name: z.string(),
  status: z.enum(evaluatorStatuses),
  /** Why the evaluator declined; '' otherwise. */
  reason: z.string(),
  submittedAt: moment.nullable(),
  /** Submitted, and complete for the current versions of all offers. */
  isIn: z.boolean(),
})
export type EvaluatorRow = z.output<typeof evaluator>

/** Result of an offer over all evaluators whose scores are in; all numbers in hundredths. */
const result = z.object({
  offerId: id,
  total: z.int(),
  low: z.int(),
  high: z.int(),
  rank: z.int(),
  means: z.array(z.object({ criterion: z.string(), mean: z.int() })),
})

const evaluation = z.object({
  /** null = no criteria yet. */
  setup: z
    .object({
      criteria: z.array(criterion),
      scale: z.enum(scoreScales),
      /** Scores are hidden from everyone but their author until all are in. */
      blind: z.boolean(),
      /** To be sent with the next edit. */
      version: z.int(),
    })
    .nullable(),
  /** Offers are opened or scored: a change of criteria or evaluators needs a reason. */
  reasonNeeded: z.boolean(),
  /** Scores exist: the scale is fixed, and blind scoring cannot be switched off. */
  scored: z.boolean(),
  /** `before` the deadline, `open` while offers are evaluated, `over` after the decision. */
  phase: z.enum(['before', 'open', 'over']),
  /** Whether scores and totals of others are in this answer. */
  readable: z.boolean(),
  evaluators: z.array(evaluator),
  /** Offers that are scored, in their current version. */
  offers: z.array(z.object({ offerId: id, offerNo: z.string(), shortName: z.string(), version: z.int() })),
  /** The caller's own scores; null = the caller is no evaluator. */
  own: z
    .object({
      status: z.enum(evaluatorStatuses),
      scores: z.array(score),
      /** Offers whose scores can no longer be changed, since all blind scores are in. */
      fixedOfferIds: z.array(id),
    })
    .nullable(),
  /** Scores of all evaluators that are in; empty unless `readable`. */
  scores: z.array(score.extend({ userId: id })),
  /** Totals and ranks; empty unless `readable`. */
  results: z.array(result),
  /** Members of the company who may be named. */
  candidates: z.array(z.object({ userId: id, name: z.string() })),
})
export type Evaluation = z.output<typeof evaluation>

export const evaluationsCalls = {
  evaluation: call({
    path: '/mall/demand/evaluation/detail',
    summary: '一条需求的评分：标准、评分人、本人的评分；他人的评分与总分在全部提交前不返回（盲评）',
    access: company('my_requirement'),
    reads: true,
    viewing: 'closed',
    input: z.object({ demandId: id }),
    output: evaluation,
    ours: true,
  }),
  evaluationSave: call({
    path: '/mall/demand/evaluation/save',
    summary: '设置评分标准、权重与评分人；报价开启后的修改须写明原因',
    access: company('my_requirement'),
    input: z.object({
      demandId: id,
      criteria: z.array(criterion).max(maxCriteria, `最多 ${maxCriteria} 项标准`),
      scale: z.enum(scoreScales),
      blind: z.boolean(),
      evaluatorIds: z.array(id).max(maxEvaluators, `最多 ${maxEvaluators} 位评分人`),
      /** Why it is changed, once offers are opened or scored. */
      reason: optionalText(200).default(''),
      /** Version the form was opened with; 0 = there was none. */
      version: count,
    }),
    output: z.object({ version: z.int() }),
    failures: ['stepNotAllowed', 'conflict', 'scoresRevealed'],
    logs: '设置评分标准',
    ours: true,
  }),
  scoresSave: call({
    path: '/mall/demand/evaluation/score',
    summary: '评分人提交对全部报价的评分；密封报价开启后才能评分',
    access: company('my_requirement'),
    input: z.object({ demandId: id, scores: z.array(score).max(maxCriteria * 200) }),
    output: z.object({}),
    failures: ['notEvaluator', 'scoringNotOpen', 'scoresFixed'],
    logs: '提交评分',
    ours: true,
  }),
  evaluatorDecline: call({
    path: '/mall/demand/evaluation/decline',
    summary: '评分人声明利益冲突并回避，写明原因；已提交的评分作废',
    access: company('my_requirement'),
    input: z.object({ demandId: id, reason: text(200) }),
    output: z.object({}),
    failures: ['notEvaluator', 'stepNotAllowed', 'scoresFixed'],
    logs: '声明回避评分',
    ours: true,
  }),
  demandOpenEarly: call({
    path: '/mall/demand/open-early',
    summary: '提前开标：仅限受邀供应商报价的密封需求，在全部受邀供应商报价后',
    access: company('my_requirement'),
    input: z.object({ demandId: id }),
    output: z.object({ status: z.enum(demandStatuses) }),
    failures: ['stepNotAllowed', 'earlyOpeningNotOffered', 'noSupplierInvited', 'offersOutstanding'],
    logs: '提前开标',
    ours: true,
  }),
}
