import { and, eq, isNull } from 'drizzle-orm'
import type { offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import { demands } from '../../../db/tables/demands.ts'
import { budgetWord } from '../../../domain/demands/demand-rules.ts'
import { demandLabels } from '../../../domain/demands/demand-states.ts'
import { dateTime } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { descending, keepMadeSheet, makeWorkbook, type SheetCell } from '../../operations/public.ts'
import { demandRows, presentDemand } from '../present-demand.ts'

/** Rows of the sheet, the newest demands. */
const mostRows = 5_000

export const demandsSheet: Handler<typeof offerDecisionsCalls.demandsSheet> = async (_input, context) => {
  const { caller, db } = context
  const rows = await demandRows(db)
    .where(and(eq(demands.companyId, caller.companyId), isNull(demands.deletedAt)))
    .orderBy(descending(demands.id))
    .limit(mostRows)
  const bytes = await makeWorkbook([
    {
      sheet: '我的需求',
      widths: [20, 40, 28, 16, 10, 12, 20, 20],
      head: ['编号', '标题', '类别', '预算（元）', '报价（家）', '状态', '报价截止', '发布时间'],
      rows: rows.map((row): SheetCell[] => {
        const demand = presentDemand(row)
        return [
          ...[demand.demandNo, demand.demandTitle, `${demand.stageName} / ${demand.categoryName}`],
          demand.demandBudget ? { fen: demand.demandBudget } : budgetWord(demand.demandBudget),
          ...[demand.offerCount, demandLabels[demand.status].label, dateTime(demand.deadline)],
          demand.publishedAt === null ? '--' : dateTime(demand.publishedAt),
        ]
      }),
    },
  ])
  return keepMadeSheet(context, caller, '我的需求', bytes)
}
