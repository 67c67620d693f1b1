import { z } from 'zod'
import { referrerKinds, pageViewPeriods } from '../../domain/operations/page-views.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'

/** `views` are pages opened; `visits` are those not opened from another page of the site. */
const counts = { views: z.int(), visits: z.int() }

const statistics = z.object({
  /** First and last day, Shanghai: 2026-11-20. */
  from: z.string(),
  to: z.string(),
  ...counts,
  /** The same over as many days before. */
  before: z.object(counts),
  /** Every day of the period, the oldest first, those without views too. */
  days: z.array(z.object({ day: z.string(), ...counts })),
  /** The pages with the most views, at most 50. */
  pages: z.array(z.object({ path: z.string(), ...counts })),
  referrers: z.array(z.object({ kind: z.enum(referrerKinds), views: z.int() })),
  areas: z.array(z.object({ area: z.string(), ...counts })),
})
export type PageViewStatistics = z.output<typeof statistics>

export const pageViewsCalls = {
  pageViewStatistics: call({
    path: '/sys/visit/figures',
    summary: '页面访问统计：按日、页面、来源与分站，最多一年；只有计数，不含个人信息',
    access: operator(),
    reads: true,
    input: z.object({
      /** Days up to today. */
      days: z.literal(pageViewPeriods).default(30),
    }),
    output: statistics,
    ours: true,
  }),
}
