import { z } from 'zod'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { count, id, keyword, listOf, moment, optionalText, paging } from '../fields.ts'
import { demandDetail, demandRow } from './demands.ts'

/** A demand waiting for review, as shown to operators. */
const reviewRow = demandRow.extend({
  companyName: z.string(),
  orgId: id,
  /** true = change of an open demand; the public content stays until it is approved. */
  isChange: z.boolean(),
  submittedAt: moment,
})
export type DemandReviewRow = z.output<typeof reviewRow>

/** Content that would become public. The confidential part is not reviewed; only its existence is shown. */
const demandContent = reviewRow.extend({
  ...demandDetail.pick({
    facts: true,
    requiredTags: true,
    deliverBy: true,
    questions: true,
    files: true,
    annexCount: true,
    ownTerms: true,
    version: true,
    history: true,
  }).shape,
  /** For a change: text summary and current public content; null for a new demand. */
  before: demandDetail.pick({ summary: true, facts: true }).extend({ changes: z.string() }).nullable(),
})
export type DemandForReview = z.output<typeof demandContent>

/** Calls beyond the specification: review of demands by operators (REVIEW=manual). */
export const demandReviewsCalls = {
  demandReviews: call({
    path: '/mall/demand/review/list-page',
    summary: '待审核的需求与报价中需求的修改，先提交的在前',
    access: operator('review'),
    reads: true,
    input: z.object({ keyword: keyword.default(''), ...paging }),
    output: listOf(reviewRow),
    ours: true,
  }),
  demandForReview: call({
    path: '/mall/demand/review/detail',
    summary: '一条待审核的需求或修改：将公开的全部内容',
    access: operator('review'),
    reads: true,
    input: z.object({ demandId: id }),
    output: demandContent,
    ours: true,
  }),
  /** Returns conflict if the demand changed since `version` was read. */
  demandReview: call({
    path: '/mall/demand/review',
    summary: '审核需求或其修改：通过即公开，驳回须写明原因',
    access: operator('review'),
    input: z
      .object({
        demandId: id,
        verdict: z.enum(['pass', 'reject']),
        reason: optionalText(200).default(''),
        /** Version the operator reviewed. */
        version: count.min(1),
      })
      .refine(({ verdict, reason }) => verdict === 'pass' || reason !== '', {
        path: ['reason'],
        message: '请写明原因，发布方将看到',
      }),
    output: z.object({ status: z.enum(demandStatuses) }),
    failures: ['stepNotAllowed', 'conflict', 'deadlinePast'],
    ours: true,
    logs: '审核需求',
  }),
}
