import type { OwnComplaint } from '../../../contract/operations/complaints.ts'
import { complaintKindLabels, complaintLabels, complaintReasonLabels } from '../../../domain/operations/complaints.ts'
import { dateTime } from '../../../domain/time.ts'
import { ownComplaints } from '../../../stores/operations/complaints.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'

const columns: readonly Column<OwnComplaint>[] = [
  {
    key: 'title',
    head: '被举报的内容',
    className: 'min-w-48',
    cell: ({ kind, title }) => (
      <span className="block py-2">
        <span className="block wrap-anywhere">{title}</span>
        <span className="text-sm text-ink-3">{complaintKindLabels[kind]}</span>
      </span>
    ),
  },
  {
    key: 'reason',
    head: '原因',
    className: 'min-w-48',
    cell: ({ reason, text }) => (
      <span className="block py-2">
        {complaintReasonLabels[reason]}
        {text !== '' && <span className="block text-sm text-ink-3 wrap-anywhere">{text}</span>}
      </span>
    ),
  },
  {
    key: 'status',
    head: '结果',
    className: 'min-w-40',
    cell: ({ status, decision }) => (
      <span className="block py-2">
        <StateBadge {...complaintLabels[status]} />
        {decision !== '' && <span className="mt-1 block text-sm text-ink-2 wrap-anywhere">{decision}</span>}
      </span>
    ),
  },
  {
    key: 'at',
    head: '提交与处理时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ createdAt, decidedAt }) => (
      <span className="block py-2">
        {dateTime(createdAt)}
        {decidedAt !== null && <span className="block text-sm text-ink-3">{dateTime(decidedAt)}</span>}
      </span>
    ),
  },
]

/** 我的举报: own complaints with their outcomes. */
export const OwnComplaints = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">我的举报</h1>
    <FilteredList
      list={ownComplaints}
      search={search}
      what="举报"
      tabs={{ label: '举报状态', labelOf: (status) => complaintLabels[status] }}
      empty={
        <EmptyState title="暂无举报" text="在服务、商品、店铺、需求、评价或聊天消息旁选择“举报”，结果会显示在这里。" />
      }
    >
      {({ data }) => (
        <DataTable caption="我的举报" columns={columns} rows={data} rowKey={({ complaintId }) => complaintId} />
      )}
    </FilteredList>
  </>
)
