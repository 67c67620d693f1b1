import { useState } from 'react'
import { orDashes } from '../../../domain/masks.ts'
import { yuan } from '../../../domain/money.ts'
import { dateTime } from '../../../domain/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable, type Column, type Sort } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { rows, type Goods } from './_goods.ts'

const columns: readonly Column<Goods>[] = [
  { key: 'name', head: '商品', cell: (row) => row.name },
  { key: 'cas', head: 'CAS 号', cell: (row) => row.cas, sortable: true, className: 'text-ink-2' },
  { key: 'state', head: '状态', cell: (row) => <StateBadge {...row.state} /> },
  { key: 'stock', head: '库存', cell: (row) => orDashes(row.stock), align: 'right' },
  {
    key: 'price',
    head: '单价',
    cell: (row) => <span className="font-medium">¥{yuan(row.fen)}</span>,
    align: 'right',
    sortable: true,
  },
  {
    key: 'time',
    head: '更新时间',
    cell: (row) => <span className="text-sm whitespace-nowrap text-ink-3">{dateTime(row.time)}</span>,
    align: 'right',
  },
]

/** Rows to order and choose. */
export const GoodsTable = () => {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([1, 2]))
  const [sort, setSort] = useState<Sort>({ by: 'cas', down: false })
  const bulk = (
    <>
      <button type="button" className="text-accent hover:underline">
        批量下架
      </button>
      <button type="button" className="text-accent hover:underline">
        导出 Excel
      </button>
    </>
  )
  return (
    <DataTable
      caption="我的商品"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      chosen={chosen}
      onChoose={setChosen}
      bulk={bulk}
      sort={sort}
      onSort={setSort}
    />
  )
}

/** A table without rows: empty, then loading. */
export const EmptyTable = () => (
  <div className="grid grid-cols-1 gap-6 desk:grid-cols-2">
    <DataTable
      caption="没有商品"
      columns={columns.slice(0, 3)}
      rows={[]}
      rowKey={(row) => row.id}
      instead={
        <EmptyState title="还没有商品" text="发布后买家就能找到您">
          <Button kind="main">发布商品</Button>
        </EmptyState>
      }
    />
    <DataTable
      caption="商品加载中"
      columns={columns.slice(0, 3)}
      rows={[]}
      rowKey={(row) => row.id}
      instead={<Skeleton form="row" count={6} label="商品加载中" />}
    />
  </div>
)
