import { z } from 'zod'
import { maxReportMonths, reportMonthPattern } from '../../domain/operations/report-months.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'

export const monthlyReportsCalls = {
  reportMonths: call({
    path: '/ops/report/months',
    summary: '可以下载月度报表的月份，新的在前，最多三年',
    access: operator('trade'),
    reads: true,
    input: z.object({}),
    output: z.object({
      months: z
        .array(
          z.object({
            /** `2026-11`, Shanghai. */
            month: z.string(),
            /** Not over yet: its figures still change. */
            isRunning: z.boolean(),
          }),
        )
        .max(maxReportMonths),
    }),
    ours: true,
  }),
  /** All sheets come from one statement, so that their sums agree. */
  monthlyReport: call({
    path: '/ops/report/month',
    summary: '一个月的报表（Excel）：概览、按日、按分类、供应商、付款方式；进行中的月份截至此刻',
    access: operator('trade'),
    input: z.object({ month: z.string().regex(reportMonthPattern, '请选择月份') }),
    output: z.object({ url: z.string(), name: z.string(), isRunning: z.boolean() }),
    failures: ['filesFull'],
    logs: '下载月度报表',
    perMinute: 10,
    ours: true,
  }),
}
