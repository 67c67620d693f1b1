import type { PricePreviewRow } from '../../contract/catalogue/price-changes.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { PriceChange } from '../../domain/catalogue/price-change.ts'
import { parseFen } from '../../domain/money-input.ts'
import { namedRows, previewedChange, type PreviewedChange } from '../previewed-change.ts'
import type { ListingCalls } from './listing-calls.ts'

/** Typed change of prices. */
interface TypedPriceChange {
  readonly direction: 'up' | 'down'
  readonly mode: PriceChange['mode']
  /** Percent, or yuan. */
  readonly value: string
  readonly rounding: PriceChange['rounding']
}
export const emptyPriceChange: TypedPriceChange = { direction: 'up', mode: 'percent', value: '', rounding: 'fen' }

export type PriceChangeForm = PreviewedChange<
  TypedPriceChange,
  PriceChange,
  PricePreviewRow,
  { readonly done: number; readonly inReview: number }
>

/** Largest change by an amount, in fen: 1 billion yuan. */
const maxAmount = 100_000_000_000

/** The change that was typed, or its error. */
export function parsePriceChange({
  direction,
  mode,
  value,
  rounding,
}: TypedPriceChange): { change: PriceChange } | { fault: string } {
  // Percents have two decimals too.
  const hundredths = parseFen(value.replace(/[%％]\s*$/, ''))
  const most = mode === 'amount' ? maxAmount : direction === 'down' ? 9_999 : 1_000_000
  if (hundredths === null || hundredths === 0 || hundredths > most)
    return {
      fault:
        mode === 'percent'
          ? '请填写百分比，例如 5 或 2.5；下调须小于 100%，上调最多 10,000%'
          : '请填写金额，例如 20 或 9.5；最多 10 亿元',
    }
  return { change: { mode, value: direction === 'down' ? -hundredths : hundredths, rounding } }
}

/** Change of the prices of the selected listings of one kind. */
export const createPriceChangeForm = (calls: ListingCalls, reload: () => Promise<void>): PriceChangeForm =>
  previewedChange({
    parse: parsePriceChange,
    preview: (change, ids) => calls.previewPrices(ids, change),
    send: (rows, change) =>
      calls.changePrices(
        rows.map(({ listingId, version }) => ({ listingId, version })),
        change,
      ),
    reload,
  })

/** Listings that a failed change names, with the reason of each. */
export const refusedListings = (failure: Failure): readonly string[] =>
  namedRows(failure, 'listings', ({ title, message }) => `${String(title) || '未填写标题'}：${String(message)}`)
