import type { DemandRow } from '../../contract/demands/demands.ts'
import {
  deletableDemandStatuses,
  demandLabels,
  demandTransitions,
  type DemandStatus,
} from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { countdown, dateTime, monthMinute, timeLeft } from '../../domain/time.ts'
import { steps } from '../../domain/transition.ts'
import { ask } from '../../stores/demands/buyer-demands.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'
import { Price } from '../../ui/Price.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'

/** Demands that can still be written: anew, or the parts that suppliers have not priced. */
const editable: readonly DemandStatus[] = ['draft', 'rejected', 'open']
const deletable: readonly DemandStatus[] = deletableDemandStatuses

type Target = Pick<DemandRow, 'demandId' | 'demandTitle' | 'status'>

/** What a buyer may do with a demand besides looking at it, by the table of states. */
export function demandActions(demand: Target): MenuEntry[] {
  const { status, demandId } = demand
  const allowed = steps(demandTransitions, status, 'buyer')
  return [
    ...(editable.includes(status) ? [{ label: '修改需求', href: links.buyerAddDemand({ demandId }) }] : []),
    ...(allowed.includes('close') ? [{ label: '关闭需求', onChoose: () => ask('close', demand) }] : []),
    ...(allowed.includes('reopen') ? [{ label: '重新开放', onChoose: () => ask('reopen', demand) }] : []),
    ...(deletable.includes(status) ? [{ label: '删除', danger: true, onChoose: () => ask('delete', demand) }] : []),
  ]
}

const Left = ({ row, now }: { row: DemandRow; now: string }) => {
  const left = countdown(row.deadline, now)
  const pressing = left.at === 'running' && left.pressing
  return (
    <>
      <span className={pressing ? 'font-medium text-warn' : ''}>
        {row.status === 'open' ? timeLeft(row.deadline, now) : '--'}
      </span>
      <time dateTime={row.deadline} title={dateTime(row.deadline)} className="block text-sm text-ink-3">
        {monthMinute(row.deadline)}
      </time>
    </>
  )
}

const mainWord = (row: DemandRow) =>
  (row.status === 'open' || row.status === 'evaluating') && row.offerCount > 0 ? '去比价' : '查看'

/** Rows of the company's own demands with what can be done. */
export const DemandTable = ({ rows, now }: { rows: readonly DemandRow[]; now: string }) => {
  const columns: Column<DemandRow>[] = [
    {
      key: 'title',
      head: '需求',
      className: 'min-w-56',
      cell: (row) => (
        <>
          <a href={links.buyerDemand(row.demandId)} className="font-medium hover:text-accent">
            {row.demandTitle}
          </a>
          <span className="block text-sm text-ink-3">
            {row.demandNo} · {row.stageName} / {row.categoryName}
          </span>
        </>
      ),
    },
    {
      key: 'budget',
      head: '预算',
      align: 'right',
      cell: (row) => <Price fen={row.demandBudget} word="议价" size="sm" />,
    },
    {
      key: 'offers',
      head: '报价',
      align: 'right',
      className: 'whitespace-nowrap',
      cell: (row) => (row.offerCount > 0 ? `${row.offerCount}\u00a0家` : '--'),
    },
    { key: 'left', head: '报价截止', className: 'whitespace-nowrap', cell: (row) => <Left row={row} now={now} /> },
    { key: 'state', head: '状态', cell: (row) => <StateBadge {...demandLabels[row.status]} /> },
    {
      key: 'do',
      head: '操作',
      align: 'right',
      cell: (row) => {
        const actions = demandActions(row)
        return (
          <span className="inline-flex items-center gap-2">
            <LinkButton
              size="sm"
              href={links.buyerDemand(row.demandId)}
              aria-label={`${mainWord(row)} ${row.demandTitle}`}
            >
              {mainWord(row)}
            </LinkButton>
            {actions.length > 0 && <Menu label="更多" size="sm" entries={actions} />}
          </span>
        )
      },
    },
  ]
  return <DataTable caption="我的需求" columns={columns} rows={rows} rowKey={(row) => row.demandId} />
}
