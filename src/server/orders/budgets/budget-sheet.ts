import { asc, desc, inArray } from 'drizzle-orm'
import type { budgetsCalls } from '../../../contract/orders/budgets.ts'
import { budgetEntries } from '../../../db/tables/budget-entries.ts'
import { budgets } from '../../../db/tables/budgets.ts'
import { budgetEventLabels, budgetLeft, budgetModeLabels } from '../../../domain/orders/budgets/budgets.ts'
import { date, dateTime } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { saveGeneratedSheet } from '../../platform/files/generated-files.ts'
import { createWorkbook, type SheetCell } from '../../platform/workbooks/create-workbook.ts'
import { presentEntry, selectEntries } from './budgets-handlers.ts'
import { budgetCondition, selectBudgets } from './present-budgets.ts'

/** Maximum of rows a sheet. */
const maxRows = 20_000

const budgetColumns: readonly (readonly [head: string, width: number])[] = [
  ['预算', 28],
  ['成本中心', 24],
  ['项目', 16],
  ['开始', 12],
  ['截止', 12],
  ['超出时', 12],
  ['额度（元）', 16],
  ['占用（元）', 16],
  ['下单未付（元）', 16],
  ['已支付（元）', 16],
  ['剩余（元）', 16],
]
const entryColumns: readonly (readonly [head: string, width: number])[] = [
  ['预算', 28],
  ['时间', 20],
  ['事项', 14],
  ['单号', 20],
  ['经办人', 14],
  ['占用（元）', 16],
  ['下单未付（元）', 16],
  ['已支付（元）', 16],
]

const sheetOf = (sheet: string, columns: typeof budgetColumns, rows: SheetCell[][]) => ({
  sheet,
  head: columns.map(([head]) => head),
  widths: columns.map(([, width]) => width),
  rows,
})

/** Budgets of the filter, and their entries, the newest first. */
export const budgetSheet: Handler<typeof budgetsCalls.budgetSheet> = async (filter, context) => {
  const { caller, db, note } = context
  const found = await selectBudgets(db)
    .where(budgetCondition(caller.companyId, filter))
    .orderBy(asc(budgets.costCentre), asc(budgets.projectCode), desc(budgets.startsOn), asc(budgets.id))
    .limit(maxRows)
  const names = new Map(found.map(({ budget }) => [budget.id, budget.name]))
  const rows = found.map(({ budget, centreName }): SheetCell[] => [
    budget.name,
    `${budget.costCentre} ${centreName}`,
    budget.projectCode,
    budget.startsOn,
    budget.endsOn,
    budgetModeLabels[budget.mode],
    { fen: budget.amount },
    { fen: budget.held },
    { fen: budget.committed },
    { fen: budget.spent },
    { fen: budgetLeft(budget) },
  ])
  const entries = await selectEntries(db)
    .where(inArray(budgetEntries.budgetId, [...names.keys()]))
    .orderBy(desc(budgetEntries.id))
    .limit(maxRows + 1)
  const more = entries.length > maxRows
  const entryRows = entries.slice(0, maxRows).map((row): SheetCell[] => {
    const { event, number, by, at, held, committed, spent } = presentEntry(row)
    const moved = [{ fen: held }, { fen: committed }, { fen: spent }]
    return [names.get(row.entry.budgetId) ?? '', dateTime(at), budgetEventLabels[event], number, by, ...moved]
  })
  const bytes = await createWorkbook([
    sheetOf('预算', budgetColumns, rows),
    sheetOf('流水', entryColumns, entryRows),
    ...(more ? [sheetOf('说明', [['说明', 80]], [[`流水超过 ${maxRows} 行，本表为最新的部分。`]])] : []),
  ])
  note(`${rows.length} 项`)
  const saved = await saveGeneratedSheet(context, caller, `采购预算 ${date(new Date().toISOString())}`, bytes)
  return { ...saved, rows: rows.length, more }
}
