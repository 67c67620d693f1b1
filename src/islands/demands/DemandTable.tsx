import type { OwnDemandRow } from '../../contract/demands/demands.ts'
import { changeLabels } from '../../domain/change-states.ts'
import {
  deletableDemandStatuses,
  demandLabels,
  demandTransitions,
  type DemandStatus,
  isDemandOpen,
  nextDemandStep,
  type DemandNextStep,
} from '../../domain/demands/demand-states.ts'
import { budgetPlaceholder } from '../../domain/demands/demand-rules.ts'
import { links } from '../../domain/links.ts'
import { countdown, dateTime, monthMinute, timeLeft } from '../../domain/time.ts'
import { allowedEvents } from '../../domain/transition.ts'
import { openDemandDialog } from '../../stores/demands/buyer-demands.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx'
import { Price } from '../../ui/card/Price.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'

/** States in which a demand can be edited, at least in parts. */
const editable: readonly DemandStatus[] = ['draft', 'rejected', 'open']
const deletable: readonly DemandStatus[] = deletableDemandStatuses

type Target = Pick<OwnDemandRow, 'demandId' | 'demandTitle' | 'status'>

/** Actions of the buyer by the transition table. */
export function demandActions(demand: Target): MenuEntry[] {
  const { status, demandId } = demand
  const allowed = allowedEvents(demandTransitions, status, 'buyer')
  return [
    ...(editable.includes(status) ? [{ label: '修改需求', href: links.buyerAddDemand({ demandId }) }] : []),
    { label: '复制为新需求', href: links.buyerAddDemand({ copy: demandId }) },
    ...(allowed.includes('close') ? [{ label: '关闭需求', onChoose: () => openDemandDialog('close', demand) }] : []),
    ...(allowed.includes('reopen') ? [{ label: '重新开放', onChoose: () => openDemandDialog('reopen', demand) }] : []),
    ...(deletable.includes(status)
      ? [{ label: '删除', danger: true, onChoose: () => openDemandDialog('delete', demand) }]
      : []),
  ]
}

const Left = ({ row, now }: { row: OwnDemandRow; now: string }) => {
  const left = countdown(row.deadline, now)
  const pressing = left.at === 'running' && left.pressing
  return (
    <>
      {isDemandOpen(row.status) && (
        <span className={pressing ? 'font-medium text-warn' : ''}>{timeLeft(row.deadline, now)}</span>
      )}
      <time dateTime={row.deadline} title={dateTime(row.deadline)} className="block text-sm text-ink-3">
        {monthMinute(row.deadline)}
      </time>
    </>
  )
}

/** Status of a demand and of its pending change. */
const States = ({ row: { status, change } }: { row: OwnDemandRow }) => (
  <span className="inline-flex flex-wrap gap-x-3 gap-y-1">
    <StateBadge {...demandLabels[status]} />
    {change !== null && <StateBadge {...changeLabels[change.status]} />}
  </span>
)

const nextStepLabels: Readonly<Record<DemandNextStep, string>> = {
  fill: '继续填写',
  revise: '修改后提交',
  result: '查看结果',
  compare: '去比价',
  view: '查看',
}

/** Next action and its link. */
function nextStep({ status, demandId, offerCount }: OwnDemandRow): { word: string; href: string } {
  const step = nextDemandStep(status, offerCount)
  const editing = step === 'fill' || step === 'revise'
  return {
    word: nextStepLabels[step],
    href: editing ? links.buyerAddDemand({ demandId }) : links.buyerDemand(demandId),
  }
}

const DemandActions = ({ row }: { row: OwnDemandRow }) => {
  const { word, href } = nextStep(row)
  const actions = demandActions(row).filter((entry) => !('href' in entry && entry.href === href))
  return (
    <span className="inline-flex items-center gap-2">
      <LinkButton size="sm" href={href} className="max-md:h-11" aria-label={`${word} ${row.demandTitle}`}>
        {word}
      </LinkButton>
      {actions.length > 0 && <Menu label="更多" size="sm" entries={actions} />}
    </span>
  )
}

/** Columns of the company's own demands; the first one names a demand, the last one has its actions. */
export const demandColumns = (now: string): Column<OwnDemandRow>[] => [
  {
    key: 'title',
    head: '需求',
    className: 'min-w-56',
    cell: (row) => (
      <>
        <a
          href={links.buyerDemand(row.demandId)}
          className="line-clamp-2 font-medium hover:text-accent md:line-clamp-1"
        >
          {row.demandTitle || '未填写标题'}
        </a>
        <span className="block text-sm text-ink-3">
          {row.demandNo} · {[...new Set([row.stageName, row.categoryName])].join(' / ')}
        </span>
      </>
    ),
  },
  {
    key: 'budget',
    head: '预算',
    align: 'right',
    sortable: true,
    cell: (row) => <Price fen={row.demandBudget || null} word={budgetPlaceholder(row.demandBudget)} size="sm" />,
  },
  {
    key: 'offers',
    head: '报价',
    align: 'right',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: (row) => (row.offerCount > 0 ? `${row.offerCount}\u00a0家` : '暂无'),
  },
  {
    key: 'deadline',
    head: '报价截止',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: (row) => <Left row={row} now={now} />,
  },
  {
    key: 'createdAt',
    head: '创建时间',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: (row) => monthMinute(row.createdAt),
  },
  { key: 'district', head: '期望地区', cell: (row) => row.districtName || '不限' },
  { key: 'state', head: '状态', cell: (row) => <States row={row} /> },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => <DemandActions row={row} />,
  },
]
