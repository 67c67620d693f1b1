import { useStore } from '@nanostores/react'
import { useEffect, useRef, type RefObject, type KeyboardEvent } from 'react'
import type { StockRow } from '../../../contract/catalogue/seller-products.ts'
import { listingLabels } from '../../../domain/catalogue/listing-states.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/catalogue/stock-table.ts'
import { parseListQuery } from '../../../stores/list-query.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Pager } from '../../../ui/navigation/Pager.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { cellClass, headCellClass, rowClass, tableBoxClass, tableHeadClass } from '../../../ui/table/table-class.ts'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { TableSkeleton } from '../../list/TableSkeleton.tsx'
import { controlClass } from '../../../ui/form/control-class.ts'
import { isComposing } from '../../../ui/form/ime.ts'
import { StateShape } from '../../../ui/text/StateShape.tsx'

const tabs = [
  { key: 'all', label: '全部规格' },
  { key: 'few', label: `库存不多于 ${store.maxLowStock} 件` },
  { key: 'none', label: '已售罄' },
]

/** Stock of every specification, editable in place. */
export const StockTable = ({ search }: { search: string }) => {
  const state = useStore(store.stockRows.state)
  const query = useStore(store.stockRows.query) ?? parseListQuery(search, store.stockFilters)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => store.stockRows.start(), [])
  const filtered = query.status !== undefined || query.keyword !== ''
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">库存管理</h1>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <ListSearch
          placeholder="标题、编号、规格或商家编码"
          keyword={query.keyword}
          onSearch={(keyword) => store.stockRows.setQuery({ keyword })}
        />
        <p className="text-sm text-ink-3">直接修改库存：回车保存并到下一行，Esc 还原，上下键换行；保存随即生效。</p>
      </div>
      <Tabs
        label="库存"
        tabs={tabs}
        current={query.status ?? 'all'}
        onChange={(key) => store.stockRows.setQuery({ status: store.stockFilters.find((each) => each === key) })}
      >
        <div className="pt-4" aria-busy={state.at === 'ready' && state.refreshing}>
          <AsyncContent
            state={state}
            what="库存"
            permission="goods_manage"
            onRetry={() => void store.stockRows.load()}
            skeleton={<TableSkeleton />}
            frame={cardFrame}
          >
            {({ data, total }) =>
              data.length === 0 ? (
                cardFrame(<NoStock filtered={filtered} />)
              ) : (
                <div ref={list}>
                  <Rows rows={data} list={list} />
                  <div className="pt-4">
                    <Pager
                      total={total}
                      pageSize={store.stockRows.pageSize}
                      current={query.current}
                      onChange={(current) => store.stockRows.setQuery({ current })}
                    />
                  </div>
                </div>
              )
            }
          </AsyncContent>
        </div>
      </Tabs>
      <Toaster />
    </>
  )
}

const NoStock = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="没有符合条件的规格" text="换个条件再看看。">
      <Button onClick={() => store.stockRows.setQuery({ status: undefined, keyword: '' })}>查看全部</Button>
    </EmptyState>
  ) : (
    <EmptyState title="暂无商品规格" text="发布商品后，各规格的库存会列在这里。">
      <LinkButton kind="main" href={links.sellerEditGoods()}>
        发布商品
      </LinkButton>
    </EmptyState>
  )

type RowsProps = { rows: readonly StockRow[]; list: RefObject<HTMLDivElement | null> }

type Props = {
  row: StockRow
  /** Container of all rows' inputs, in order. */
  list: RefObject<HTMLDivElement | null>
}

/** Stock of one row: Enter saves, Esc resets. */
const StockCell = ({ row, list }: Props) => {
  const cell = useStore(store.stockCells)[row.specId]
  const typed = cell === undefined || cell.at === 'saved' ? String(row.stock) : cell.typed
  const wrong = cell?.at === 'wrong' || cell?.at === 'conflict'
  const noteId = `stock-note-${row.specId}`
  const goTo = (from: HTMLInputElement, step: number) => {
    const inputs = [...(list.current?.querySelectorAll<HTMLInputElement>('input[data-stock]') ?? [])]
    const next = inputs[inputs.indexOf(from) + step]
    next?.focus()
    next?.select()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') store.restoreStock(row.specId)
    else if (event.key === 'Enter') {
      const input = event.currentTarget
      // A failed save keeps the focus in the cell.
      void store.saveStock(row.specId).then(() => {
        const after = store.stockCells.get()[row.specId]?.at
        if (after === undefined || after === 'saved') goTo(input, 1)
      })
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      goTo(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
    }
  }
  return (
    <>
      <span className="flex items-center gap-2">
        <input
          data-stock=""
          inputMode="numeric"
          maxLength={9}
          className={`${controlClass(wrong)} w-28! text-right ${row.stock === 0 && cell === undefined ? 'text-warn' : ''}`}
          aria-label={`${row.title} ${row.specName} 的库存`}
          aria-invalid={wrong || undefined}
          aria-describedby={cell === undefined ? undefined : noteId}
          readOnly={cell?.at === 'saving'}
          value={typed}
          onChange={(event) => store.typeStock(row.specId, event.target.value)}
          onBlur={() => {
            if (cell?.at === 'typing') void store.saveStock(row.specId)
          }}
          onKeyDown={press}
        />
        <span className="text-ink-3">{row.unit || '件'}</span>
      </span>
      <span id={noteId} className="block text-sm" role="status" aria-live="polite">
        <Note row={row} cell={cell} />
      </span>
    </>
  )
}

const Note = ({ row, cell }: { row: StockRow; cell: store.StockCell | undefined }) => {
  if (cell?.at === 'saving') return <span className="text-ink-3">正在保存</span>
  if (cell?.at === 'saved')
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        <StateShape tone="good" />
        已保存
      </span>
    )
  if (cell?.at === 'wrong')
    return (
      <span className="text-bad">
        {cell.message}
        <Again specId={row.specId} />
      </span>
    )
  if (cell?.at === 'conflict')
    return (
      <span className="text-warn">
        现在库存是 {cell.current}，仍要改为 {cell.typed}？
        <Again specId={row.specId} />
      </span>
    )
  return null
}

const Again = ({ specId }: { specId: number }) => (
  <span className="ml-2 inline-flex gap-3">
    <button
      type="button"
      className="text-accent underline underline-offset-3 max-md:min-h-11"
      onClick={() => void store.saveStock(specId)}
    >
      保存
    </button>
    <button
      type="button"
      className="text-accent underline underline-offset-3 max-md:min-h-11"
      onClick={() => store.restoreStock(specId)}
    >
      还原
    </button>
  </span>
)

/** A table; rows are cards on phones. */
const Rows = ({ rows, list }: RowsProps) => (
  <div className={`${tableBoxClass} max-md:border-0 max-md:bg-transparent`}>
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">各规格的库存</caption>
      <thead className={`${tableHeadClass} max-md:sr-only`}>
        <tr>
          <th scope="col" className={headCellClass()}>
            商品
          </th>
          <th scope="col" className={headCellClass()}>
            规格
          </th>
          <th scope="col" className={headCellClass('right')}>
            价格
          </th>
          <th scope="col" className={headCellClass()}>
            状态
          </th>
          <th scope="col" className={`${headCellClass()} w-64`}>
            库存
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map((row) => (
          <tr
            key={row.specId}
            className={`${rowClass()} max-md:grid max-md:grid-cols-2 max-md:gap-2 max-md:rounded-lg max-md:border max-md:bg-surface max-md:p-4 max-md:first:border-t`}
          >
            <td className={`${cellClass()} min-w-48 max-md:col-span-2 max-md:h-auto max-md:p-0`}>
              <a href={links.sellerEditGoods(row.productId)} className="line-clamp-2 font-medium hover:text-accent">
                {row.title || '未填写标题'}
              </a>
              <span className="block text-sm text-ink-3">{row.productNo}</span>
            </td>
            <td className={`${cellClass()} max-md:h-auto max-md:p-0`}>
              {row.specName || '--'}
              {row.code !== '' && <span className="block text-sm text-ink-3">{row.code}</span>}
            </td>
            <td className={`${cellClass('right')} whitespace-nowrap max-md:h-auto max-md:p-0`}>
              <Price fen={row.price} size="sm" />
            </td>
            <td className={`${cellClass()} whitespace-nowrap max-md:h-auto max-md:self-center max-md:p-0`}>
              <StateBadge {...listingLabels[row.status]} />
            </td>
            <td className={`${cellClass()} max-md:h-auto max-md:p-0`}>
              <StockCell row={row} list={list} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
