import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { AnnexReader } from '../../contract/demands/annexes.ts'
import { orDashes } from '../../domain/masks.ts'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/demands/annex-readers.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { AnnexContent } from './AnnexContent.tsx'
import { AnnexOpenings } from './AnnexOpenings.tsx'
import { AnnexQuestion } from './AnnexQuestion.tsx'
import { Shown } from '../Shown.tsx'
import { TableSkeleton } from '../TableSkeleton.tsx'

const stateOf = ({ canRead, revokedAt }: AnnexReader) => {
  if (revokedAt !== null) return { tone: 'bad', label: '已停止' } as const
  return canRead ? ({ tone: 'good', label: '可查看' } as const) : ({ tone: 'mute', label: '已结束' } as const)
}

const columns: Column<AnnexReader>[] = [
  {
    key: 'company',
    head: '供应商',
    className: 'min-w-56',
    cell: (row) => (
      <>
        {row.companyName}
        <span className="block text-sm text-ink-3">{row.personName} 接受</span>
      </>
    ),
  },
  { key: 'at', head: '接受时间', className: 'whitespace-nowrap', cell: (row) => dateTime(row.acceptedAt) },
  { key: 'count', head: '打开次数', align: 'right', cell: (row) => row.openings },
  {
    key: 'last',
    head: '最近打开',
    className: 'whitespace-nowrap',
    cell: (row) => orDashes(row.lastOpenedAt && dateTime(row.lastOpenedAt)),
  },
  {
    key: 'state',
    head: '状态',
    className: 'min-w-32',
    cell: (row) => (
      <>
        <StateBadge {...stateOf(row)} />
        {row.revokedAt && <span className="block text-sm text-ink-3">{row.revokedReason}</span>}
      </>
    ),
  },
  {
    key: 'do',
    head: '操作',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (row) => {
      const event = row.revokedAt === null ? 'revoke' : 'allow'
      const what = event === 'revoke' ? '停止查看' : '恢复查看'
      return (
        <Button
          kind="link"
          className="max-md:h-11"
          aria-label={`${what}：${row.companyName}`}
          onClick={() => store.ask(event, row)}
        >
          {what}
        </Button>
      )
    },
  },
]

/**
 * The buyer's view of a confidential part: what it is, who accepted the terms, who opened what, with the stop for one
 * company. Placed only where the demand has one (`demand.confidential`).
 */
export const AnnexReaders = ({ demandId }: { demandId: number }) => {
  const readers = useStore(store.readers)
  const page = useStore(store.readersPage)
  useEffect(() => void store.start(demandId), [demandId])
  return (
    <section className="mt-8" aria-labelledby="annex-readers" id="annexes">
      <h2 id="annex-readers" className="text-xl font-semibold">
        保密资料与打开记录
      </h2>
      <div className="mt-4 rounded-lg border border-line bg-surface p-5">
        <AnnexContent demandId={demandId} />
      </div>
      <h3 className="mt-6 mb-3 font-semibold">接受保密条款的供应商</h3>
      <Shown
        state={readers}
        what="供应商名单"
        permission="my_requirement"
        onRetry={() => void store.loadReaders()}
        skeleton={<TableSkeleton rows={2} />}
      >
        {({ data, total }) => (
          <>
            <DataTable
              caption="接受保密条款的供应商"
              columns={columns}
              rows={data}
              rowKey={(row) => row.orgId}
              instead={
                data.length === 0 && (
                  <EmptyState
                    title="还没有供应商接受保密条款"
                    text="供应商接受条款后会列在这里，您可以随时停止其查看。"
                  />
                )
              }
            />
            <Pager
              total={total}
              pageSize={store.rowsAPage}
              current={page}
              label="供应商名单分页"
              onChange={(to) => void store.loadReaders(to)}
            />
          </>
        )}
      </Shown>
      <AnnexOpenings />
      <AnnexQuestion />
    </section>
  )
}
