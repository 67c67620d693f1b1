import { z } from 'zod'
import { scoreReasons } from '../../domain/live/scores.ts'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { id, listOf, moment, paging } from '../fields.ts'

/** An entry, or all entries of the minutes of one class. */
const scoreEntry = z.object({
  /** Id of the newest entry. */
  entryId: id,
  reason: z.enum(scoreReasons),
  /** Points; negative = spent. */
  points: z.int(),
  /** Balance after the newest entry. */
  balance: z.int(),
  /** Title of the class or round. */
  title: z.string(),
  at: moment,
})
export type ScoreEntry = z.output<typeof scoreEntry>

/** Calls beyond the specification: points for learning. */
export const scoresCalls = {
  scores: call({
    path: '/live/score/list',
    ours: true,
    summary: '我的课程积分：余额与明细，一门课的观看积分合为一行，新的在前',
    access: user,
    reads: true,
    input: z.object({ ...paging, part: z.enum(['all', 'earned', 'spent']).default('all') }),
    output: listOf(scoreEntry).extend({
      balance: z.int(),
      /** Total points earned and spent, both non-negative. */
      earned: z.int(),
      spent: z.int(),
    }),
  }),
}
