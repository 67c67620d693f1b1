import { z } from 'zod'
import { CallFailed, failures } from '../../../../contract/failures.ts'
import type { SheetFault } from '../../../../contract/catalogue/publishing.ts'
import { attributesAlong } from '../../../../domain/catalogue/attributes.ts'
import type { ListingKind } from '../../../../domain/catalogue/listing.ts'
import { createWordList, type ListedWord } from '../../../../domain/operations/moderation-words.ts'
import { writeWorkbook } from '../../../platform/workbooks/write-workbook.ts'
import type { Ask } from '../../../work/tasks.ts'
import type { AnyForm } from '../listing-type.ts'
import type { SellerRules } from '../seller-rules.ts'
import { productSheet, serviceSheet, type ListingSheet, headsOf } from './listing-sheet.ts'
import { readListingRows, type SheetRow } from './read-sheet.ts'
import {
  listingsOf,
  findColumns,
  readListing,
  type PresentListing,
  type SheetListing,
  type ListingImport,
} from './sheet-listings.ts'
import type { WorkbookSheet } from '../../../platform/workbooks/create-workbook.ts'
import { isListingInReview } from '../../../../domain/catalogue/listing-states.ts'

/** Header of the error column; an import ignores it, so that the corrected sheet can be uploaded unchanged. */
export const reasonHead = '错误原因'

/**
 * The uploaded sheet with the errors of each row in a new first column; an earlier error column is left
 * out. Row numbers and cell contents stay unchanged, valid or not.
 */
function markedSheet<F extends AnyForm>(
  sheet: ListingSheet<F>,
  rows: readonly SheetRow[],
  faults: readonly SheetFault[],
): WorkbookSheet {
  const [head, ...below] = rows
  const heads = (head?.cells ?? headsOf(sheet).head).map((cell) => cell ?? '')
  const own = heads.flatMap((cell, at) => (cell.startsWith(reasonHead) ? [] : [at]))
  const columns = [...sheet.columns, ...sheet.specColumns]
  const widthOf = (cell: string) => columns.find((column) => cell.replace('*', '') === column.head)?.width ?? 20
  const reasonOf = reasonsByRow(faults)
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

/** Errors by row: 分类：请选择分类；简介：请填写简介. */
function reasonsByRow(faults: readonly SheetFault[]): ReadonlyMap<number, string> {
  const byRow = Map.groupBy(faults, ({ row }) => row)
  return new Map(
    [...byRow].map(([row, all]) => [
      row,
      all.map(({ column, message }) => (column === '' ? message : `${column}：${message}`)).join('；'),
    ]),
  )
}

/** Seller rules without their functions, which cannot be sent to a worker thread. */
export type SheetRules = Omit<SellerRules, 'attributesOf' | 'words'> & { readonly listedWords: readonly ListedWord[] }

export interface PlanSheetInput {
  readonly kind: ListingKind
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly rules: SheetRules
  /** Result besides the check: the listings to write (sent as questions), or the marked sheet. */
  readonly wants: 'check' | 'listings' | 'marked'
}

/** Result of checking a sheet. */
export interface SheetPlan {
  readonly rows: number
  readonly created: number
  readonly changed: number
  /** The first ones; `faultCount` counts all. */
  readonly faults: readonly SheetFault[]
  readonly faultCount: number
  /** The sheet with its errors in a separate column, as .xlsx. */
  readonly marked: Uint8Array<ArrayBuffer> | undefined
}

/** A listing of the shop with the form that an export writes. */
export interface OwnListing {
  readonly listing: PresentListing
  readonly form: AnyForm
}

/** Requests of a running plan to the thread with database access. Listings are sent in batches. */
export type PlanQuestion =
  | { readonly kind: 'own'; readonly numbers: readonly string[] }
  | { readonly kind: 'write'; readonly wanted: readonly ListingImport<AnyForm>[] }
const ownListingsAnswer = z.custom<readonly OwnListing[]>()

/** Listings per message. */
const listingsPerMessage = 100
/** Maximum number of errors returned; further ones are only counted. */
const maxFaults = 200

/** Reads and checks a whole sheet; writes nothing. Runs in a worker thread. */
export async function planSheet(input: PlanSheetInput, ask: Ask): Promise<SheetPlan> {
  return input.kind === 'service'
    ? planListingSheet(serviceSheet, input, ask)
    : planListingSheet(productSheet, input, ask)
}

async function planListingSheet<F extends AnyForm>(
  sheet: ListingSheet<F>,
  { bytes, rules: data, wants }: PlanSheetInput,
  ask: Ask,
): Promise<SheetPlan> {
  const rules: SellerRules = {
    ...data,
    words: createWordList(data.listedWords),
    attributesOf: (id) =>
      id === null ? [] : attributesAlong(data.attributesByCategory, data.categories.get(id)?.path ?? []),
  }
  const rows = await readListingRows(bytes)
  const { wanted, faults, count } = await checkedRows(sheet, rules, rows, ask)
  if (wants === 'listings' && faults.length === 0) {
    for (let at = 0; at < wanted.length; at += listingsPerMessage) {
      const question: PlanQuestion = { kind: 'write', wanted: wanted.slice(at, at + listingsPerMessage) }
      await ask(question)
    }
  }
  const created = wanted.filter(({ of }) => of === undefined).length
  return {
    rows: count,
    created,
    changed: wanted.length - created,
    faults: faults.slice(0, maxFaults),
    faultCount: faults.length,
    marked: wants === 'marked' ? await writeWorkbook([markedSheet(sheet, rows, faults)]) : undefined,
  }
}

async function checkedRows<F extends AnyForm>(
  sheet: ListingSheet<F>,
  rules: SellerRules,
  [head, ...rows]: readonly SheetRow[],
  ask: Ask,
): Promise<{ wanted: ListingImport<F>[]; faults: SheetFault[]; count: number }> {
  const { places, faults: missing } = findColumns(sheet, head)
  if (missing.length > 0) return { wanted: [], faults: missing, count: 0 }
  const listings = listingsOf(sheet, rows, places)
  const wanted: ListingImport<F>[] = []
  const faults: SheetFault[] = []
  const seen = new Set<string>()
  for (let at = 0; at < listings.length; at += listingsPerMessage) {
    const part = listings.slice(at, at + listingsPerMessage)
    const own = await ownByNumber(sheet, part, ask)
    for (const listing of part) {
      const known = own.get(listing.number)
      const stop = numberError(sheet, listing, known?.listing, seen)
      seen.add(listing.number)
      const read = stop === undefined ? readListing(sheet, rules, listing, known, places) : undefined
      // A listing under review may be in a sheet if it is unchanged.
      const waits = read?.wanted !== undefined && isListingInReview(known?.listing.status)
      const message = waits ? '正在审核，请先撤回或等待审核结果' : stop
      if (message !== undefined) faults.push({ row: listing.rows[0]?.row ?? 0, column: sheet.number, message })
      else faults.push(...(read?.faults ?? []))
      if (read?.wanted === undefined) continue
      const { row, form } = read.wanted
      const structure = await readStructure(form, known?.form)
      if ('message' in structure) faults.push({ row, column: columnOf(sheet, 'smiles'), message: structure.message })
      else wanted.push({ ...read.wanted, form: structure.form })
    }
  }
  return { wanted, faults, count: rows.length }
}

const columnOf = <F extends AnyForm>({ columns }: ListingSheet<F>, field: string): string =>
  columns.find(({ fields }) => fields.includes(field))?.head ?? ''

/** The form with its structure as canonical SMILES. */
async function readStructure<F extends AnyForm>(form: F, before: F | undefined) {
  if (!('smiles' in form) || form.smiles === '') return { form }
  if (before !== undefined && 'smiles' in before && before.smiles === form.smiles) return { form }
  const { describeMolecule, parseMolecule } = await import('../../structures/read-molecule.ts')
  try {
    const { smiles } = describeMolecule(parseMolecule(form.smiles))
    return { form: Object.assign({}, form, { smiles }) }
  } catch (cause) {
    if (cause instanceof CallFailed) return { message: failures[cause.failure].message }
    throw cause
  }
}

function numberError<F extends AnyForm>(
  { name }: ListingSheet<F>,
  { number }: SheetListing,
  listing: PresentListing | undefined,
  seen: ReadonlySet<string>,
): string | undefined {
  if (number === '') return undefined
  if (listing === undefined) return `本店没有编号为 ${number.slice(0, 40)} 的${name}；新建时请留空`
  return seen.has(number) ? '编号重复，每个编号只能出现一次' : undefined
}

/** The shop's own listings whose numbers occur in a sheet. */
async function ownByNumber<F extends AnyForm>(
  sheet: ListingSheet<F>,
  listings: readonly SheetListing[],
  ask: Ask,
): Promise<ReadonlyMap<string, { listing: PresentListing; form: F }>> {
  const numbers = [...new Set(listings.map(({ number }) => number).filter((each) => each !== '' && each.length <= 40))]
  if (numbers.length === 0) return new Map()
  const question: PlanQuestion = { kind: 'own', numbers }
  const found = ownListingsAnswer.parse(await ask(question))
  return new Map(
    found.flatMap(({ listing, form }) => {
      const own = sheet.own(form)
      return own === undefined ? [] : [[listing.no, { listing, form: own }] as const]
    }),
  )
}
