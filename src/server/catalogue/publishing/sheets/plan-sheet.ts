import { z } from 'zod'
import type { SheetFault } from '../../../../contract/catalogue/publishing.ts'
import { attributesAlong } from '../../../../domain/catalogue/attributes.ts'
import type { ListingKind } from '../../../../domain/catalogue/listing.ts'
import { writeWorkbook } from '../../../workbooks/write-workbook.ts'
import type { Ask } from '../../../work/tasks.ts'
import type { AnyForm } from '../kind.ts'
import type { SellerRules } from '../seller-rules.ts'
import { productSheet, serviceSheet, type ListingSheet } from './listing-sheet.ts'
import { markedSheet } from './marked-sheet.ts'
import { readListingRows, type SheetRow } from './read-sheet.ts'
import {
  listingsOf,
  placesOf,
  wantedOf,
  type PresentListing,
  type SheetListing,
  type Wanted,
} from './sheet-listings.ts'

/** What the data say, as it goes over to a worker thread: a function cannot. */
export type SheetRules = Omit<SellerRules, 'attributesOf'>

export interface PlanSheetInput {
  readonly kind: ListingKind
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly rules: SheetRules
  /** What is wanted besides the check: the listings to be written (handed over by questions), or the marked sheet. */
  readonly wants: 'check' | 'listings' | 'marked'
}

/** What a sheet comes to. */
export interface SheetPlan {
  readonly rows: number
  readonly created: number
  readonly changed: number
  /** The first ones; `faultCount` counts all. */
  readonly faults: readonly SheetFault[]
  readonly faultCount: number
  /** The sheet with its faults in a column of its own, as .xlsx. */
  readonly marked: Uint8Array<ArrayBuffer> | undefined
}

/** A listing of the shop with the form that an export would have written. */
export interface OwnListing {
  readonly listing: PresentListing
  readonly form: AnyForm
}

/** What a running plan asks of the side that has the database. Listings go over some at a time: nobody waits for many. */
export type PlanQuestion =
  | { readonly kind: 'own'; readonly numbers: readonly string[] }
  | { readonly kind: 'write'; readonly wanted: readonly Wanted<AnyForm>[] }
const ownListings = z.custom<readonly OwnListing[]>()

/** Listings that go over in one message. */
const perMessage = 100
/** Faults that are told; of more only the number. */
const mostFaults = 200

/** Reads and checks a whole sheet; writes nothing. For a worker thread. */
export async function planSheet(input: PlanSheetInput, ask: Ask): Promise<SheetPlan> {
  return input.kind === 'service' ? planned(serviceSheet, input, ask) : planned(productSheet, input, ask)
}

async function planned<F extends AnyForm>(
  sheet: ListingSheet<F>,
  { bytes, rules: data, wants }: PlanSheetInput,
  ask: Ask,
): Promise<SheetPlan> {
  const rules: SellerRules = {
    ...data,
    attributesOf: (id) =>
      id === null ? [] : attributesAlong(data.attributesByCategory, data.categories.get(id)?.path ?? []),
  }
  const rows = await readListingRows(bytes)
  const { wanted, faults, count } = await checkedRows(sheet, rules, rows, ask)
  if (wants === 'listings' && faults.length === 0) {
    for (let at = 0; at < wanted.length; at += perMessage) {
      const question: PlanQuestion = { kind: 'write', wanted: wanted.slice(at, at + perMessage) }
      await ask(question)
    }
  }
  const created = wanted.filter(({ of }) => of === undefined).length
  return {
    rows: count,
    created,
    changed: wanted.length - created,
    faults: faults.slice(0, mostFaults),
    faultCount: faults.length,
    marked: wants === 'marked' ? await writeWorkbook([markedSheet(sheet, rows, faults)]) : undefined,
  }
}

async function checkedRows<F extends AnyForm>(
  sheet: ListingSheet<F>,
  rules: SellerRules,
  [head, ...rows]: readonly SheetRow[],
  ask: Ask,
): Promise<{ wanted: Wanted<F>[]; faults: SheetFault[]; count: number }> {
  const { places, faults: missing } = placesOf(sheet, head)
  if (missing.length > 0) return { wanted: [], faults: missing, count: 0 }
  const listings = listingsOf(sheet, rows, places)
  const wanted: Wanted<F>[] = []
  const faults: SheetFault[] = []
  const seen = new Set<string>()
  for (let at = 0; at < listings.length; at += perMessage) {
    const part = listings.slice(at, at + perMessage)
    const own = await ownByNumber(sheet, part, ask)
    for (const listing of part) {
      const known = own.get(listing.number)
      const stop = stopOf(sheet, listing, known?.listing, seen)
      seen.add(listing.number)
      const read = stop === undefined ? wantedOf(sheet, rules, listing, known, places) : undefined
      // What waits for its review may stand in a sheet, as long as nothing of it is changed.
      const waits = read?.wanted !== undefined && known?.listing.status === 'pending_review'
      const message = waits ? '正在审核，请先撤回或等待审核结果' : stop
      if (message !== undefined) faults.push({ row: listing.rows[0]?.row ?? 0, column: sheet.number, message })
      else faults.push(...(read?.faults ?? []))
      if (read?.wanted !== undefined) wanted.push(read.wanted)
    }
  }
  return { wanted, faults, count: rows.length }
}

function stopOf<F extends AnyForm>(
  { name }: ListingSheet<F>,
  { number }: SheetListing,
  listing: PresentListing | undefined,
  seen: ReadonlySet<string>,
): string | undefined {
  if (number === '') return undefined
  if (listing === undefined) return `本店没有编号为 ${number.slice(0, 40)} 的${name}；新建时请留空`
  return seen.has(number) ? '编号重复，每个编号只能出现一次' : undefined
}

/** The shop's own listings that rows of a sheet name. */
async function ownByNumber<F extends AnyForm>(
  sheet: ListingSheet<F>,
  listings: readonly SheetListing[],
  ask: Ask,
): Promise<ReadonlyMap<string, { listing: PresentListing; form: F }>> {
  const numbers = [...new Set(listings.map(({ number }) => number).filter((each) => each !== '' && each.length <= 40))]
  if (numbers.length === 0) return new Map()
  const question: PlanQuestion = { kind: 'own', numbers }
  const found = ownListings.parse(await ask(question))
  return new Map(
    found.flatMap(({ listing, form }) => {
      const own = sheet.own(form)
      return own === undefined ? [] : [[listing.no, { listing, form: own }] as const]
    }),
  )
}
