import { z } from 'zod'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { count, id, keyword, listOf, moment, optionalText, paging } from '../fields.ts'
import { demandDetail, demandRow } from './demands.ts'

/** A demand that waits for its review, as operators see it. */
const reviewRow = demandRow.extend({
  companyName: z.string(),
  orgId: id,
  /** A change of a demand that is open already; until it passes the public reads the old one. */
  isChange: z.boolean(),
  submittedAt: moment,
})
export type DemandReviewRow = z.output<typeof reviewRow>

/** What the public would read of it. The confidential part is between the companies: of it only that it is there. */
const demandContent = reviewRow.extend({
  ...demandDetail.pick({
    facts: true,
    deliverBy: true,
    questions: true,
    files: true,
    annexCount: true,
    ownTerms: true,
    version: true,
    history: true,
  }).shape,
  /** Of a change: what changes by it, in words, and what the public reads now; null for a new demand. */
  before: demandDetail.pick({ summary: true, facts: true }).extend({ changes: z.string() }).nullable(),
})
export type DemandForReview = z.output<typeof demandContent>

/** Calls of our own: the platform's review of demands (REVIEW=manual). */
export const demandReviewsCalls = {
  demandReviews: call({
    path: '/mall/demand/review/list-page',
    summary: '待审核的需求与报价中需求的修改，先提交的在前',
    access: operator,
    input: z.object({ keyword: keyword.default(''), ...paging }),
    output: listOf(reviewRow),
    ours: true,
  }),
  demandForReview: call({
    path: '/mall/demand/review/detail',
    summary: '一条待审核的需求或修改：将公开的全部内容',
    access: operator,
    input: z.object({ demandId: id }),
    output: demandContent,
    ours: true,
  }),
  /** What was read is what is judged: after a change in between the verdict answers conflict. */
  demandReview: call({
    path: '/mall/demand/review',
    summary: '审核需求或其修改：通过即公开，驳回须写明原因',
    access: operator,
    input: z
      .object({
        demandId: id,
        verdict: z.enum(['pass', 'reject']),
        reason: optionalText(200).default(''),
        /** `version` of what was read. */
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
