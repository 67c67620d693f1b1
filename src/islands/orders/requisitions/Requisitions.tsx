import { useStore } from '@nanostores/react'
import type { RequisitionRow } from '../../../contract/orders/requisitions.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { approvalActionLabels } from '../../../domain/orders/requisitions/approval-rules.ts'
import { requisitionLabel, requisitionStatuses } from '../../../domain/orders/requisitions/requisition-states.ts'
import { dateTime } from '../../../domain/time.ts'
import { parseDailyQuery } from '../../../stores/daily-query.ts'
import {
  requisitionList as list,
  requisitionScopeOf,
  type RequisitionScope,
} from '../../../stores/orders/requisitions/requisition-list.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { DailyList } from '../../list/DailyList.tsx'
import { usePermission } from '../../use-permission.ts'
import { RequisitionActions, RequisitionDialogs } from './RequisitionDialogs.tsx'

const scopeLabels: Readonly<Record<RequisitionScope, string>> = {
  mine: '我提交的',
  waiting: '待我审批',
  handled: '我审批过的',
  all: '全部请购',
}

const Subject = ({ row }: { row: RequisitionRow }) => (
  <>
    <a
      href={links.buyerRequisition(row.requisitionId)}
      className="line-clamp-2 font-medium hover:text-accent hover:underline md:line-clamp-1"
    >
      {row.title}
    </a>
    <span className="flex flex-wrap gap-x-2 text-sm text-ink-3">
      <span className="whitespace-nowrap">{row.requisitionNo}</span>
      <span>{approvalActionLabels[row.action]}</span>
      <span>{row.requester}</span>
      <time className="whitespace-nowrap" dateTime={row.createdAt}>
        {dateTime(row.createdAt)}
      </time>
    </span>
  </>
)

const State = ({ row }: { row: RequisitionRow }) => (
  <>
    <StateBadge {...requisitionLabel(row.status, row.allowed.includes('approve'))} />
    {row.waitsFor !== '' && <span className="block text-sm text-ink-3">等待：{row.waitsFor}</span>}
    {row.reason !== '' && <span className="block text-sm wrap-anywhere text-ink-3">{row.reason}</span>}
  </>
)

const columns: readonly Column<RequisitionRow>[] = [
  { key: 'subject', head: '请购', className: 'min-w-60', cell: (row) => <Subject row={row} /> },
  {
    key: 'amount',
    head: '金额',
    align: 'right',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: ({ amount }) => <span className="font-medium">¥{yuan(amount)}</span>,
  },
  {
    key: 'createdAt',
    head: '提交时间',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => dateTime(createdAt),
  },
  {
    key: 'state',
    head: '状态',
    className: 'min-w-32',
    cell: (row) => (
      <span className="block">
        <State row={row} />
      </span>
    ),
  },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => <RequisitionActions row={row} size="sm" />,
  },
]

const statusOptions = [
  { value: '', label: '全部状态' },
  ...requisitionStatuses.map((status) => ({ value: status, label: requisitionLabel(status).label })),
]

/** Requisitions: own ones; for approvers those that wait for them or did; for who makes the rules all of the company. */
export const Requisitions = ({ search }: { search: string }) => {
  const query = useStore(list.query) ?? parseDailyQuery(search, list.statuses, list.sortKeys)
  const scope = requisitionScopeOf(query.extra)
  const [isApprover, isRuleMaker] = [usePermission('apply_manage'), usePermission('role_manage')]
  const scopes = [
    'mine' as const,
    ...(isApprover ? (['waiting', 'handled'] as const) : []),
    ...(isRuleMaker ? ['all' as const] : []),
  ]
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold">请购审批</h1>
          <p className="mt-1 text-ink-3">
            下单、选定报价、变更单与付款按贵企业的规则审批。
            <a href={links.helpArticle(3318)} className="text-accent underline">
              如何审批
            </a>
          </p>
        </div>
        {isApprover && <LinkButton href={links.approvalRules()}>审批规则</LinkButton>}
      </div>
      <DailyList
        list={list}
        search={search}
        what="请购"
        permission={scope === 'all' ? 'role_manage' : 'apply_manage'}
        amount="金额"
        days="提交日期"
        filters={
          scope !== 'waiting' && (
            <Select
              bare
              label="状态"
              className="w-full md:w-44"
              options={statusOptions}
              value={query.status ?? ''}
              onChange={(value) => list.updateQuery({ status: requisitionStatuses.find((status) => status === value) })}
            />
          )
        }
        tabs={{
          label: '范围',
          tabsOf: () => scopes.map((each) => ({ key: each, label: scopeLabels[each] })),
          current: scope,
          onChange: (key) =>
            list.updateQuery({
              extra: { ...query.extra, scope: scopes.find((each) => each === key) ?? 'mine' },
              status: undefined,
            }),
        }}
        caption="请购"
        columns={columns}
        rowName={({ requisitionNo }) => requisitionNo}
        empty={
          scope === 'waiting' ? (
            <EmptyState title="暂无待您审批的请购" text="有新的请购时，您会收到通知。" />
          ) : (
            <EmptyState title="暂无请购" text="按规则需要审批的下单、选定报价、变更单与付款会出现在这里。" />
          )
        }
      />
      <RequisitionDialogs />
      <Toaster />
    </>
  )
}
