import { date } from '../time.ts'
import { bandValue, type PriceBand } from '../catalogue/price-bands.ts'

const hour = 3_600_000
const day = 24 * hour

/** Why a deadline cannot be taken, or null: it lies at least one hour and at most 180 days ahead. Milliseconds. */
export function deadlineFault(deadline: Date, now: Date): string | null {
  const ahead = deadline.getTime() - now.getTime()
  if (!(ahead >= hour)) return '截止时间至少在 1 小时之后'
  return ahead > 180 * day ? '截止时间最长为 180 天' : null
}

/** Why a day of delivery (`2027-08-31`, in Shanghai) cannot be taken, or null: it is not in the past. */
export function deliverByFault(deliverBy: string | null, now: Date): string | null {
  if (deliverBy === null || deliverBy >= date(now.toISOString())) return null
  return '期望交付日期不能早于今天'
}

/** Why the validity of an offer cannot be taken, or null: in the future, not before the demand's deadline. */
export function validUntilFault(validUntil: Date, deadline: Date, now: Date): string | null {
  if (!(validUntil.getTime() > now.getTime())) return '有效期须晚于现在'
  if (validUntil.getTime() < deadline.getTime()) return '有效期不能早于报价截止时间'
  return validUntil.getTime() > now.getTime() + 730 * day ? '有效期最长为 2 年' : null
}

/** What an open demand keeps as it was offered on: suppliers have priced it. */
export interface FixedTerms {
  readonly demandTitle: string
  readonly categoryId: number
  readonly demandBudget: number | null
  readonly districtCode: string | null
  readonly deliverBy: string | null
}
const fixedNames: Record<keyof FixedTerms, string> = {
  demandTitle: '标题',
  categoryId: '类别',
  demandBudget: '预算',
  districtCode: '期望地区',
  deliverBy: '期望交付日期',
}

/** The faults of an edit that touches what an open demand keeps. */
export function fixedFaults(before: FixedTerms, after: FixedTerms): { field: string; message: string }[] {
  const fields = ['demandTitle', 'categoryId', 'demandBudget', 'districtCode', 'deliverBy'] as const
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, message: `报价中的需求不能修改${fixedNames[field]}` }))
}

const wan = 1_000_000
/** Bands of budgets: 10 万以下 … 300 万以上, in fen. */
export const budgetBands: readonly PriceBand[] = [
  { from: undefined, to: 10 * wan, label: '10 万以下' },
  { from: 10 * wan, to: 50 * wan, label: '10~50 万' },
  { from: 50 * wan, to: 100 * wan, label: '50~100 万' },
  { from: 100 * wan, to: 300 * wan, label: '100~300 万' },
  { from: 300 * wan, to: undefined, label: '300 万以上' },
]
/** Name of a band on the wire: `from-to` in fen, both ends included, an open end empty. */
export const budgetValue = bandValue

/** A company as others see it before they deal: 成都衡序医药科技有限公司 → 成**司. */
export function maskCompany(name: string): string {
  const letters = [...name.trim()]
  return letters.length < 2 ? `${letters[0] ?? ''}**` : `${letters[0] ?? ''}**${letters.at(-1) ?? ''}`
}
