import { yuan } from '../money.ts'
import type { OrderTerms, TermRow } from './change-terms.ts'

export type ChangeMark = 'same' | 'changed' | 'added' | 'skipped'
export const changeMarkLabels: Readonly<Record<ChangeMark, string>> = {
  same: '不变',
  changed: '修改',
  added: '新增',
  skipped: '取消',
}

/** One line of the before/after table. The texts name the values, so that the mark is not told by colour alone. */
export interface ComparedTerm {
  readonly key: string
  readonly label: string
  readonly mark: ChangeMark
  /** Lines of text; none = not there. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

const moneyLine = (fen: number) => `¥${yuan(fen)}`
const dayLine = (on: string | null) => on ?? '未约定'

function rowLines({ stage, name, deliverables, on, amount }: TermRow): string[] {
  if (stage === null) return [name, moneyLine(amount), `应付日 ${on ?? '未约定'}`]
  return [name, moneyLine(amount), `计划交付 ${on ?? '未约定'}`, `交付内容：${deliverables}`]
}

/** How a row is named: 里程碑 2, or 款项 1 without a stage. */
export const rowLabel = ({ seq, stage }: Pick<TermRow, 'seq' | 'stage'>): string =>
  stage === null ? `款项 ${seq}` : `里程碑 ${stage}`

const single = (key: string, label: string, before: string, after: string): ComparedTerm => ({
  key,
  label,
  mark: before === after ? 'same' : 'changed',
  before: [before],
  after: [after],
})

/** The before/after table of a change order: total, promised day, then the rows in their order. */
export function compareTerms(before: OrderTerms, after: OrderTerms): ComparedTerm[] {
  const rows = after.rows.map((row): ComparedTerm => {
    const old = before.rows.find(({ seq }) => seq === row.seq)
    const of = { key: `row-${row.seq}`, label: rowLabel(row) }
    if (old === undefined) return { ...of, mark: 'added', before: [], after: rowLines(row) }
    const was = old.isSkipped ? [old.name, '不再执行'] : rowLines(old)
    if (row.isSkipped)
      return {
        ...of,
        mark: old.isSkipped ? 'same' : 'skipped',
        before: was,
        after: [row.name, '不再执行', moneyLine(0)],
      }
    const lines = rowLines(row)
    return { ...of, mark: lines.join('\n') === was.join('\n') ? 'same' : 'changed', before: was, after: lines }
  })
  return [
    single('total', '订单总额', moneyLine(before.total), moneyLine(after.total)),
    single('promised', '承诺交付日', dayLine(before.promisedOn), dayLine(after.promisedOn)),
    ...rows,
  ]
}
