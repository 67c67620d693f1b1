import type { DeclarationRow } from '../../contract/projects/declarations.ts'
import { links } from '../../domain/links.ts'
import { bigMoney } from '../../domain/money.ts'
import {
  cancelLabel,
  declarationTransitions,
  isDeclarationEditable,
  isDeclarationDraft,
  isDeclarationReturned,
  ownDeclarationLabels,
} from '../../domain/projects/declaration-states.ts'
import { date, dateTime } from '../../domain/time.ts'
import { allowedEvents } from '../../domain/transition.ts'
import { declarationCancellation, declarations } from '../../stores/projects/declarations.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { FilteredList } from '../list/FilteredList.tsx'
import { CancelDeclaration } from './CancelDeclaration.tsx'

const Actions = ({ row }: { row: DeclarationRow }) => (
  <span className="flex flex-wrap justify-end gap-2 py-2">
    {isDeclarationEditable(row.status) ? (
      <LinkButton size="sm" kind="outline" className="max-md:h-11" href={links.buyerEditDeclaration(row.declarationId)}>
        {isDeclarationDraft(row.status) ? '继续填写' : '修改'}
      </LinkButton>
    ) : (
      <LinkButton size="sm" className="max-md:h-11" href={links.buyerDeclaration(row.declarationId)}>
        查看
      </LinkButton>
    )}
    {allowedEvents(declarationTransitions, row.status, 'company').includes('cancel') && (
      <Button
        size="sm"
        className="max-md:h-11"
        aria-label={`${cancelLabel(row.status)} ${row.declarationNo}`}
        onClick={() => declarationCancellation.open(row)}
      >
        {cancelLabel(row.status)}
      </Button>
    )}
  </span>
)

const columns: readonly Column<DeclarationRow>[] = [
  {
    key: 'title',
    head: '申报项目',
    className: 'min-w-60',
    cell: (row) => (
      <span className="block max-w-100 py-2">
        <a
          href={links.buyerDeclaration(row.declarationId)}
          className="hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {row.title || '未填写项目名称'}
        </a>
        <span className="block text-sm text-ink-3">
          {row.projectTitle}，{row.authority}
        </span>
        {isDeclarationReturned(row.status) && (
          <span className="block text-sm text-bad wrap-anywhere">{row.reason}</span>
        )}
      </span>
    ),
  },
  { key: 'no', head: '申报编号', className: 'whitespace-nowrap tabular-nums', cell: (row) => row.declarationNo },
  {
    key: 'amount',
    head: '申请金额',
    align: 'right',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ amount }) => (amount === null ? '--' : bigMoney(amount)),
  },
  {
    key: 'status',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ status, submitUntil }) => (
      <>
        <StateBadge {...ownDeclarationLabels[status]} />
        {submitUntil !== null && <span className="block text-sm text-ink-3">{date(submitUntil)} 前提交</span>}
      </>
    ),
  },
  {
    key: 'updated',
    head: '更新时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ updatedAt }) => dateTime(updatedAt),
  },
  { key: 'action', head: '操作', isActions: true, align: 'right', cell: (row) => <Actions row={row} /> },
]

/** Declarations of the own company, with state and actions. */
export const Declarations = ({ search }: { search: string }) => (
  <>
    <FilteredList
      list={declarations}
      search={search}
      what="项目申报"
      permission="declaration_query"
      placeholder="项目名称或申报编号"
      tabs={{ label: '办理状态', labelOf: (status) => ownDeclarationLabels[status] }}
      empty={
        <EmptyState title="贵企业暂无项目申报" text="在可申报项目中选择一项，填写申报书并上传材料，平台审核后受理。">
          <LinkButton kind="main" href={links.govProjects()}>
            查看可申报项目
          </LinkButton>
        </EmptyState>
      }
    >
      {({ data }) => (
        <DataTable caption="项目申报" columns={columns} rows={data} rowKey={({ declarationId }) => declarationId} />
      )}
    </FilteredList>
    <CancelDeclaration />
    <Toaster />
  </>
)
