import type { DeclarationReviewRow } from '../../contract/projects/declarations.ts'
import { bigMoney } from '../../domain/money.ts'
import { declarationLabels } from '../../domain/projects/declaration-states.ts'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/projects/declaration-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { HandledState } from '../handled-cells.tsx'
import { DeclarationReviewDialog } from './DeclarationReviewDialog.tsx'

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
    cell: ({ status, reviewerName }) => <HandledState state={declarationLabels[status]} handler={reviewerName} />,
  },
  {
    key: 'action',
    head: '操作',
    align: 'right',
    cell: (row) => {
      const word = row.status === 'submitted' || (row.status === 'in_review' && row.mine) ? '审核' : '查看'
      return (
        <Button
          size="sm"
          kind={word === '审核' ? 'outline' : 'plain'}
          className="max-md:h-11"
          aria-label={`${word} ${row.declarationNo}`}
          onClick={() => store.open(row.declarationId)}
        >
          {word}
        </Button>
      )
    },
  },
]

/** What companies declared, for operators. */
export const DeclarationReviews = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">项目申报审核</h1>
    <FilteredList
      list={store.reviews}
      search={search}
      what="项目申报"
      placeholder="企业、项目或申报编号"
      tabs={{ label: '办理状态', labelOf: (status) => declarationLabels[status] }}
      empty={<EmptyState drawing="done" title="还没有企业提交申报" text="企业提交申报后会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable caption="项目申报" columns={columns} rows={data} rowKey={({ declarationId }) => declarationId} />
      )}
    </FilteredList>
    <DeclarationReviewDialog />
    <Toaster />
  </>
)
