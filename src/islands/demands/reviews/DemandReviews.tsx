import { useStore } from '@nanostores/react'
import type { DemandReviewRow, DemandForReview } from '../../../contract/demands/demand-reviews.ts'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/demand-reviews.ts'
import { demandReviewing } from '../../../stores/demands/demand-reviews.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import type { ReactNode } from 'react'
import { demandFacts } from '../../../domain/demands/demand-facts.ts'
import { demandStepLabel } from '../../../domain/demands/history-labels.ts'
import { orDashes } from '../../../domain/masks.ts'
import { yuan } from '../../../domain/money.ts'
import type { OpenReview } from '../../../stores/review-queue.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'
import { BeforeAfter } from '../../review/BeforeAfter.tsx'
import { FactList } from '../../FactList.tsx'
import { ReviewFrame } from '../../review/ReviewFrame.tsx'
import { useNow } from '../../use-now.ts'

/** Common rejection reasons. */
const commonReasons = [
  '公开说明含有联系方式，请删除',
  '分类选择有误，请重新选择',
  '要求不够具体，供应商无法报价，请补充',
  '报价截止时间已过，请更新后再提交',
]

type PublicText = Pick<DemandForReview, 'summary' | 'facts'>

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-6 border-t border-line pt-6 first:mt-0 first:border-0 first:pt-0">
    <h3 className="mb-3 font-medium">{title}</h3>
    {children}
  </section>
)

/** Changed public texts: description and requirements. */
function changedText(after: PublicText, before: PublicText) {
  const named = ({ summary, facts }: PublicText) =>
    new Map([['公开说明', summary], ...facts.map(({ label, value }) => [label, value] as const)])
  const [was, will] = [named(before), named(after)]
  return [...new Set([...was.keys(), ...will.keys()])]
    .map((label) => ({ label, before: orDashes(was.get(label)), after: orDashes(will.get(label)) }))
    .filter(({ before, after }) => before !== after)
}

const Content = ({ demand, now }: { demand: DemandForReview; now: string }) => (
  <>
    {Date.parse(demand.deadline) <= Date.parse(now) && (
      <div className="mb-6">
        <Notice tone="act" title="报价截止时间已过，不能再通过">
          请驳回，由发布方更新截止时间后再提交。
        </Notice>
      </div>
    )}
    {demand.before !== null && (
      <div className="mb-6">
        <Notice tone="act" title="报价中需求的修改">
          {demand.before.changes}。通过后公开内容随之更新，并通知已报价的供应商；驳回则公开内容不变。
        </Notice>
      </div>
    )}
    {demand.before !== null && (
      <Part title="修改前后">
        <BeforeAfter parts={changedText(demand, demand.before)} />
      </Part>
    )}
    <Part title="将公开的说明">
      <p className="whitespace-pre-wrap wrap-anywhere">{demand.summary}</p>
    </Part>
    <Part title="要求">
      <FactList
        facts={[
          { label: '预算', value: demand.demandBudget === null ? '面议' : `¥${yuan(demand.demandBudget)}` },
          { label: '报价截止', value: dateTime(demand.deadline) },
          ...demandFacts(demand),
        ]}
      />
    </Part>
    {demand.questions.length > 0 && (
      <Part title="供应商须回答">
        <ul className="list-inside list-disc space-y-1">
          {demand.questions.map(({ key, label, required }) => (
            <li key={key}>
              {label}
              {required && <span className="ml-1 text-sm text-ink-3">必答</span>}
            </li>
          ))}
        </ul>
      </Part>
    )}
    {demand.files.length > 0 && (
      <Part title="公开附件">
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {demand.files.map(({ fileId, url, name }) => (
            <a key={fileId} href={url} className="text-accent hover:underline max-md:min-h-11">
              下载 {name}
            </a>
          ))}
        </p>
      </Part>
    )}
    {demand.ownTerms !== '' && (
      <Part title="发布方的保密条款">
        <p className="whitespace-pre-wrap wrap-anywhere">{demand.ownTerms}</p>
      </Part>
    )}
    {demand.confidential && (
      <p className="mt-6 text-sm text-ink-3">
        另有保密资料
        {demand.annexCount > 0 ? `（含 ${demand.annexCount} 份附件）` : ''}
        ，只对接受保密条款的供应商开放，不在审核范围内。
      </p>
    )}
    <Part title="经过">
      <Timeline
        entries={demand.history.toReversed().map((step, index) => ({
          tone: index === 0 ? 'go' : 'mute',
          title: demandStepLabel(step),
          note: step.reason || undefined,
          iso: step.at,
          time: monthMinute(step.at),
        }))}
      />
    </Part>
  </>
)

/** One demand under review: its public content, and the verdict. */
const DemandReview = ({ open }: { open: OpenReview<DemandReviewRow> }) => {
  const now = useNow()
  const { row } = open
  return (
    <ReviewFrame
      reviewing={demandReviewing}
      open={open}
      title={row.demandTitle}
      what="这条需求"
      meta={
        <span className="text-sm text-ink-3">
          {row.isChange && '修改 · '}
          {row.companyName} 于 {dateTime(row.submittedAt)} 提交
        </span>
      }
      usual={commonReasons}
      reader="发布方"
    >
      {(demand) => <Content demand={demand} now={now} />}
    </ReviewFrame>
  )
}

const columns: readonly Column<DemandReviewRow>[] = [
  {
    key: 'title',
    head: '需求',
    className: 'min-w-52',
    cell: (row) => (
      <span className="block py-2">
        <button
          type="button"
          className="block max-w-96 text-left font-medium hover:text-accent max-md:min-h-11"
          onClick={() => void store.demandReviewing.openRow(row)}
        >
          {row.demandTitle}
        </button>
        <span className="text-sm text-ink-3">
          {row.isChange && '报价中的修改 · '}
          {row.stageName} · {row.categoryName}
        </span>
      </span>
    ),
  },
  { key: 'company', head: '发布方', className: 'min-w-32', cell: ({ companyName }) => companyName },
  {
    key: 'budget',
    head: '预算',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ demandBudget }) => <Price fen={demandBudget} size="sm" />,
  },
  {
    key: 'deadline',
    head: '报价截止',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ deadline }) => dateTime(deadline),
  },
  {
    key: 'submitted',
    head: '提交时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ submittedAt }) => dateTime(submittedAt),
  },
  {
    key: 'open',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => (
      <Button
        size="sm"
        kind="outline"
        className="max-md:h-11"
        aria-label={`审核 ${row.demandTitle}`}
        onClick={() => void store.demandReviewing.openRow(row)}
      >
        审核
      </Button>
    ),
  },
]

/** Demands pending review, for operators: the list and the open review. */
export const DemandReviews = ({ search }: { search: string }) => {
  const open = useStore(store.demandReviewing.open)
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">需求审核</h1>
      {open === null ? (
        <FilteredList
          list={store.demandReviews}
          search={search}
          what="需求"
          placeholder="需求标题或编号"
          empty={<EmptyState drawing="done" title="暂无待审核的需求" text="买家提交的需求需要审核时会出现在这里。" />}
        >
          {({ data }) => (
            <DataTable caption="待审核的需求" columns={columns} rows={data} rowKey={({ demandId }) => demandId} />
          )}
        </FilteredList>
      ) : (
        <DemandReview key={open.row.demandId} open={open} />
      )}
      <Toaster />
    </>
  )
}
