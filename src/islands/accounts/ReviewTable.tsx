import { certificationLabels } from '../../domain/accounts/certification.ts'
import { dateTime } from '../../domain/time.ts'
import { read, type Review } from '../../stores/accounts/certification-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'

const columns = [
  {
    key: 'company',
    head: '企业',
    cell: (row: Review) => (
      <>
        <button
          type="button"
          className="block max-w-80 truncate text-left font-medium hover:text-accent"
          onClick={() => read(row)}
        >
          {row.companyName}
        </button>
        <span className="text-sm text-ink-3">{row.creditCode}</span>
      </>
    ),
  },
  {
    key: 'version',
    head: '版本',
    className: 'whitespace-nowrap',
    cell: (row: Review) => (
      <>
        第 {row.version} 版<span className="block text-sm text-ink-3">{row.inForce ? '变更' : '首次'}</span>
      </>
    ),
  },
  {
    key: 'confirms',
    head: '执照核对',
    className: 'whitespace-nowrap',
    cell: (row: Review) =>
      row.licenceConfirms ? (
        <StateBadge tone="good" label="代码一致" />
      ) : row.status === 'submitted' ? (
        <StateBadge tone="act" label="待比对" />
      ) : (
        '--'
      ),
  },
  {
    key: 'submitted',
    head: '提交',
    cell: (row: Review) => (
      <>
        {row.submittedBy}
        <span className="block text-sm whitespace-nowrap text-ink-3">{dateTime(row.createdAt)}</span>
      </>
    ),
  },
  {
    key: 'status',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: (row: Review) => (
      <StateBadge tone={certificationLabels[row.status].tone} label={certificationLabels[row.status].label} />
    ),
  },
  {
    key: 'open',
    head: '操作',
    align: 'right' as const,
    cell: (row: Review) => (
      <Button
        size="sm"
        kind={row.status === 'submitted' ? 'outline' : 'plain'}
        aria-label={`${row.status === 'submitted' ? '审核' : '查看'} ${row.companyName}`}
        onClick={() => read(row)}
      >
        {row.status === 'submitted' ? '审核' : '查看'}
      </Button>
    ),
  },
]

/** Submitted versions, one a row. */
export const ReviewTable = ({ rows }: { rows: readonly Review[] }) => (
  <DataTable caption="企业认证" columns={columns} rows={rows} rowKey={({ certificationId }) => certificationId} />
)
