import { useStore } from '@nanostores/react'
import type { AnnexOpening } from '../../contract/demands/annexes.ts'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/demands/annex-readers.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Shown } from '../Shown.tsx'
import { TableSkeleton } from '../TableSkeleton.tsx'

const columns: Column<AnnexOpening>[] = [
  {
    key: 'at',
    head: '时间',
    className: 'whitespace-nowrap',
    cell: (row) => <time dateTime={row.openedAt}>{dateTime(row.openedAt)}</time>,
  },
  { key: 'company', head: '企业', className: 'min-w-52', cell: (row) => row.companyName },
  { key: 'person', head: '人员', className: 'whitespace-nowrap', cell: (row) => row.personName },
  { key: 'what', head: '打开内容', className: 'min-w-44 wrap-anywhere', cell: (row) => row.fileName ?? '保密说明' },
]

/** Every opening of the text and the files, the newest first. */
export const AnnexOpenings = () => {
  const openings = useStore(store.openings)
  const page = useStore(store.openingsPage)
  return (
    <>
      <h3 className="mt-6 mb-3 font-semibold">打开记录</h3>
      <Shown
        state={openings}
        what="打开记录"
        permission="my_requirement"
        onRetry={() => void store.loadOpenings()}
        skeleton={<TableSkeleton rows={3} />}
      >
        {({ data, total }) => (
          <>
            <DataTable
              caption="保密资料的打开记录"
              columns={columns}
              rows={data}
              rowKey={(row) => row.openingId}
              instead={
                data.length === 0 && (
                  <EmptyState title="还没有人打开保密资料" text="每次打开保密说明或保密附件，都会在这里留下记录。" />
                )
              }
            />
            <Pager
              total={total}
              pageSize={store.rowsAPage}
              current={page}
              label="打开记录分页"
              onChange={(to) => void store.loadOpenings(to)}
            />
          </>
        )}
      </Shown>
    </>
  )
}
