import type { HostedClass } from '../../contract/live/hosting.ts'
import { changeLabels } from '../../domain/change-states.ts'
import { awaitsVerdict, classKindLabels, classLabels, phaseLabels } from '../../domain/live/classes.ts'
import { monthMinute } from '../../domain/time.ts'
import * as store from '../../stores/live/class-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { ClassReviewDialog } from './ClassReviewDialog.tsx'

function stateOf({ status, phase, change }: HostedClass) {
  if (status !== 'published') return classLabels[status]
  return change?.status === 'pending_review' ? changeLabels.pending_review : phaseLabels[phase]
}

const Actions = ({ row }: { row: HostedClass }) => {
  const mayFeature =
    row.kind === 'roadshow' && row.status === 'published' && (row.phase === 'soon' || row.phase === 'live')
  const word = awaitsVerdict(row) ? '审核' : '查看'
  const feature = () =>
    void store.feature(row).then((fault) => {
      if (fault === undefined) toast.good(row.featured ? '已取下推荐位' : '已放上推荐位')
      else toast.bad(fault)
    })
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button
        size="sm"
        kind={word === '审核' ? 'outline' : 'plain'}
        className="max-md:h-11"
        onClick={() => store.review.open(row)}
        aria-label={`${word} ${row.title}`}
      >
        {word}
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
  { key: 'action', head: '操作', align: 'right', cell: (row) => <Actions row={row} /> },
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
export const ClassReviews = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">直播课程</h1>
    <FilteredList
      list={store.reviews}
      search={search}
      what="课程"
      placeholder="课程、主讲人或店铺"
      tabs={{ label: '课程状态', labelOf: (status) => classLabels[status] }}
      empty={<EmptyState drawing="done" title="还没有课程" text="供应商发布的课程会出现在这里。" />}
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
    </FilteredList>
    <ClassReviewDialog />
    <Toaster />
  </>
)
