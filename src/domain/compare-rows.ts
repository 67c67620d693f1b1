/** Things side by side: groups of rows with a cell for each thing. */

/** One cell: text, whether it is a plain yes or no, and a word of praise where it is the best alone. */
export interface CompareCell {
  readonly text: string
  readonly has?: boolean
  readonly best?: string
}
export interface CompareRow {
  readonly label: string
  readonly cells: readonly CompareCell[]
  /** Whether the things are not all the same in it. */
  readonly differs: boolean
}
export interface CompareGroup {
  readonly title: string
  readonly rows: readonly CompareRow[]
}

export const compareRow = (label: string, cells: readonly CompareCell[]): CompareRow => ({
  label,
  cells,
  differs: new Set(cells.map(({ text }) => text)).size > 1,
})

/** Only the rows in which the things differ. */
export const filterDifferences = (groups: readonly CompareGroup[]): CompareGroup[] =>
  groups
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ differs }) => differs) }))
    .filter(({ rows }) => rows.length > 0)
