import type { SheetFault } from '../../../../contract/catalogue/publishing.ts'
import type { MadeSheet } from '../../../workbooks/make-workbook.ts'
import type { AnyForm } from '../kind.ts'
import { headsOf, type ListingSheet } from './listing-sheet.ts'
import type { SheetRow } from './read-sheet.ts'

/** Head of the column that an import passes over, so that the mended sheet goes in as it is. */
export const reasonHead = '错误原因'

/**
 * A sheet as it came, with what is wrong in each row in a first column of its own; a reason of an earlier time is left
 * out. Rows keep their numbers, and cells what was in them, wrong or not.
 */
export function markedSheet<F extends AnyForm>(
  sheet: ListingSheet<F>,
  rows: readonly SheetRow[],
  faults: readonly SheetFault[],
): MadeSheet {
  const [head, ...below] = rows
  const heads = (head?.cells ?? headsOf(sheet).head).map((cell) => cell ?? '')
  const own = heads.flatMap((cell, at) => (cell.startsWith(reasonHead) ? [] : [at]))
  const columns = [...sheet.columns, ...sheet.specColumns]
  const widthOf = (cell: string) => columns.find((column) => cell.replace('*', '') === column.head)?.width ?? 20
  const reasonOf = reasons(faults)
  const filled = new Map(below.map((row) => [row.row, row]))
  const last = below.at(-1)?.row ?? 1
  const ofHead = reasonOf.get(1)
  return {
    sheet: sheet.name,
    widths: [44, ...own.map((at) => widthOf(heads[at] ?? ''))],
    head: [ofHead === undefined ? reasonHead : `${reasonHead}：${ofHead}`, ...own.map((at) => heads[at] ?? '')],
    rows: Array.from({ length: last - 1 }, (_, at) => {
      const row = filled.get(at + 2)
      const cells = own.map((place) => row?.cells[place] ?? row?.dates?.get(place) ?? '')
      return [reasonOf.get(at + 2) ?? '', ...cells]
    }),
  }
}

/** What is wrong by row: 类目：请选择类目；简介：请填写简介. */
function reasons(faults: readonly SheetFault[]): ReadonlyMap<number, string> {
  const byRow = Map.groupBy(faults, ({ row }) => row)
  return new Map(
    [...byRow].map(([row, all]) => [
      row,
      all.map(({ column, message }) => (column === '' ? message : `${column}：${message}`)).join('；'),
    ]),
  )
}
