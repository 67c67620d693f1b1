import type { Counted } from './statistics.ts'

/** Data of a chart of a data display; text and table show the same. */
export type ChartSpec =
  | {
      readonly kind: 'months'
      readonly months: readonly string[]
      /** null = not published. */
      readonly bars: readonly Series[]
      /** Drawn as a line, on an axis of its own. */
      readonly line?: Series
    }
  | { readonly kind: 'ranking'; readonly rows: readonly Counted[]; readonly unit: string }
  | { readonly kind: 'pairs'; readonly names: readonly string[]; readonly left: Series; readonly right: Series }
  | {
      readonly kind: 'heat'
      readonly columns: readonly string[]
      readonly rows: readonly string[]
      /** Column, row, count. */
      readonly cells: readonly (readonly [number, number, number])[]
    }
  /** Provinces as squares (province-grid.ts); those without a row are empty. */
  | { readonly kind: 'provinces'; readonly rows: readonly Counted[]; readonly unit: string }
  | { readonly kind: 'tree'; readonly rows: readonly Counted[]; readonly unit: string }

export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
  readonly unit: string
}

/** A chart with what it says in words and as a table. */
export interface Panel {
  readonly title: string
  readonly words: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly chart: ChartSpec
}
