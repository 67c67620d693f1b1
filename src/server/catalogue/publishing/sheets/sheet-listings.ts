import type { SheetFault } from '../../../../contract/catalogue/publishing.ts'
import type { SpecForm } from '../../../../domain/catalogue/listing-form.ts'
import type { AnyForm, Listing } from '../listing-type.ts'
import { formErrors } from '../form-errors.ts'
import type { SellerRules } from '../seller-rules.ts'
import { lengthError } from './column.ts'
import type { ListingSheet } from './listing-sheet.ts'
import type { SheetRow } from './read-sheet.ts'

/** A listing of a sheet: its row, and the rows of its further specifications. */
export interface SheetListing {
  readonly number: string
  readonly rows: readonly SheetRow[]
}
/** State of a listing when its sheet was checked; the import rejects one that has changed since. */
export type PresentListing = Pick<Listing<AnyForm>, 'id' | 'no' | 'status' | 'version'>

/** Write of one listing of a sheet; `of` is undefined for a new one. */
export interface ListingImport<F extends AnyForm> {
  readonly row: number
  readonly of: PresentListing | undefined
  readonly form: F
}

/** Column index in a sheet by header. */
export type ColumnPositions = ReadonlyMap<string, number>

interface Heads {
  readonly number: string
  readonly columns: readonly { readonly head: string; readonly optional?: true }[]
  readonly specColumns: readonly { readonly head: string }[]
}

/** Normalizes a header: without the star of required columns, shortened. */
const headOf = (text: string | undefined) => (text ?? '').slice(0, 40).replace(/[*＊\s]/g, '')

/** Finds the columns by their headers, in any order. Missing columns are errors. */
export function findColumns(
  { number, columns, specColumns }: Heads,
  head: SheetRow | undefined,
): { places: ColumnPositions; faults: SheetFault[] } {
  const heads = [number, ...columns.map((column) => column.head), ...specColumns.map((column) => column.head)]
  const places = new Map(
    heads.flatMap((each) => {
      const at = head?.cells.findIndex((cell) => headOf(cell) === headOf(each)) ?? -1
      return at < 0 ? [] : [[each, at] as const]
    }),
  )
  const doubled = heads.filter((each) => (head?.cells.filter((cell) => headOf(cell) === headOf(each)).length ?? 0) > 1)
  const optional = new Set(columns.flatMap((column) => (column.optional === true ? [column.head] : [])))
  const missing = heads.filter((each) => !places.has(each) && !optional.has(each))
  return {
    places,
    faults: [
      ...missing.map((column) => ({ row: 1, column, message: '缺少此列，请使用下载的模板' })),
      ...doubled.map((column) => ({ row: 1, column, message: '此列出现了两次，请只保留一列' })),
    ],
  }
}

/** Groups rows by listing: a row without a title, or with the number above it, is a further specification. */
export function listingsOf(
  { number, specColumns }: Pick<Heads, 'number' | 'specColumns'>,
  rows: readonly SheetRow[],
  places: ColumnPositions,
): SheetListing[] {
  const listings: { number: string; rows: SheetRow[] }[] = []
  for (const row of rows) {
    const own = cellOf(row, places, number) ?? ''
    const last = listings.at(-1)
    const follows = specColumns.length > 0 && last !== undefined && cellOf(row, places, '标题') === ''
    if (follows && (own === '' || own === last.number)) last.rows.push(row)
    else listings.push({ number: own, rows: [row] })
  }
  return listings
}

const cellOf = (row: SheetRow, places: ColumnPositions, head: string): string | undefined => {
  const at = places.get(head)
  return at === undefined || at >= row.cells.length ? '' : row.cells[at]
}

/**
 * Applies the cells of a sheet to the current form: a cell equal to its exported text leaves its field
 * unchanged, so that importing an export changes nothing. Returns undefined where nothing changes.
 */
export function readListing<F extends AnyForm>(
  sheet: ListingSheet<F>,
  rules: SellerRules,
  listing: SheetListing,
  of: { readonly listing: PresentListing; readonly form: F } | undefined,
  places: ColumnPositions,
): { wanted: ListingImport<F> | undefined; faults: SheetFault[] } {
  const [row] = listing.rows
  if (row === undefined) return { wanted: undefined, faults: [] }
  const faults: SheetFault[] = []
  const fault = (at: SheetRow, column: string, message: string) => faults.push({ row: at.row, column, message })
  let form = of?.form ?? sheet.empty
  let changed = of === undefined
  for (const column of sheet.columns) {
    if (column.optional === true && !places.has(column.head)) continue
    const text = cellOf(row, places, column.head)
    if (text === undefined) fault(row, column.head, '单元格是日期，请改为文本格式后重填')
    if (text === undefined || (of !== undefined && text === column.write(of.form, rules).trim())) continue
    const long = lengthError(text, column)
    const read = long === undefined ? column.read(text, rules, form) : { fault: long }
    if ('fault' in read) fault(row, column.head, read.fault)
    else form = Object.assign({}, form, read)
    changed = true
  }
  const specs = specsOf(sheet, listing, of?.form, places, fault)
  changed ||= specs.changed
  if (!changed) return { wanted: undefined, faults }
  form = sheet.withSpecs(form, specs.specs)
  const read = sheet.check(form)
  const found = read.faults.length > 0 ? read.faults : formErrors(sheet, rules, read.form ?? form, true)
  const said = new Set(faults.map((each) => `${each.row} ${each.column}`))
  for (const { field, message } of found) {
    const [at, column] = positionOf(sheet, listing, field)
    if (!said.has(`${at.row} ${column}`)) fault(at, column, message)
  }
  return { wanted: { row: row.row, of: of?.listing, form: read.form ?? form }, faults }
}

/** Specifications of a listing; existing ones are matched by name. */
function specsOf<F extends AnyForm>(
  sheet: ListingSheet<F>,
  listing: SheetListing,
  present: F | undefined,
  places: ColumnPositions,
  fault: (at: SheetRow, column: string, message: string) => void,
): { specs: SpecForm[]; changed: boolean } {
  const before = present === undefined ? [] : sheet.specsOf(present)
  if (sheet.specColumns.length === 0) return { specs: [], changed: false }
  const byName = new Map(before.map((spec) => [spec.name, spec]))
  let changed = before.length !== listing.rows.length
  const specs = listing.rows.map((row, at) => {
    const known = byName.get(cellOf(row, places, '规格') ?? '')
    if (known !== undefined) byName.delete(known.name)
    let spec: SpecForm = known ?? { specId: null, name: '', code: '', price: null, stock: 0 }
    if (known === undefined || before[at] !== known) changed = true
    for (const column of sheet.specColumns) {
      const text = cellOf(row, places, column.head)
      if (text === undefined) fault(row, column.head, '单元格是日期，请改为文本格式后重填')
      if (text === undefined || (known !== undefined && text === column.write(known).trim())) continue
      const long = lengthError(text, column)
      const read = long === undefined ? column.read(text) : { fault: long }
      if ('fault' in read) fault(row, column.head, read.fault)
      else spec = Object.assign({}, spec, read, column.field === 'stock' ? { was: null } : {})
      changed = true
    }
    return spec
  })
  return { specs, changed }
}

/** Row and column of a field: `specs.2.price` is in the third row of its listing. */
function positionOf<F extends AnyForm>(
  { columns, specColumns, name }: ListingSheet<F>,
  { rows }: SheetListing,
  field: string,
): [SheetRow, string] {
  const [first = '', at = '', part = ''] = field.split('.')
  const own = rows[0] ?? { row: 0, cells: [] }
  if (first === 'specs') {
    const column = specColumns.find((each) => each.field === part) ?? specColumns[0]
    return [rows[Number(at)] ?? own, column?.head ?? name]
  }
  return [own, columns.find(({ fields }) => fields.includes(first))?.head ?? '']
}
