import { useStore } from '@nanostores/react'
import type { ComplaintRow, Offender } from '../../../contract/operations/complaints.ts'
import { links } from '../../../domain/links.ts'
import {
  complaintKindLabels,
  complaintKinds,
  complaintLabels,
  complaintReasonLabels,
  isComplaintWaiting,
} from '../../../domain/operations/complaints.ts'
import { orDashes } from '../../../domain/masks.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/operations/complaints.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'

const columns: readonly Column<ComplaintRow>[] = [
  {
    key: 'title',
    head: '被举报的内容',
    className: 'min-w-48',
    cell: ({ complaintId, kind, title, reports }) => (
      <span className="block py-2">
        <a
          href={links.complaints({ id: complaintId })}
          className="font-medium wrap-anywhere hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {title}
        </a>
        <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
          {complaintKindLabels[kind]}
          {reports > 1 && <Tag label={`${reports} 件举报`} />}
        </span>
      </span>
    ),
  },
  {
    key: 'reason',
    head: '原因',
    className: 'min-w-40',
    cell: ({ reason, words }) => (
      <span className="block py-2">
        {complaintReasonLabels[reason]}
        {words.length > 0 && <span className="block text-sm text-ink-3 wrap-anywhere">{words.join('、')}</span>}
      </span>
    ),
  },
  {
    key: 'owner',
    head: '所属',
    className: 'min-w-40',
    cell: ({ ownerName, offences }) => (
      <span className="block py-2">
        <span className="block wrap-anywhere">{orDashes(ownerName)}</span>
        {offences > 0 && <span className="text-sm text-bad">12 个月内成立 {offences} 次</span>}
      </span>
    ),
  },
  {
    key: 'created',
    head: '提交时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ createdAt }) => dateTime(createdAt),
  },
  {
    key: 'status',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ status, takenBy, isMine }) => (
      <span className="block py-2">
        <StateBadge {...complaintLabels[status]} />
        {takenBy !== '' && <span className="block text-sm text-ink-3">{isMine ? '由我受理' : takenBy}</span>}
      </span>
    ),
  },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: ({ complaintId, status, title }) => (
      <LinkButton
        size="sm"
        kind={isComplaintWaiting(status) ? 'outline' : 'plain'}
        className="max-md:h-11"
        href={links.complaints({ id: complaintId })}
        aria-label={`${isComplaintWaiting(status) ? '处理' : '查看'} ${title}`}
      >
        {isComplaintWaiting(status) ? '处理' : '查看'}
      </LinkButton>
    ),
  },
]

const kindOptions = [
  { value: 'all' as const, label: '全部' },
  ...complaintKinds.map((value) => ({ value, label: complaintKindLabels[value] })),
]

const KindFilter = () => {
  const kind = useStore(store.complaintKind)
  return (
    <div className="mb-4">
      <Radio
        label="举报对象"
        form="chip"
        options={kindOptions}
        value={kind ?? 'all'}
        onChange={(chosen) => store.chooseComplaintKind(chosen === 'all' ? null : chosen)}
      />
    </div>
  )
}

/** 举报处理: complaints of people and hits of the word list. */
export const Complaints = ({ search }: { search: string }) => (
  <>
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold">举报处理</h1>
      <LinkButton href={links.complaints({ view: 'offenders' })} className="max-md:h-11">
        多次违规
      </LinkButton>
    </div>
    <KindFilter />
    <FilteredList
      list={store.complaintQueue}
      search={search}
      what="举报"
      tabs={{ label: '举报状态', labelOf: (status) => complaintLabels[status] }}
      empty={<EmptyState drawing="done" title="暂无举报" text="举报与词表命中的内容会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable caption="举报" columns={columns} rows={data} rowKey={({ complaintId }) => complaintId} />
      )}
    </FilteredList>
  </>
)

const offenderColumns: readonly Column<Offender>[] = [
  {
    key: 'name',
    head: '企业或个人',
    className: 'min-w-48',
    cell: ({ companyId, userId, name }) => (
      <a
        className="font-medium hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
        href={companyId === null ? links.opsUsers({ id: userId ?? 0 }) : links.opsCompanies({ id: companyId })}
      >
        {orDashes(name)}
      </a>
    ),
  },
  { key: 'upheld', head: '成立', align: 'right', className: 'tabular-nums', cell: ({ upheld }) => `${upheld} 次` },
  { key: 'waiting', head: '未处理', align: 'right', className: 'tabular-nums', cell: ({ waiting }) => `${waiting} 件` },
  {
    key: 'last',
    head: '最近一次成立',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ lastAt }) => dateTime(lastAt),
  },
]

/** Owners with upheld complaints within twelve months. */
export const Offenders = ({ search }: { search: string }) => (
  <>
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold">多次违规</h1>
      <LinkButton href={links.complaints()} className="max-md:h-11">
        举报处理
      </LinkButton>
    </div>
    <p className="mb-4 text-ink-2">12 个月内举报成立的企业与个人，次数多的在前。</p>
    <FilteredList
      list={store.offenders}
      search={search}
      what="违规记录"
      empty={<EmptyState drawing="done" title="暂无违规记录" text="举报成立后，被举报的企业或个人会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable
          caption="多次违规"
          columns={offenderColumns}
          rows={data}
          rowKey={({ companyId, userId }) => (companyId === null ? `u${userId}` : `c${companyId}`)}
        />
      )}
    </FilteredList>
  </>
)
