import { useStore } from '@nanostores/react'
import { ClipboardPaste } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { StockRow } from '../../../contract/catalogue/seller-products.ts'
import { listingLabels } from '../../../domain/catalogue/listing-states.ts'
import { links } from '../../../domain/links.ts'
import { pastedAdjustment, percentAdjustment, stockAdjustment } from '../../../stores/catalogue/stock-adjustment.ts'
import * as store from '../../../stores/catalogue/stock-table.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { controlClass } from '../../../ui/form/control-class.ts'
import { isComposing } from '../../../ui/form/ime.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { DailyList } from '../../list/DailyList.tsx'
import { StockAdjustDialog } from './StockAdjustDialog.tsx'

const tabs = [
  { key: 'all', label: '全部规格' },
  { key: 'few', label: `库存不多于 ${store.maxLowStock} 件` },
  { key: 'none', label: '已售罄' },
]

const columns: readonly Column<StockRow>[] = [
  {
    key: 'product',
    head: '商品',
    className: 'min-w-48',
    cell: (row) => (
      <>
        <a
          href={links.sellerEditGoods(row.productId)}
          className="line-clamp-2 font-medium hover:text-accent md:line-clamp-1"
        >
          {row.title || '未填写标题'}
        </a>
        <span className="block text-sm text-ink-3">{row.productNo}</span>
      </>
    ),
  },
  {
    key: 'specName',
    head: '规格',
    className: 'min-w-24',
    cell: (row) => (
      <span className="block">
        {row.specName || '--'}
        {row.code !== '' && <span className="block text-sm text-ink-3">{row.code}</span>}
      </span>
    ),
  },
  {
    key: 'price',
    head: '价格',
    align: 'right',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: (row) => <Price fen={row.price} size="sm" />,
  },
  {
    key: 'state',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: (row) => <StateBadge {...listingLabels[row.status]} />,
  },
  {
    key: 'stock',
    head: '库存',
    sortable: true,
    className: 'w-64',
    cell: (row) => (
      <span className="block">
        <StockCell row={row} />
      </span>
    ),
  },
]

/** Stock of every specification, editable in place; several are adjusted after a preview. */
export const StockTable = ({ search }: { search: string }) => (
  <>
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold">库存管理</h1>
      <Button className="max-md:h-11" onClick={() => stockAdjustment.open(pastedAdjustment, [])}>
        <ClipboardPaste className="size-4" />
        粘贴表格调整
      </Button>
    </div>
    <p className="mb-3 text-sm text-ink-3">直接修改库存：回车保存并到下一行，Esc 还原，上下键换行；保存随即生效。</p>
    <DailyList
      list={store.stockRows}
      search={search}
      what="规格"
      permission="goods_manage"
      placeholder="标题、编号、规格或商家编码"
      amount="价格"
      tabs={{ label: '库存', tabsOf: () => tabs }}
      caption="各规格的库存"
      columns={columns}
      rowName={({ title, specName }) => `${title} ${specName}`}
      bulk={(rows) => (
        <Button
          size="sm"
          onClick={() =>
            stockAdjustment.open(
              percentAdjustment,
              rows.map(({ specId }) => specId),
            )
          }
        >
          按百分比调整（{rows.length} 个）
        </Button>
      )}
      empty={
        <EmptyState title="暂无商品规格" text="发布商品后，各规格的库存会列在这里。">
          <LinkButton kind="main" href={links.sellerEditGoods()}>
            发布商品
          </LinkButton>
        </EmptyState>
      }
    />
    <StockAdjustDialog />
    <Toaster />
  </>
)

type Props = { row: StockRow }

/** Stock of one row: Enter saves, Esc resets. */
const StockCell = ({ row }: Props) => {
  const cell = useStore(store.stockCells)[row.specId]
  const typed = cell === undefined || cell.at === 'saved' ? String(row.stock) : cell.typed
  const wrong = cell?.at === 'wrong' || cell?.at === 'conflict'
  const noteId = `stock-note-${row.specId}`
  const goTo = (from: HTMLInputElement, step: number) => {
    const inputs = [...(from.closest('table')?.querySelectorAll<HTMLInputElement>('input[data-stock]') ?? [])]
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
