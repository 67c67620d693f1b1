import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { SheetFault } from '../../../../contract/catalogue/publishing.ts'
import type { Db } from '../../../../db/open.ts'
import type { AnyForm, Listing } from '../kind.ts'
import { changesFor } from '../pending-changes.ts'
import type { SellerRules } from '../seller-rules.ts'
import type { ListingSheet } from './listing-sheet.ts'
import type { SheetRow } from './read-sheet.ts'
import { listingsOf, placesOf, wantedOf, type SheetListing, type Wanted } from './sheet-listings.ts'

/** What a sheet wants, and what is wrong in it. */
export interface ImportPlan<F extends AnyForm> {
  readonly rows: number
  readonly wanted: readonly Wanted<F>[]
  readonly faults: readonly SheetFault[]
}

/** Listings of a sheet that are checked before other callers get their turn. */
const atOnce = 200

/** Checks a whole sheet; writes nothing. */
export async function planImport<F extends AnyForm>(
  db: Db,
  sheet: ListingSheet<F>,
  rules: SellerRules,
  companyId: number,
  [head, ...rows]: readonly SheetRow[],
): Promise<ImportPlan<F>> {
  const { places, faults: missing } = placesOf(sheet, head)
  if (missing.length > 0) return { rows: 0, wanted: [], faults: missing }
  const listings = listingsOf(sheet, rows, places)
  const own = await ownByNumber(db, sheet, companyId, listings)
  const wanted: Wanted<F>[] = []
  const faults: SheetFault[] = []
  const seen = new Set<string>()
  for (const [at, listing] of listings.entries()) {
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
    if (at % atOnce === atOnce - 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return { rows: rows.length, wanted, faults }
}

function stopOf<F extends AnyForm>(
  { name }: ListingSheet<F>,
  { number }: SheetListing,
  listing: Listing<F> | undefined,
  seen: ReadonlySet<string>,
): string | undefined {
  if (number === '') return undefined
  if (listing === undefined) return `本店没有编号为 ${number} 的${name}；新建时请留空`
  return seen.has(number) ? '编号重复，每个编号只能出现一次' : undefined
}

/** The shop's own listings that a sheet names, with the form that an export would have written. */
async function ownByNumber<F extends AnyForm>(
  db: Db,
  { kind }: ListingSheet<F>,
  companyId: number,
  listings: readonly SheetListing[],
): Promise<ReadonlyMap<string, { listing: Listing<F>; form: F }>> {
  const numbers = [...new Set(listings.map(({ number }) => number).filter((number) => number !== ''))]
  if (numbers.length === 0) return new Map()
  const { table } = kind
  const found = await kind.read(
    db,
    and(inArray(kind.number, numbers), eq(table.companyId, companyId), isNull(table.deletedAt)),
  )
  const changes = await changesFor(db, kind, found)
  return new Map(found.map((listing) => [listing.no, { listing, form: changes.get(listing.id)?.form ?? listing.form }]))
}
