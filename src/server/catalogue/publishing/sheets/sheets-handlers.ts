import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { listingSheetsCalls } from '../../../../contract/catalogue/listing-sheets.ts'
import { CallFailed } from '../../../../contract/failures.ts'
import type { ListingKind } from '../../../../domain/catalogue/listing.ts'
import { date } from '../../../../domain/time.ts'
import type { Context, Handlers } from '../../../handler.ts'
import { fileOf, keepMadeSheet, makeWorkbook, once } from '../../../operations/public.ts'
import { sheetWork } from '../../../work/work-pool.ts'
import { mustBeCertified } from '../../../session/authorise.ts'
import type { AnyForm, Kind } from '../kind.ts'
import { changesFor } from '../pending-changes.ts'
import { productKind } from '../product-kind.ts'
import { desk } from '../seller-list.ts'
import { sellerRules, type SellerRules } from '../seller-rules.ts'
import { serviceKind } from '../service-kind.ts'
import { importListings } from './import-listings.ts'
import { instructionSheets } from './instructions.ts'
import { headsOf, productSheet, serviceSheet, type ListingSheet } from './listing-sheet.ts'
import type { OwnListing, PlanQuestion, PlanSheetInput, SheetPlan } from './plan-sheet.ts'
import type { Wanted } from './sheet-listings.ts'

/** Runs with the sheet of a kind, for those who may publish it. */
function withSheet<T>(
  kind: ListingKind,
  { caller }: Context<'seller'>,
  run: <F extends AnyForm>(sheet: ListingSheet<F>, kind: Kind<F>) => Promise<T>,
): Promise<T> {
  const right = kind === 'service' ? serviceKind.permission : productKind.permission
  if (!caller.permissions.has(right)) throw new CallFailed('forbidden')
  return kind === 'service' ? run(serviceSheet, serviceKind) : run(productSheet, productKind)
}

/**
 * Reads and checks a stored sheet in a worker thread. `wanted` are the listings to be written, where they are asked for
 * and nothing is wrong. Throws sheetBroken, sheetTooLarge, fileTooComplex or filesBusy.
 */
async function planOf<F extends AnyForm>(
  sheet: ListingSheet<F>,
  kind: Kind<F>,
  rules: SellerRules,
  storageKey: string,
  wants: PlanSheetInput['wants'],
  { caller, db, providers }: Context<'seller'>,
): Promise<{ plan: SheetPlan; wanted: readonly Wanted<F>[] }> {
  const { attributesOf: _, ...data } = rules
  const bytes = new Uint8Array(await providers.storage.read(storageKey))
  const wanted: Wanted<F>[] = []
  const onAsk = async (asked: unknown) => {
    const question = planQuestion.parse(asked)
    if (question.kind === 'own') return ownListings(db, kind, caller.companyId, question.numbers)
    for (const { row, of, form: typed } of question.wanted) {
      const form = sheet.own(typed)
      if (form !== undefined) wanted.push({ row, of, form })
    }
    return undefined
  }
  const plan = await sheetWork.run(
    'planSheet',
    { kind: sheet.listing, bytes, rules: data, wants },
    { key: `company ${caller.companyId}`, transfer: [bytes.buffer], onAsk, outOfMemory: 'sheetTooLarge' },
  )
  return { plan, wanted }
}

const planQuestion = z.custom<PlanQuestion>()

/** The shop's own listings of some numbers, each with the form that an export would have written. */
async function ownListings<F extends AnyForm>(
  db: Context['db'],
  kind: Kind<F>,
  companyId: number,
  numbers: readonly string[],
): Promise<OwnListing[]> {
  const { table } = kind
  const found = await kind.read(
    db,
    and(inArray(kind.number, [...numbers]), eq(table.companyId, companyId), isNull(table.deletedAt)),
  )
  const changes = await changesFor(db, kind, found)
  return found.map(({ id, no, status, version, form }) => ({
    listing: { id, no, status, version },
    form: changes.get(id)?.form ?? form,
  }))
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
    const { caller, db, note } = context
    if (commit && submit) mustBeCertified(caller)
    return withSheet(kind, context, async (sheet, of) => {
      const file = await fileOf(db, fileId, caller, 'attachment')
      const rules = await sellerRules(context, kind, caller.shopId)
      // Checked before a transaction begins: none waits for a worker thread. What changes in between is a conflict.
      const wants = commit ? 'listings' : 'check'
      const { plan, wanted } = await planOf(sheet, of, rules, file.storageKey, wants, context)
      const { rows, created, changed, faults, faultCount } = plan
      const run = async (tx: Context['db']) => {
        const committed = commit && faultCount === 0
        if (committed) await importListings(of, rules, wanted, submit, { ...context, db: tx })
        note(`${file.name}，${committed ? `新建 ${created} 条，修改 ${changed} 条` : '仅检查'}`)
        return { rows, created, changed, committed, faults: [...faults], faultCount }
      }
      if (!commit) return run(db)
      // A file goes in once: whoever sends it again, since no answer came, gets the first answer.
      const { path, output } = listingSheetsCalls.listingImport
      return output.parse(await once(db, { userId: caller.userId, path, key: fileId, input }, run))
    })
  },

  listingFaultSheet: async ({ kind, fileId }, context) => {
    const { caller, db } = context
    return withSheet(kind, context, async (sheet, of) => {
      const file = await fileOf(db, fileId, caller, 'attachment')
      const rules = await sellerRules(context, kind, caller.shopId)
      const { plan } = await planOf(sheet, of, rules, file.storageKey, 'marked', context)
      if (plan.marked === undefined) throw new CallFailed('sheetBroken')
      return keepMadeSheet(context, caller, `${file.name.replace(/\.xlsx$/i, '')}-错误原因`, plan.marked)
    })
  },

  listingExport: async ({ kind, ...filter }, context) => {
    const { caller, note } = context
    return withSheet(kind, context, async (sheet, of) => {
      const rules = await sellerRules(context, kind, caller.shopId)
      const { rows, count } = await exported(sheet, of, rules, filter, context)
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
  kind: Kind<F>,
  rules: SellerRules,
  filter: Parameters<typeof desk>[2],
  { caller, db }: Context<'seller'>,
): Promise<{ rows: string[][]; count: number }> {
  const { columns, specColumns } = sheet
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
