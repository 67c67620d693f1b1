import { api } from '../../client/browser.ts'
import type { StockPreviewRow } from '../../contract/catalogue/seller-products.ts'
import type { Failure } from '../../contract/envelope.ts'
import { parseWholeNumber, toHalfWidth } from '../../domain/half-width.ts'
import { namedRows, previewedChange } from '../previewed-change.ts'
import { stockRows } from './stock-table.ts'

/** Typed adjustment: lines of a pasted table, or a percentage for the selected specifications. */
interface TypedAdjustment {
  readonly by: 'table' | 'percent'
  readonly pasted: string
  readonly direction: 'up' | 'down'
  readonly percent: string
}
export const pastedAdjustment: TypedAdjustment = { by: 'table', pasted: '', direction: 'up', percent: '' }
export const percentAdjustment: TypedAdjustment = { ...pastedAdjustment, by: 'percent' }

type StockChange =
  | { readonly by: 'table'; readonly rows: { code: string; stock: number }[] }
  | { readonly by: 'percent'; readonly percent: number }

const maxLines = 500
const maxStock = 100_000_000

/**
 * Lines of a pasted table: code and stock, separated by a tab, comma or blanks. A first line without any digit has the
 * heads, and is left out.
 */
function parseLines(pasted: string): { change: StockChange } | { fault: string } {
  const lines = pasted.split(/\r?\n/).map((line, at) => ({ at, cells: cellsOf(line) }))
  const filled = lines.filter(({ cells }) => cells.length > 0)
  const rows = filled.filter(({ cells }, at) => at > 0 || cells.some((cell) => /\d/.test(cell)))
  if (rows.length === 0) return { fault: '请粘贴编码与库存，每行一个规格' }
  if (rows.length > maxLines) return { fault: `一次最多 ${maxLines} 行，请分次粘贴` }
  const parsed = rows.map(({ at, cells }) => ({
    at,
    code: cells.slice(0, -1).join(' '),
    stock: cells.length < 2 ? null : parseWholeNumber(cells.at(-1) ?? ''),
  }))
  const wrong = parsed.find(({ code, stock }) => code.length > 60 || stock === null || stock > maxStock)
  if (wrong !== undefined) return { fault: `第 ${wrong.at + 1} 行应为编码与 0 至 1 亿的整数，例如 ABC-001 与 20` }
  return { change: { by: 'table', rows: parsed.map(({ code, stock }) => ({ code, stock: stock ?? 0 })) } }
}

/** Cells of a line: of a sheet between tabs, where a code may contain blanks; else between commas or blanks. */
const cellsOf = (line: string): string[] =>
  line
    .split(line.includes('\t') ? '\t' : /[,，;；\s]+/)
    .map(toHalfWidth)
    .filter((cell) => cell !== '')

export function parseAdjustment({ by, pasted, direction, percent }: TypedAdjustment) {
  if (by === 'table') return parseLines(pasted)
  const typed = parseWholeNumber(toHalfWidth(percent).replace(/%$/, ''))
  if (typed === null || typed === 0 || typed > (direction === 'down' ? 100 : 1_000))
    return { fault: '请填写整数百分比，例如 10；下调最多 100%，上调最多 1,000%' }
  return { change: { by: 'percent' as const, percent: direction === 'down' ? -typed : typed } }
}

/** Adjustment of the stock of several specifications. */
export const stockAdjustment = previewedChange<
  TypedAdjustment,
  StockChange,
  StockPreviewRow,
  { readonly done: number }
>({
  parse: parseAdjustment,
  preview: (change, specIds) =>
    api.catalogue.stockPreview(change.by === 'table' ? change : { ...change, specIds: [...specIds] }),
  send: (rows) =>
    api.catalogue.stockAdjust({
      rows: rows.flatMap(({ specId, was, stock }) => (specId === null || was === null ? [] : [{ specId, was, stock }])),
    }),
  reload: async () => {
    stockRows.select(new Set())
    await stockRows.load()
  },
})

/** Specifications whose stock changed since the preview. */
export const changedSpecs = (failure: Failure): readonly string[] =>
  namedRows(
    failure,
    'specs',
    ({ title, specName, stock }) => `${String(title)} ${String(specName)}：现在库存 ${String(stock)}`,
  )
