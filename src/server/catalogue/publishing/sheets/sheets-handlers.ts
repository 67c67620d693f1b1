import { listingSheetsCalls } from '../../../../contract/catalogue/listing-sheets.ts'
import { CallFailed } from '../../../../contract/failures.ts'
import type { ListingKind } from '../../../../domain/catalogue/listing.ts'
import { date } from '../../../../domain/time.ts'
import type { Context, Handlers } from '../../../handler.ts'
import { fileOf, keepMadeSheet, makeWorkbook, once } from '../../../operations/public.ts'
import { mustBeCertified } from '../../../session/authorise.ts'
import type { AnyForm } from '../kind.ts'
import { changesFor } from '../pending-changes.ts'
import { desk } from '../seller-list.ts'
import { sellerRules, type SellerRules } from '../seller-rules.ts'
import { importListings } from './import-listings.ts'
import { headsOf, instructionSheets } from './instructions.ts'
import { productSheet, serviceSheet, type ListingSheet } from './listing-sheet.ts'
import { markedSheet } from './marked-sheet.ts'
import { planImport } from './plan-import.ts'
import { readListingRows } from './read-sheet.ts'

/** Faults that are told; of more only the number. */
const mostFaults = 200

/** Runs with the sheet of a kind, for those who may publish it. */
function withSheet<T>(
  kind: ListingKind,
  { caller }: Context<'seller'>,
  run: <F extends AnyForm>(sheet: ListingSheet<F>) => Promise<T>,
): Promise<T> {
  const right = kind === 'service' ? serviceSheet.kind.permission : productSheet.kind.permission
  if (!caller.permissions.has(right)) throw new CallFailed('forbidden')
  return kind === 'service' ? run(serviceSheet) : run(productSheet)
}

export const sheetsHandlers: Handlers<typeof listingSheetsCalls> = {
  listingTemplate: async ({ kind }, context) => {
    const { caller, db } = context
    return withSheet(kind, context, async (sheet) => {
      const rules = await sellerRules(context, kind, caller.shopId)
      const first = { sheet: sheet.name, ...headsOf(sheet), rows: [] }
      const bytes = await makeWorkbook([first, ...(await instructionSheets(db, sheet, rules))])
      return keepMadeSheet(context, caller, `${sheet.name}导入模板`, bytes)
    })
  },

  listingImport: async (input, context) => {
    const { kind, fileId, commit, submit } = input
    const { caller, db, note, providers } = context
    if (commit && submit) mustBeCertified(caller)
    return withSheet(kind, context, async (sheet) => {
      const file = await fileOf(db, fileId, caller, 'attachment')
      const rules = await sellerRules(context, kind, caller.shopId)
      const sheetRows = await readListingRows(await providers.storage.read(file.storageKey))
      const run = async (tx: Context['db']) => {
        const { rows, wanted, faults } = await planImport(tx, sheet, rules, caller.companyId, sheetRows)
        const committed = commit && faults.length === 0
        if (committed) await importListings(sheet.kind, rules, wanted, submit, { ...context, db: tx })
        const created = wanted.filter(({ of }) => of === undefined).length
        const changed = wanted.length - created
        note(`${file.name}，${committed ? `新建 ${created} 条，修改 ${changed} 条` : '仅检查'}`)
        return {
          ...{ rows, created, changed, committed },
          ...{ faults: faults.slice(0, mostFaults), faultCount: faults.length },
        }
      }
      if (!commit) return run(db)
      // A file goes in once: whoever sends it again, since no answer came, gets the first answer.
      const { path, output } = listingSheetsCalls.listingImport
      return output.parse(await once(db, { userId: caller.userId, path, key: fileId, input }, run))
    })
  },

  listingFaultSheet: async ({ kind, fileId }, context) => {
    const { caller, db, providers } = context
    return withSheet(kind, context, async (sheet) => {
      const file = await fileOf(db, fileId, caller, 'attachment')
      const rules = await sellerRules(context, kind, caller.shopId)
      const rows = await readListingRows(await providers.storage.read(file.storageKey))
      const { faults } = await planImport(db, sheet, rules, caller.companyId, rows)
      const bytes = await makeWorkbook([markedSheet(sheet, rows, faults)])
      return keepMadeSheet(context, caller, `${file.name.replace(/\.xlsx$/i, '')}-错误原因`, bytes)
    })
  },

  listingExport: async ({ kind, ...filter }, context) => {
    const { caller, note } = context
    return withSheet(kind, context, async (sheet) => {
      const rules = await sellerRules(context, kind, caller.shopId)
      const { rows, count } = await exported(sheet, rules, filter, context)
      const bytes = await makeWorkbook([
        { sheet: sheet.name, ...headsOf(sheet), rows },
        ...(await instructionSheets(context.db, sheet, rules)),
      ])
      note(`${sheet.name} ${count} 条`)
      const day = date(new Date().toISOString()).replaceAll('-', '')
      return keepMadeSheet(context, caller, `${sheet.name}导出-${day}`, bytes)
    })
  },
}

/** A shop's listings as rows, each with the change that waits for it: what its form would show. */
async function exported<F extends AnyForm>(
  sheet: ListingSheet<F>,
  rules: SellerRules,
  filter: Parameters<typeof desk>[2],
  { caller, db }: Context<'seller'>,
): Promise<{ rows: string[][]; count: number }> {
  const { kind, columns, specColumns } = sheet
  const listings = await kind.read(db, desk(kind, caller.shopId, filter))
  const changes = await changesFor(db, kind, listings)
  const rows = listings.toReversed().flatMap((listing) => {
    const form = changes.get(listing.id)?.form ?? listing.form
    const own = [listing.no, ...columns.map((column) => column.write(form, rules))]
    const below = [listing.no, ...columns.map(() => '')]
    const [first, ...more] = sheet.specsOf(form).map((spec) => specColumns.map((column) => column.write(spec)))
    return [[...own, ...(first ?? specColumns.map(() => ''))], ...more.map((cells) => [...below, ...cells])]
  })
  return { rows, count: listings.length }
}
