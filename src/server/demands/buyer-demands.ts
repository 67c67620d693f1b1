import { and, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { demands } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { likePattern } from '../search/like-pattern.ts'
import { listDemandChanges } from './demand-changes.ts'
import { demandRows, presentDemand } from './present-demand.ts'
import { countsOf } from '../platform/queries/counts-by-status.ts'
import { descending } from '../platform/queries/descending.ts'
import type { offerDecisionsCalls } from '../../contract/demands/offer-decisions.ts'
import { budgetPlaceholder } from '../../domain/demands/demand-rules.ts'
import { demandLabels, isDemandOpen } from '../../domain/demands/demand-states.ts'
import { dateTime } from '../../domain/time.ts'
import { saveGeneratedSheet } from '../platform/files/generated-files.ts'
import { createWorkbook, type SheetCell } from '../platform/workbooks/create-workbook.ts'

export const buyerDemands: Handler<typeof demandsCalls.buyerDemands> = async (input, { caller, db }) => {
  const { keyword, status, current, pageSize } = input
  const keywordCondition =
    keyword === ''
      ? undefined
      : or(ilike(demands.title, likePattern(keyword)), ilike(demands.demandNo, likePattern(keyword)))
  const where = and(eq(demands.companyId, caller.companyId), isNull(demands.deletedAt), keywordCondition)
  const counted = await db
    .select({ status: demands.status, count: sql<number>`count(*)::int` })
    .from(demands)
    .where(where)
    .groupBy(demands.status)
  const rows = await demandRows(db)
    .where(and(where, status === undefined ? undefined : eq(demands.status, status)))
    .orderBy(descending(demands.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const changes = await listDemandChanges(
    db,
    rows.map(({ demand }) => demand.id),
  )
  const changeOf = ({ id, status }: (typeof rows)[number]['demand']) =>
    isDemandOpen(status) ? changes.get(id) : undefined
  return {
    ...countsOf(counted, status),
    data: rows.map((row) => ({ ...presentDemand(row), change: changeOf(row.demand) ?? null })),
  }
}

/** Maximum number of rows; the newest demands. */
const maxRows = 5_000

export const demandsSheet: Handler<typeof offerDecisionsCalls.demandsSheet> = async (_input, context) => {
  const { caller, db } = context
  const rows = await demandRows(db)
    .where(and(eq(demands.companyId, caller.companyId), isNull(demands.deletedAt)))
    .orderBy(descending(demands.id))
    .limit(maxRows)
  const bytes = await createWorkbook([
    {
      sheet: '我的需求',
      widths: [20, 40, 28, 16, 10, 12, 20, 20],
      head: ['编号', '标题', '类别', '预算（元）', '报价（家）', '状态', '报价截止', '发布时间'],
      rows: rows.map((row): SheetCell[] => {
        const demand = presentDemand(row)
        return [
          demand.demandNo,
          demand.demandTitle,
          `${demand.stageName} / ${demand.categoryName}`,
          demand.demandBudget ? { fen: demand.demandBudget } : budgetPlaceholder(demand.demandBudget),
          demand.offerCount,
          demandLabels[demand.status].label,
          dateTime(demand.deadline),
          demand.publishedAt === null ? '--' : dateTime(demand.publishedAt),
        ]
      }),
    },
  ])
  return saveGeneratedSheet(context, caller, '我的需求', bytes)
}
