import { inArray, min } from 'drizzle-orm'
import type { monthlyReportsCalls } from '../../../contract/operations/monthly-reports.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { categories } from '../../../db/tables/reference.ts'
import {
  monthLabel,
  monthNow,
  reportMonths as monthsFrom,
  reportSuppliers,
} from '../../../domain/operations/report-months.ts'
import { date } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { saveGeneratedSheet } from '../../platform/files/generated-files.ts'
import { createWorkbook } from '../../platform/workbooks/create-workbook.ts'
import { loadReportFacts, type ReportFact } from './report-facts.ts'
import { reportSheets, suppliersOf, type ReportCategory } from './report-sheets.ts'

/** Months since the first registration, the newest first. */
async function loadMonths(db: Db): Promise<string[]> {
  const [row] = await db.select({ first: min(users.createdAt) }).from(users)
  return monthsFrom(row?.first == null ? monthNow() : date(row.first.toISOString()).slice(0, 7))
}

export const reportMonths: Handler<typeof monthlyReportsCalls.reportMonths> = async (_input, { db }) => ({
  months: (await loadMonths(db)).map((month) => ({ month, isRunning: month === monthNow() })),
})

/** Names of the categories that the facts name, and of their uppermost ones. */
async function loadCategories(db: Db, facts: readonly ReportFact[]): Promise<Map<number, ReportCategory>> {
  const ids = [...new Set(facts.flatMap(({ categoryId }) => categoryId ?? []))]
  if (ids.length === 0) return new Map()
  const { id, kind, name, path } = categories
  const rows = await db.select({ id, kind, name, path }).from(categories).where(inArray(id, ids))
  const topIds = [...new Set(rows.flatMap((row) => row.path[0] ?? []))]
  const tops = topIds.length === 0 ? [] : await db.select({ id, name }).from(categories).where(inArray(id, topIds))
  const topNames = new Map(tops.map((top) => [top.id, top.name]))
  return new Map(
    rows.map((row) => [row.id, { kind: row.kind, name: row.name, topName: topNames.get(row.path[0] ?? 0) ?? '' }]),
  )
}

async function loadCompanyNames(db: Db, facts: readonly ReportFact[]): Promise<Map<number, string>> {
  const ids = suppliersOf(facts)
    .slice(0, reportSuppliers)
    .map(([sellerId]) => sellerId)
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const monthlyReport: Handler<typeof monthlyReportsCalls.monthlyReport> = async ({ month }, context) => {
  const { db, caller, note } = context
  if (!(await loadMonths(db)).includes(month)) throw fieldFailed({ field: 'month', message: '请选择列出的月份' })
  const at = new Date()
  const isRunning = month === monthNow()
  const facts = await loadReportFacts(db, month)
  const [named, companyNames] = [await loadCategories(db, facts), await loadCompanyNames(db, facts)]
  const sheets = reportSheets({ month, isRunning, at, facts, categories: named, companyNames })
  const bytes = await createWorkbook(sheets, String(caller.userId))
  note(monthLabel(month))
  const title = `月度报表 ${month}${isRunning ? `（截至 ${date(at.toISOString())}）` : ''}`
  return { ...(await saveGeneratedSheet(context, caller, title, bytes)), isRunning }
}
