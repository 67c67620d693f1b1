import type { HostedClass } from '../../contract/live/hosting.ts'
import { changeLabels, isChangeInReview } from '../../domain/change-states.ts'
import {
  awaitsReview,
  classKindLabels,
  classLabels,
  classPhaseLabels,
  classFigures,
  isClassPublished,
} from '../../domain/live/classes.ts'
import { monthMinute } from '../../domain/time.ts'
import * as store from '../../stores/live/hosted-classes.ts'
import { classReview } from '../../stores/live/hosted-classes.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { FilteredList } from '../list/FilteredList.tsx'
import { changedParts, classParts, type ClassPart } from '../../domain/live/class-changes.ts'
import { orDashes } from '../../domain/masks.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Picture } from '../../ui/picture/Picture.tsx'
import { BeforeAfter } from '../review/BeforeAfter.tsx'
import { FactList } from '../FactList.tsx'
import { ReviewDialog } from '../review/ReviewDialog.tsx'
import { useNow } from '../use-now.ts'

/** A field of a class in the review; the cover is shown as a picture. */
function renderPart({ isFigure }: ClassPart, value: string) {
  const figure = classFigures.find((each) => each === value)
  if (isFigure === true && figure !== undefined)
    return <Picture figure={figure} className="aspect-[16/10] w-32 rounded-md" />
  return <span className="whitespace-pre-wrap">{orDashes(value)}</span>
}
const fact = (part: ClassPart) => ({ label: part.label, value: renderPart(part, part.value) })

/** Notices for operators about a change under review. */
const ChangeNotices = ({ row: { change, bookedCount, startsAt }, now }: { row: HostedClass; now: string }) => {
  if (change === null) return null
  if (Date.parse(change.startsAt) <= Date.parse(now))
    return (
      <Notice tone="act" title="修改后的开始时间已过，不能再通过">
        请驳回，由主讲方重新填写。
      </Notice>
    )
  const moved = change.startsAt !== startsAt && bookedCount > 0
  return (
    <Notice tone="act" title="已发布课程的修改">
      通过后公开内容随之更新{moved && `，并通知已预约的 ${bookedCount} 人`}；驳回则公开内容不变。课程于{' '}
      {monthMinute(startsAt)} 开始，此后修改作废。
    </Notice>
  )
}

/** A published class with a pending change: before and after, then the unchanged fields. */
const Changed = ({ row, change }: { row: HostedClass; change: NonNullable<HostedClass['change']> }) => {
  const now = useNow()
  const changed = changedParts(row, change)
  const same = classParts(row).filter(({ label }) => !changed.some((part) => part.label === label))
  return (
    <>
      <ChangeNotices row={row} now={now} />
      <BeforeAfter
        parts={changed.map((part) => ({
          label: part.label,
          before: renderPart(part, part.before),
          after: renderPart(part, part.value),
        }))}
      />
      <section aria-label="没有改动的内容">
        <h3 className="mb-3 font-medium">没有改动的内容</h3>
        <FactList columns={1} facts={[{ label: '主办方', value: row.host.name }, ...same.map(fact)]} />
      </section>
    </>
  )
}

/** A class or its pending change, with the verdict. */
const ClassReviewDialog = () => (
  <ReviewDialog review={classReview} title="课程" width="lg" waits={awaitsReview} reader="主讲方">
    {(row) =>
      isChangeInReview(row.change?.status) ? (
        <Changed row={row} change={row.change} />
      ) : (
        <FactList
          columns={1}
          facts={[
            { label: '主办方', value: row.host.name },
            ...classParts(row).map(fact),
            ...(row.reason === '' ? [] : [{ label: '说明', value: row.reason }]),
          ]}
        />
      )
    }
  </ReviewDialog>
)

function stateOf({ status, phase, change }: HostedClass) {
  if (!isClassPublished(status)) return classLabels[status]
  return isChangeInReview(change?.status) ? changeLabels.pending_review : classPhaseLabels[phase]
}

const Actions = ({ row }: { row: HostedClass }) => {
  const mayFeature =
    row.kind === 'roadshow' && isClassPublished(row.status) && (row.phase === 'soon' || row.phase === 'live')
  const reviewable = awaitsReview(row)
  const word = reviewable ? '审核' : '查看'
  const feature = () =>
    void store.toggleClassFeatured(row).then((fault) => {
      if (fault === undefined) toast.success(row.featured ? '已取下推荐位' : '已放上推荐位')
      else toast.error(fault)
    })
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button
        size="sm"
        kind={reviewable ? 'outline' : 'plain'}
        className="max-md:h-11"
        onClick={() => store.classReview.open(row)}
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
  { key: 'action', head: '操作', isActions: true, align: 'right', cell: (row) => <Actions row={row} /> },
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

/** Live classes for operators: reviews, and featured roadshows. */
export const ClassReviews = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">直播课程</h1>
    <FilteredList
      list={store.classReviews}
      search={search}
      what="课程"
      placeholder="课程、主讲人或店铺"
      tabs={{ label: '课程状态', labelOf: (status) => classLabels[status] }}
      empty={<EmptyState drawing="done" title="暂无课程" text="供应商发布的课程会出现在这里。" />}
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
