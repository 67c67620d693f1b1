import { useStore } from '@nanostores/react'
import type { KeyboardEvent, RefObject } from 'react'
import type { StockRow } from '../../../contract/catalogue/seller-products.ts'
import * as store from '../../../stores/catalogue/stock-table.ts'
import { controlClass } from '../../../ui/form/control-class.ts'
import { isComposing } from '../../../ui/form/ime.ts'
import { StateShape } from '../../../ui/text/StateShape.tsx'

type Props = {
  row: StockRow
  /** Container of all rows' inputs, in order. */
  list: RefObject<HTMLDivElement | null>
}

/** Stock of one row: Enter saves, Esc resets. */
export const StockCell = ({ row, list }: Props) => {
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
