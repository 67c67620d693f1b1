import { Minus, PencilLine, Plus } from 'lucide-react'
import { changeMarkLabels, type ChangeMark, type ComparedTerm } from '../../../domain/orders/change-comparison.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'

const icons = { added: Plus, skipped: Minus, changed: PencilLine } as const
const looks: Readonly<Record<ChangeMark, string>> = {
  same: 'text-ink-3',
  changed: 'text-accent',
  added: 'text-good',
  skipped: 'text-bad',
}

/** The mark in words and with its sign, so that it is not told by colour alone. */
const Mark = ({ mark }: { mark: ChangeMark }) => {
  const Icon = mark === 'same' ? null : icons[mark]
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${looks[mark]}`}>
      {Icon !== null && <Icon className="size-4" aria-hidden />}
      {changeMarkLabels[mark]}
    </span>
  )
}

const Lines = ({ lines, other, mark }: { lines: readonly string[]; other: readonly string[]; mark: ChangeMark }) =>
  lines.length === 0 ? (
    <>--</>
  ) : (
    <>
      {lines.map((line) => (
        <span
          key={line}
          className={`block wrap-anywhere whitespace-pre-line ${mark !== 'same' && !other.includes(line) ? 'font-medium' : 'text-ink-2'}`}
        >
          {line}
        </span>
      ))}
    </>
  )

const Before = ({ row }: { row: ComparedTerm }) => (
  <del className={row.mark === 'skipped' ? 'line-through' : 'no-underline'}>
    <Lines lines={row.before} other={row.after} mark={row.mark} />
  </del>
)
const After = ({ row }: { row: ComparedTerm }) => (
  <ins className="no-underline">
    <Lines lines={row.after} other={row.before} mark={row.mark} />
  </ins>
)

const columns: readonly Column<ComparedTerm>[] = [
  { key: 'label', head: '项目', className: 'whitespace-nowrap align-top', cell: ({ label }) => label },
  { key: 'before', head: '变更前', className: 'min-w-40 align-top', cell: (row) => <Before row={row} /> },
  { key: 'after', head: '变更后', className: 'min-w-40 align-top', cell: (row) => <After row={row} /> },
  { key: 'mark', head: '说明', className: 'align-top', cell: ({ mark }) => <Mark mark={mark} /> },
]

const PhoneRow = ({ row }: { row: ComparedTerm }) => (
  <>
    <p className="flex items-center justify-between gap-3 font-medium">
      {row.label}
      <Mark mark={row.mark} />
    </p>
    <dl className="mt-1 space-y-1">
      <div>
        <dt className="text-sm text-ink-3">变更前</dt>
        <dd>
          <Before row={row} />
        </dd>
      </div>
      <div>
        <dt className="text-sm text-ink-3">变更后</dt>
        <dd>
          <After row={row} />
        </dd>
      </div>
    </dl>
  </>
)

type Props = {
  rows: readonly ComparedTerm[]
  /** Name of what is compared, for screen readers: 变更单 1. */
  name: string
}

/** Before and after of a change order; what stays is behind a summary. */
export const ChangeTable = ({ rows, name }: Props) => {
  const changed = rows.filter(({ mark }) => mark !== 'same')
  const same = rows.filter(({ mark }) => mark === 'same')
  const table = (of: readonly ComparedTerm[], caption: string) => (
    <DataTable
      caption={caption}
      rows={of}
      rowKey={({ key }) => key}
      columns={columns}
      phone={(row) => <PhoneRow row={row} />}
    />
  )
  return (
    <div className="space-y-3">
      {changed.length > 0 ? (
        table(changed, `${name}：变更前后`)
      ) : (
        <p className="text-ink-2">价款、日期与里程碑不变。</p>
      )}
      {same.length > 0 && (
        <details>
          <summary className="text-sm text-accent hover:underline max-md:py-2">不变的 {same.length} 项</summary>
          <div className="mt-2">{table(same, `${name}：不变的约定`)}</div>
        </details>
      )}
    </div>
  )
}
