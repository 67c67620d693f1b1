import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { StockRow } from '../../contract/catalogue/seller-products.ts'
import { stockSortKeys, type StockSortKey } from '../../domain/daily-lists.ts'
import { dailyList } from '../daily-list.ts'
import { toHalfWidth, parseWholeNumber } from '../../domain/half-width.ts'

/** Editing state of a specification's stock cell while it differs from the server's value. */
export type StockCell =
  | { readonly at: 'typing'; readonly typed: string }
  | { readonly at: 'wrong'; readonly typed: string; readonly message: string }
  | { readonly at: 'saving'; readonly typed: string }
  | { readonly at: 'saved' }
  /** The stock changed meanwhile; this is the current stock. */
  | { readonly at: 'conflict'; readonly typed: string; readonly current: number }

/** Upper bound of the low-stock filter. */
export const maxLowStock = 10
const stockFilters = ['few', 'none'] as const
type StockFilter = (typeof stockFilters)[number]
const stockList = dailyList<StockFilter, StockSortKey, { total: number; data: readonly StockRow[] }>({
  name: 'stocks',
  statuses: stockFilters,
  sortKeys: stockSortKeys,
  defaultColumns: ['specName', 'price', 'state', 'stock'],
  fetchPage: ({ status, ...conditions }) =>
    api.catalogue.stocks({
      ...conditions,
      ...(status === undefined ? {} : { atMost: status === 'few' ? maxLowStock : 0 }),
    }),
  rowKey: ({ specId }) => specId,
})
export const stockCells = atom<Readonly<Record<number, StockCell>>>({})

/** Specifications of the shop's goods; typed values survive reloading the same rows. */
export const stockRows: typeof stockList = {
  ...stockList,
  start: () => {
    stockCells.set({})
    return stockList.start()
  },
  updateQuery: (change) => {
    stockCells.set({})
    stockList.updateQuery(change)
  },
}

const setCell = (specId: number, cell: StockCell | undefined) => {
  const { [specId]: _before, ...others } = stockCells.get()
  stockCells.set(cell === undefined ? others : { ...others, [specId]: cell })
}
const findRow = (specId: number) => {
  const now = stockRows.state.get()
  return now.at === 'ready' ? now.content.data.find((row) => row.specId === specId) : undefined
}
const showStock = (specId: number, stock: number) =>
  stockList.update((content) => ({
    ...content,
    data: content.data.map((row) => (row.specId === specId ? { ...row, stock } : row)),
  }))

export function typeStock(specId: number, typed: string): void {
  if (stockCells.get()[specId]?.at !== 'saving') setCell(specId, { at: 'typing', typed })
}
/** Resets a cell to the stored stock. */
export function restoreStock(specId: number): void {
  if (stockCells.get()[specId]?.at !== 'saving') setCell(specId, undefined)
}

/** Saves a cell; unchanged values are not sent. True when saved. */
export async function saveStock(specId: number): Promise<boolean> {
  const [cell, row] = [stockCells.get()[specId], findRow(specId)]
  if (cell === undefined || row === undefined || cell.at === 'saving' || cell.at === 'saved') return false
  const typed = toHalfWidth(cell.typed)
  const stock = parseWholeNumber(typed)
  if (stock === null || stock > 100_000_000) {
    setCell(specId, { at: 'wrong', typed: cell.typed, message: '请填写 0 至 1 亿的整数' })
    return false
  }
  if (stock === row.stock && cell.at !== 'conflict') {
    setCell(specId, undefined)
    return false
  }
  setCell(specId, { at: 'saving', typed })
  const was = cell.at === 'conflict' ? cell.current : row.stock
  const answer = await api.catalogue.stockUpdate({ specId, was, stock })
  if (answer.ok) {
    showStock(specId, answer.content.stock)
    setCell(specId, { at: 'saved' })
    return true
  }
  const present = currentStockIn(answer.failure.content)
  if (answer.failure.code === 409 && present !== undefined) {
    showStock(specId, present)
    setCell(specId, { at: 'conflict', typed, current: present })
  } else setCell(specId, { at: 'wrong', typed, message: answer.failure.message })
  return false
}

/** Current stock from a conflict's failure content. */
const currentStockIn = (content: unknown): number | undefined =>
  typeof content === 'object' && content !== null && 'stock' in content && typeof content.stock === 'number'
    ? content.stock
    : undefined
