import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { HostedClass } from '../../contract/live/hosting.ts'
import { classKindLabels, classLabels, classStatuses, phaseLabels } from '../../domain/live/classes.ts'
import { monthMinute } from '../../domain/time.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import * as store from '../../stores/live/class-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame, stateTabs } from '../ListFrame.tsx'
import { ClassReviewDialog } from './ClassReviewDialog.tsx'

const stateOf = ({ status, phase }: HostedClass) => (status === 'published' ? phaseLabels[phase] : classLabels[status])

const Actions = ({ row }: { row: HostedClass }) => {
  const mayFeature =
    row.kind === 'roadshow' && row.status === 'published' && (row.phase === 'soon' || row.phase === 'live')
  const feature = () =>
    void store.feature(row).then((fault) => {
      if (fault === undefined) toast.good(row.featured ? '已取下推荐位' : '已放上推荐位')
      else toast.bad(fault)
    })
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Button
        size="sm"
        kind={row.status === 'pending_review' ? 'outline' : 'plain'}
        className="max-md:h-11"
        onClick={() => store.read(row)}
        aria-label={`${row.status === 'pending_review' ? '审核' : '查看'} ${row.title}`}
      >
        {row.status === 'pending_review' ? '审核' : '查看'}
      </Button>
      {mayFeature && (
        <Button
          size="sm"
          className="max-md:h-11"
          onClick={feature}
          aria-label={`${row.featured ? '取下推荐' : '推荐'} ${row.title}`}
        >
          {row.featured ? '取下推荐' : '推荐'}
        </Button>
      )}
    </span>
  )
}

const columns: readonly Column<HostedClass>[] = [
  {
    key: 'title',
    head: '课程',
    className: 'min-w-56',
    cell: ({ title, speaker, host }) => (
      <span className="block py-2">
        <span className="font-medium">{title}</span>
        <span className="block text-sm text-ink-3">
          {speaker}，{host.name}
        </span>
      </span>
    ),
  },
  { key: 'kind', head: '类型', cell: ({ kind }) => classKindLabels[kind], className: 'whitespace-nowrap' },
  {
    key: 'starts',
    head: '开始时间',
    cell: ({ startsAt }) => monthMinute(startsAt),
    className: 'whitespace-nowrap tabular-nums',
  },
  { key: 'booked', head: '预约', align: 'right', cell: ({ bookedCount }) => bookedCount, className: 'tabular-nums' },
  { key: 'status', head: '状态', cell: (row) => <StateBadge {...stateOf(row)} /> },
  { key: 'action', head: '操作', cell: (row) => <Actions row={row} /> },
]

const PhoneRow = ({ row }: { row: HostedClass }) => (
  <>
    <p className="font-medium">{row.title}</p>
    <p className="text-sm text-ink-3">
      {row.speaker}，{row.host.name}，{monthMinute(row.startsAt)}
    </p>
    <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
      <StateBadge {...stateOf(row)} />
      <Actions row={row} />
    </div>
  </>
)

/** Live classes for operators: what waits for a verdict, and which roadshows stand in the placement. */
export const ClassReviews = ({ search }: { search: string }) => {
  const state = useStore(store.reviews)
  const query = useStore(store.query) ?? readListQuery(search, classStatuses)
  useEffect(() => store.start(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">直播课程</h1>
      <ListFrame
        state={state}
        what="课程"
        onRetry={() => void store.load()}
        search={{
          placeholder: '课程、主讲人或店铺',
          keyword: query.keyword,
          onSearch: (keyword) => store.choose({ keyword }),
        }}
        tabs={{
          label: '课程状态',
          tabs: stateTabs(
            classStatuses,
            (status) => classLabels[status],
            state.at === 'ready' ? state.content.counts : undefined,
          ),
          current: query.status ?? 'all',
          onChange: (key) => store.choose({ status: classStatuses.find((status) => status === key) }),
        }}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
        empty={
          <EmptyState drawing="done" title="没有符合条件的课程" text="供应商发布的课程会出现在这里。">
            <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>查看全部</Button>
          </EmptyState>
        }
      >
        {({ data }) => (
          <DataTable
            caption="直播课程"
            columns={columns}
            rows={data}
            rowKey={({ classId }) => classId}
            phone={(row) => <PhoneRow row={row} />}
          />
        )}
      </ListFrame>
      <ClassReviewDialog />
      <Toaster />
    </>
  )
}
