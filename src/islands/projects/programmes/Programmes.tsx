import type { ProgrammeRow } from '../../../contract/projects/programmes.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { programmeLabels, programmeRoleLabels } from '../../../domain/projects/programmes.ts'
import { date, dateTime } from '../../../domain/time.ts'
import { openNewProgramme } from '../../../stores/projects/programmes/programme-form.ts'
import { programmeList } from '../../../stores/projects/programmes/programme-list.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { ProgrammeForm } from './ProgrammeForm.tsx'

const Name = ({ row }: { row: ProgrammeRow }) => (
  <>
    <a
      href={links.buyerProgramme(row.programmeId)}
      className="font-medium wrap-anywhere hover:text-accent hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {row.name}
    </a>
    <span className="flex flex-wrap gap-x-3 text-sm text-ink-3">
      <span>{row.code}</span>
      <span>负责人 {row.owner}</span>
      <span>我是{programmeRoleLabels[row.role]}</span>
    </span>
  </>
)

const nextDay = ({ nextAt }: ProgrammeRow) => (nextAt === null ? '暂无' : date(nextAt))

const columns: readonly Column<ProgrammeRow>[] = [
  { key: 'name', head: '研发项目', className: 'min-w-60', cell: (row) => <Name row={row} /> },
  {
    key: 'state',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ status }) => <StateBadge {...programmeLabels[status]} />,
  },
  { key: 'demands', head: '需求', align: 'right', cell: ({ demands }) => demands },
  { key: 'orders', head: '订单', align: 'right', cell: ({ orders }) => orders },
  {
    key: 'amount',
    head: '订单金额',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ ordered, paid }) => (
      <>
        <span className="block font-medium">¥{yuan(ordered)}</span>
        <span className="text-sm text-ink-3">已付 ¥{yuan(paid)}</span>
      </>
    ),
  },
  { key: 'next', head: '下一日期', className: 'whitespace-nowrap', cell: (row) => nextDay(row) },
  {
    key: 'activity',
    head: '最近动态',
    className: 'whitespace-nowrap',
    cell: ({ lastActivityAt }) => <time dateTime={lastActivityAt}>{dateTime(lastActivityAt)}</time>,
  },
]

const PhoneRow = ({ row }: { row: ProgrammeRow }) => (
  <>
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <Name row={row} />
      </div>
      <StateBadge {...programmeLabels[row.status]} />
    </div>
    <p className="mt-2 flex flex-wrap justify-between gap-x-4">
      <span>
        {row.demands} 个需求，{row.orders} 个订单
      </span>
      <span className="font-medium tabular-nums">¥{yuan(row.ordered)}</span>
    </p>
    <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-3">
      <span>下一日期 {nextDay(row)}</span>
      <span className="tabular-nums">已付 ¥{yuan(row.paid)}</span>
    </p>
  </>
)

const Create = () => (
  <Button kind="main" className="max-md:h-11" onClick={openNewProgramme}>
    新建研发项目
  </Button>
)

/** R&D programmes of the company that the person may see. */
export const Programmes = ({ search }: { search: string }) => (
  <>
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <div>
        <h1 className="text-2xl font-semibold">研发项目</h1>
        <p className="mt-1 text-ink-3">
          把同一研发项目的需求、订单、文件与沟通放在一起，按角色与同事共享。
          <a href={links.helpArticle(3322)} className="text-accent underline">
            如何使用研发项目
          </a>
        </p>
      </div>
      <Create />
    </div>
    <FilteredList
      list={programmeList}
      search={search}
      what="研发项目"
      placeholder="项目名称或编号"
      permission="role_manage"
      tabs={{ label: '状态', labelOf: (status) => programmeLabels[status] }}
      empty={
        <EmptyState title="暂无研发项目" text="新建一个项目，或请同事把您加入已有的项目。">
          <Create />
        </EmptyState>
      }
    >
      {({ data }) => (
        <DataTable
          caption="研发项目"
          rows={data}
          rowKey={({ programmeId }) => programmeId}
          columns={columns}
          phone={(row) => <PhoneRow row={row} />}
        />
      )}
    </FilteredList>
    <ProgrammeForm onSaved={({ programmeId }) => location.assign(links.buyerProgramme(programmeId))} />
    <Toaster />
  </>
)
