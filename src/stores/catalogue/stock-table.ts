import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { StockRow } from '../../contract/catalogue/seller-products.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

/** How the cell of one specification stands while it differs from what is shown of the server. */
export type StockCell =
  | { readonly at: 'typing'; readonly typed: string }
  | { readonly at: 'wrong'; readonly typed: string; readonly message: string }
  | { readonly at: 'saving'; readonly typed: string }
  | { readonly at: 'saved' }
  /** The stock has moved meanwhile: `present` is what there is now. */
  | { readonly at: 'conflict'; readonly typed: string; readonly present: number }

export interface StockPage {
  readonly total: number
  readonly data: readonly StockRow[]
}
/** Few pieces: so many at most. */
export const fewPieces = 10
export const stockFilters = ['few', 'none'] as const
export const pageSize = 20

const address = listAddress(stockFilters)
const page = loadable<StockPage>()
export const query = address.query
export const stocks = page.state
export const cells = atom<Readonly<Record<number, StockCell>>>({})

/** Reads the table again; what is being typed stays. */
export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  const atMost = status === undefined ? {} : { atMost: status === 'few' ? fewPieces : 0 }
  await page.load(() => api.catalogue.stocks({ keyword, current, pageSize, ...atMost }))
}
export const start = (): (() => void) => {
  cells.set({})
  return address.start(() => void load())
}
export const choose: typeof address.set = (change) => {
  cells.set({})
  address.set(change)
}

const put = (specId: number, cell: StockCell | undefined) => {
  const { [specId]: _before, ...others } = cells.get()
  cells.set(cell === undefined ? others : { ...others, [specId]: cell })
}
const rowOf = (specId: number) => {
  const now = stocks.get()
  return now.at === 'ready' ? now.content.data.find((row) => row.specId === specId) : undefined
}
const show = (specId: number, stock: number) =>
  page.change((content) => ({
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
  const typed = cell.typed.trim()
  if (!/^\d{1,9}$/.test(typed) || Number(typed) > 100_000_000) {
    put(specId, { at: 'wrong', typed: cell.typed, message: '请填写 0 至 1 亿的整数' })
    return false
  }
  const stock = Number(typed)
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
