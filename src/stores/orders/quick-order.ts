import { atom, computed } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { QuickProduct, QuickRefused } from '../../contract/orders/quick-order.ts'
import {
  maxQuickCode,
  maxQuickLines,
  parseQuickOrder,
  type QuickLine,
  type QuickRefusal,
} from '../../domain/orders/quick-order.ts'
import { persistedValue, withSchema } from '../persisted-storage.ts'
import { cartChanged } from './cart/cart-count.ts'

/** One package of one product that a line may mean. */
export interface QuickOption {
  readonly product: QuickProduct
  readonly specId: number
  readonly specName: string
  readonly price: number | null
  readonly stock: number
  readonly blocked: QuickRefusal | null
}

/** What the buyer has decided about a line; kept in this tab, by the number of the line. */
interface Decision {
  readonly specId: number | null
  readonly quantity: number
  readonly isChosen: boolean
  readonly isAdded: boolean
}

export interface QuickRow extends QuickLine, Omit<Decision, 'quantity'> {
  readonly quantity: number
  /** The pasted quantity was none: the row waits for a look. */
  readonly isQuantityOpen: boolean
  readonly options: readonly QuickOption[]
  readonly more: boolean
  readonly refused: QuickRefused | undefined
}

const decision = z.object({
  specId: z.int().nullable(),
  quantity: z.int(),
  isChosen: z.boolean(),
  isAdded: z.boolean(),
})
const saved = persistedValue(
  'tab',
  'quickOrder',
  withSchema(z.object({ text: z.string(), found: z.boolean(), decisions: z.record(z.string(), decision) })),
)

export const quickText = atom('')
export const quickRows = atom<readonly QuickRow[] | null>(null)
/** Message about the pasted text; '' without one. */
export const quickFault = atom('')
/** Failure of the last call; what was typed and chosen stays. */
export const quickFailure = atom<Failure | null>(null)
export const quickBusy = atom<'finding' | 'adding' | null>(null)

/** Rows that the next call adds. */
export const quickChosen = computed(quickRows, (rows) => (rows ?? []).filter((row) => row.isChosen && !row.isAdded))
export const quickAmount = computed(quickChosen, (rows) =>
  rows.reduce((sum, row) => sum + (optionOf(row)?.price ?? 0) * row.quantity, 0),
)
export const optionOf = ({ options, specId }: Pick<QuickRow, 'options' | 'specId'>): QuickOption | undefined =>
  options.find((option) => option.specId === specId)

/** Key of the content that is being added: a second press, or a retry after a lost connection, adds nothing twice. */
let pending: { readonly content: string; readonly key: string } | undefined

function saveQuickOrder(): void {
  const rows = quickRows.get()
  const decisions = Object.fromEntries(
    (rows ?? []).map(({ no, specId, quantity, isChosen, isAdded }) => [no, { specId, quantity, isChosen, isAdded }]),
  )
  saved.save({ text: quickText.get(), found: rows !== null, decisions })
}

/** Shows what this tab still has; lines that had been found are found again, with the choices made. */
export function openQuickOrder(): void {
  const before = saved.read()
  if (before === undefined || quickText.get() !== '') return
  quickText.set(before.text)
  if (before.found) void findQuickRows(new Map(Object.entries(before.decisions)))
}

export function typeQuickText(text: string): void {
  quickText.set(text)
  quickFault.set('')
  saveQuickOrder()
}

function faultOf(lines: readonly QuickLine[]): string {
  if (lines.length === 0) return '请粘贴编号与数量，一行一项'
  if (lines.length > maxQuickLines) return `共 ${lines.length} 行，一次最多 ${maxQuickLines} 行，请分批粘贴`
  const long = lines.find(({ code }) => code.length > maxQuickCode)
  if (long !== undefined) return `第 ${long.no} 行的编号超过 ${maxQuickCode} 个字，请检查`
  const open = lines.find(({ code }) => code === '')
  return open === undefined ? '' : `第 ${open.no} 行没有编号，请补充`
}

const blockOf = ({ priceType, isOwn, minOrder }: QuickProduct, stock: number): QuickRefusal | null =>
  isOwn ? 'own' : priceType !== 0 ? 'priceOpen' : stock < minOrder ? 'stockShort' : null

const optionsOf = (products: readonly QuickProduct[]): QuickOption[] =>
  products.flatMap((product) =>
    product.specs.map(({ specId, name, price, stock }) => {
      return { product, specId, specName: name, price, stock, blocked: blockOf(product, stock) }
    }),
  )

/** Finds all lines in one call. A line with one orderable package is chosen; where there are several, the buyer chooses. */
export async function findQuickRows(decided: ReadonlyMap<string, Decision> = new Map()): Promise<void> {
  if (quickBusy.get() !== null) return
  const lines = parseQuickOrder(quickText.get())
  quickFault.set(faultOf(lines))
  if (quickFault.get() !== '') return
  quickBusy.set('finding')
  quickFailure.set(null)
  const answer = await api.orders.quickOrderFind({ codes: lines.map(({ code }) => code) })
  quickBusy.set(null)
  if (!answer.ok) return quickFailure.set(answer.failure)
  quickRows.set(
    lines.map((line, index) => {
      const { products = [], more = false } = answer.content.lines[index] ?? {}
      return rowOf(line, optionsOf(products), more, decided.get(String(line.no)))
    }),
  )
  saveQuickOrder()
}

function rowOf(
  line: QuickLine,
  options: readonly QuickOption[],
  more: boolean,
  before: Decision | undefined,
): QuickRow {
  const isKept = before?.specId != null && options.some(({ specId }) => specId === before.specId)
  const only = options.length === 1 ? options.find(({ blocked }) => blocked === null) : undefined
  const specId = isKept ? before.specId : (only?.specId ?? null)
  const isQuantityOpen = line.quantity === null && before === undefined
  return {
    ...line,
    quantity: before?.quantity ?? line.quantity ?? only?.product.minOrder ?? 1,
    isQuantityOpen,
    options,
    more,
    specId,
    isChosen: isKept ? before.isChosen : specId !== null && !isQuantityOpen,
    isAdded: isKept && before.isAdded,
    refused: undefined,
  }
}

function changeRow(no: number, change: Partial<QuickRow>): void {
  quickRows.set((quickRows.get() ?? []).map((row) => (row.no === no ? { ...row, ...change } : row)))
  saveQuickOrder()
}

/** Chooses a package, and with it the line, unless its quantity still waits for a look. */
export function chooseQuickOption(no: number, specId: number): void {
  const row = quickRows.get()?.find((each) => each.no === no)
  changeRow(no, { specId, isChosen: row?.isQuantityOpen !== true, isAdded: false, refused: undefined })
}
/** Chooses the cheapest package that has enough in stock, for every line without a choice. */
export function chooseCheapestOptions(): void {
  quickRows.set(
    (quickRows.get() ?? []).map((row) => {
      if (row.specId !== null || row.isQuantityOpen) return row
      const [cheapest] = row.options
        .filter(({ blocked, price, stock }) => blocked === null && price !== null && stock >= row.quantity)
        .toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0))
      return cheapest === undefined ? row : { ...row, specId: cheapest.specId, isChosen: true, refused: undefined }
    }),
  )
  saveQuickOrder()
}
export const setQuickQuantity = (no: number, quantity: number): void =>
  changeRow(no, { quantity, isQuantityOpen: false, isAdded: false, refused: undefined })
export const tickQuickRow = (no: number, isChosen: boolean): void => changeRow(no, { isChosen, isQuantityOpen: false })

/** Back to the pasted text; the choices are made anew. */
export function editQuickText(): void {
  quickRows.set(null)
  quickFailure.set(null)
  saveQuickOrder()
}

/** Result of adding, for the message. */
export interface QuickAdded {
  readonly added: number
  readonly refused: number
}

/** Adds all chosen rows in one call; lines of one package add up. Null while another call runs, or on a failure. */
export async function addQuickRows(): Promise<QuickAdded | null> {
  if (quickBusy.get() !== null) return null
  const rows = quickChosen.get()
  const items = [...Map.groupBy(rows, ({ specId }) => specId)].flatMap(([specId, same]) => {
    const option = same[0] && optionOf(same[0])
    if (specId === null || option === undefined) return []
    return [{ productId: option.product.productId, specId, quantity: same.reduce((sum, row) => sum + row.quantity, 0) }]
  })
  if (items.length === 0) return null
  const content = JSON.stringify(items)
  if (pending?.content !== content) pending = { content, key: newUuid() }
  quickBusy.set('adding')
  quickFailure.set(null)
  const answer = await api.orders.quickOrderAdd({ items }, { idempotencyKey: pending.key })
  quickBusy.set(null)
  if (!answer.ok) {
    quickFailure.set(answer.failure)
    return null
  }
  pending = undefined
  const { added, refused, count } = answer.content
  cartChanged(count)
  const sent = new Set(rows.map(({ no }) => no))
  quickRows.set(
    (quickRows.get() ?? []).map((row) => {
      if (!sent.has(row.no) || row.specId === null) return row
      const isAdded = added.includes(row.specId)
      return { ...row, isAdded, isChosen: !isAdded, refused: refused.find(({ specId }) => specId === row.specId) }
    }),
  )
  saveQuickOrder()
  return { added: added.length, refused: refused.length }
}

/** Starts with an empty list. */
export function clearQuickOrder(): void {
  quickText.set('')
  quickRows.set(null)
  quickFault.set('')
  quickFailure.set(null)
  pending = undefined
  saved.clear()
}
