import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { filteredList } from '../filtered-list.ts'
import { halfWidth, wholeOf } from '../../domain/half-width.ts'

/** How the cell of one specification stands while it differs from what is shown of the server. */
export type StockCell =
  | { readonly at: 'typing'; readonly typed: string }
  | { readonly at: 'wrong'; readonly typed: string; readonly message: string }
  | { readonly at: 'saving'; readonly typed: string }
  | { readonly at: 'saved' }
  /** The stock has moved meanwhile: `present` is what there is now. */
  | { readonly at: 'conflict'; readonly typed: string; readonly present: number }

/** Few pieces: so many at most. */
export const fewPieces = 10
export const stockFilters = ['few', 'none'] as const
const list = filteredList(stockFilters, ({ status, ...conditions }) =>
  api.catalogue.stocks({
    ...conditions,
    ...(status === undefined ? {} : { atMost: status === 'few' ? fewPieces : 0 }),
  }),
)
export const cells = atom<Readonly<Record<number, StockCell>>>({})

/** The specifications of the shop's goods; what is being typed stays while the same rows are read again. */
export const stocks: typeof list = {
  ...list,
  start: () => {
    cells.set({})
    return list.start()
  },
  choose: (change) => {
    cells.set({})
    list.choose(change)
  },
}

const put = (specId: number, cell: StockCell | undefined) => {
  const { [specId]: _before, ...others } = cells.get()
  cells.set(cell === undefined ? others : { ...others, [specId]: cell })
}
const rowOf = (specId: number) => {
  const now = stocks.state.get()
  return now.at === 'ready' ? now.content.data.find((row) => row.specId === specId) : undefined
}
const show = (specId: number, stock: number) =>
  list.change((content) => ({
    ...content,
    data: content.data.map((row) => (row.specId === specId ? { ...row, stock } : row)),
  }))

export function type(specId: number, typed: string): void {
  if (cells.get()[specId]?.at !== 'saving') put(specId, { at: 'typing', typed })
}
/** Puts back what there is. */
export function restore(specId: number): void {
  if (cells.get()[specId]?.at !== 'saving') put(specId, undefined)
}

/** Keeps what stands in a cell; nothing is sent for a cell that says what there is already. True when it is kept. */
export async function save(specId: number): Promise<boolean> {
  const [cell, row] = [cells.get()[specId], rowOf(specId)]
  if (cell === undefined || row === undefined || cell.at === 'saving' || cell.at === 'saved') return false
  const typed = halfWidth(cell.typed)
  const stock = wholeOf(typed)
  if (stock === null || stock > 100_000_000) {
    put(specId, { at: 'wrong', typed: cell.typed, message: '请填写 0 至 1 亿的整数' })
    return false
  }
  if (stock === row.stock && cell.at !== 'conflict') {
    put(specId, undefined)
    return false
  }
  put(specId, { at: 'saving', typed })
  const was = cell.at === 'conflict' ? cell.present : row.stock
  const answer = await api.catalogue.stockUpdate({ specId, was, stock })
  if (answer.ok) {
    show(specId, answer.content.stock)
    put(specId, { at: 'saved' })
    return true
  }
  const present = presentOf(answer.failure.content)
  if (answer.failure.code === 409 && present !== undefined) {
    show(specId, present)
    put(specId, { at: 'conflict', typed, present })
  } else put(specId, { at: 'wrong', typed, message: answer.failure.message })
  return false
}

/** The stock that a conflict tells. */
const presentOf = (content: unknown): number | undefined =>
  typeof content === 'object' && content !== null && 'stock' in content && typeof content.stock === 'number'
    ? content.stock
    : undefined
