import { useStore } from '@nanostores/react'
import type { DeclarationReviewRow } from '../../contract/projects/declarations.ts'
import { bigMoney } from '../../domain/money.ts'
import {
  declarationLabels,
  isDeclarationSubmitted,
  isDeclarationInReview,
} from '../../domain/projects/declaration-states.ts'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/projects/declaration-reviews.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { FilteredList } from '../list/FilteredList.tsx'
import { AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'
import { AssignedState } from '../list/assignee-cells.tsx'
import { DeclarationContent, DeclarationSteps } from './DeclarationContent.tsx'
import { ProjectFacts } from './ProjectFacts.tsx'

const done = { take: '已开始审核', return: '已退回修改', accept: '已受理', reject: '已不予受理' } as const
const decide = (event: keyof typeof done) =>
  void store.decideDeclaration(event).then((taken) => taken && toast.success(done[event]))

const Actions = ({ sending }: { sending: boolean }) => {
  const state = useStore(store.declarationDetail)
  if (state.at !== 'ready') return <Button onClick={store.closeDeclarationReview}>关闭</Button>
  const { status, mine } = state.content
  if (isDeclarationSubmitted(status)) {
    return (
      <>
        <Button onClick={store.closeDeclarationReview}>关闭</Button>
        <Button kind="main" busy={sending} onClick={() => decide('take')}>
          开始审核
        </Button>
      </>
    )
  }
  if (!isDeclarationInReview(status) || !mine) return <Button onClick={store.closeDeclarationReview}>关闭</Button>
  return (
    <>
      <Button kind="danger" busy={sending} onClick={() => decide('reject')}>
        不予受理
      </Button>
      <Button busy={sending} onClick={() => decide('return')}>
        退回修改
      </Button>
      <Button kind="main" busy={sending} onClick={() => decide('accept')}>
        受理
      </Button>
    </>
  )
}

/** A declaration with its documents, and the decision. */
const DeclarationReviewDialog = () => {
  const now = useStore(store.declarationDecision)
  const state = useStore(store.declarationDetail)
  return (
    <Dialog
      open={now !== null}
      onClose={store.closeDeclarationReview}
      title="项目申报"
      width="lg"
      actions={<Actions sending={now?.sending === true} />}
    >
      {now && (
        <AsyncContent
          state={state}
          what="项目申报"
          onRetry={store.reloadDeclarationReview}
          skeleton={<CardSkeleton lines={8} />}
        >
          {(row) => (
            <div className="space-y-6">
              {now.failure && <Notice tone="bad" title={now.failure.message} />}
              <p className="flex flex-wrap items-center gap-3">
                <b className="font-medium">{row.companyName}</b>
                <StateBadge {...declarationLabels[row.status]} />
                {row.reviewerName !== '' && <span className="text-sm text-ink-3">审核人 {row.reviewerName}</span>}
              </p>
              <DeclarationContent row={row} />
              {isDeclarationInReview(row.status) && row.mine && (
                <Textarea
                  label="退回或不予受理的原因"
                  rows={3}
                  maxLength={500}
                  typed={now.reason.length}
                  hint="退回与不予受理时必填，申报企业将看到"
                  error={now.fault === '' ? undefined : now.fault}
                  value={now.reason}
                  onChange={(event) => store.setDeclarationReason(event.target.value)}
                />
              )}
              <section>
                <h3 className="mb-3 font-semibold">办理经过</h3>
                <DeclarationSteps history={row.history} />
              </section>
              <section className="border-t border-line pt-5">
                <h3 className="mb-3 font-semibold">{row.project.title}</h3>
                <ProjectFacts project={row.project} />
              </section>
            </div>
          )}
        </AsyncContent>
      )}
    </Dialog>
  )
}

const columns: readonly Column<DeclarationReviewRow>[] = [
  {
    key: 'title',
    head: '申报项目',
    className: 'min-w-60',
    cell: (row) => (
      <span className="block max-w-100 py-2">
        <span className="wrap-anywhere">{row.title}</span>
        <span className="block text-sm text-ink-3">{row.projectTitle}</span>
      </span>
    ),
  },
  {
    key: 'company',
    head: '申报企业',
    cell: (row) => (
      <span className="block py-2">
        {row.companyName}
        <span className="block text-sm whitespace-nowrap text-ink-3 tabular-nums">{row.declarationNo}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    head: '申请金额',
    align: 'right',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ amount }) => (amount === null ? '--' : bigMoney(amount)),
  },
  {
    key: 'submitted',
    head: '提交时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ submittedAt }) => (submittedAt === null ? '--' : dateTime(submittedAt)),
  },
  {
    key: 'status',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ status, reviewerName }) => <AssignedState state={declarationLabels[status]} handler={reviewerName} />,
  },
  {
    key: 'action',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => {
      const reviewable = isDeclarationSubmitted(row.status) || (isDeclarationInReview(row.status) && row.mine)
      const word = reviewable ? '审核' : '查看'
      return (
        <Button
          size="sm"
          kind={reviewable ? 'outline' : 'plain'}
          className="max-md:h-11"
          aria-label={`${word} ${row.declarationNo}`}
          onClick={() => store.openDeclarationReview(row.declarationId)}
        >
          {word}
        </Button>
      )
    },
  },
]

/** Submitted declarations, for operators. */
export const DeclarationReviews = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">项目申报审核</h1>
    <FilteredList
      list={store.declarationReviews}
      search={search}
      what="项目申报"
      placeholder="企业、项目或申报编号"
      tabs={{ label: '办理状态', labelOf: (status) => declarationLabels[status] }}
      empty={<EmptyState drawing="done" title="暂无企业提交申报" text="企业提交申报后会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable caption="项目申报" columns={columns} rows={data} rowKey={({ declarationId }) => declarationId} />
      )}
    </FilteredList>
    <DeclarationReviewDialog />
    <Toaster />
  </>
)
