import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { listingSheetsCalls } from '../../../../contract/catalogue/listing-sheets.ts'
import { CallFailed } from '../../../../contract/failures.ts'
import type { Db } from '../../../../db/open.ts'
import { dictionaries } from '../../../../db/tables/reference.ts'
import type { ListingKind } from '../../../../domain/catalogue/listing.ts'
import { date } from '../../../../domain/time.ts'
import type { Context, Handlers } from '../../../handler.ts'
import { ownFile } from '../../../platform/files/files.ts'
import { saveGeneratedSheet } from '../../../platform/files/generated-files.ts'
import { runOnce } from '../../../platform/idempotency/run-once.ts'
import { createWorkbook, type WorkbookSheet } from '../../../platform/workbooks/create-workbook.ts'
import { assertCertified } from '../../../session/authorise.ts'
import { sheetWork } from '../../../work/work-pool.ts'
import type { AnyForm, ListingType } from '../listing-type.ts'
import { findPendingChanges } from '../pending-changes.ts'
import { productKind } from '../product-kind.ts'
import { sellerListCondition } from '../seller-list.ts'
import { type SellerRules, sellerRules } from '../seller-rules.ts'
import { serviceKind } from '../service-kind.ts'
import { importListings } from './import-listings.ts'
import { headsOf, type ListingSheet, productSheet, serviceSheet } from './listing-sheet.ts'
import type { OwnListing, PlanQuestion, PlanSheetInput, SheetPlan } from './plan-sheet.ts'
import { categoryPathText } from './shared-columns.ts'
import type { ListingImport } from './sheet-listings.ts'

/** The sheets after the first: instructions for each column, and the categories with their attributes. */
async function instructionSheets<F extends AnyForm>(
  db: Db,
  sheet: ListingSheet<F>,
  rules: SellerRules,
): Promise<WorkbookSheet[]> {
  const units = await db
    .select({ text: dictionaries.dictText })
    .from(dictionaries)
    .where(eq(dictionaries.dictKey, 'UNIT'))
    .orderBy(dictionaries.sort)
  const allowed: Readonly<Record<string, string>> = {
    资质标签: [...rules.tags].join('、') || '本店暂无通过审核的资质',
    能力标签: [...rules.capabilities].join('、'),
    单位: units.map(({ text }) => text).join('、'),
    服务地区: [...new Set(rules.places.values())].join('、'),
  }
  const columns = [...sheet.columns, ...sheet.specColumns]
  return [
    {
      sheet: '填写说明',
      widths: [16, 8, 70, 80],
      head: ['列', '必填', '如何填写', '可选值'],
      rows: [
        [sheet.number, '', `留空为新建；填写本店已有的编号为修改那一条`, ''],
        ...columns.map(({ head, required, hint }) => [head, required === true ? '是' : '', hint, allowed[head] ?? '']),
        ...(sheet.specColumns.length > 0
          ? [['多个规格', '', '第一行写全；下面每行只填规格、商家编码、价格、库存，标题留空', '']]
          : []),
        ['检查', '', '导入前逐行检查，任何一行有误都不会导入；图片与附件请导入后在编辑页上传', ''],
      ],
    },
    {
      sheet: '分类',
      widths: [60, 80],
      head: ['分类', '属性与可选值'],
      rows: [...rules.categories.values()]
        .filter(({ level }) => level > 1)
        .map(({ id }) => [categoryPathText(rules, id), attributesText(rules, id)])
        .toSorted(([a = ''], [b = '']) => a.localeCompare(b, 'zh')),
    },
  ]
}

const attributesText = (rules: SellerRules, id: number) =>
  rules
    .attributesOf(id)
    .map(({ name, options, required, unit }) => {
      const how = options.length > 0 ? options.join('、') : unit === '' ? '自行填写' : `数字，${unit}`
      return `${name}${required ? '（必填）' : ''}：${how}`
    })
    .join('；')

/** Runs a callback with the sheet layout of a kind; requires the permission to publish it. */
function withSheet<T>(
  kind: ListingKind,
  { caller }: Context<'seller'>,
  run: <F extends AnyForm>(sheet: ListingSheet<F>, kind: ListingType<F>) => Promise<T>,
): Promise<T> {
  const right = kind === 'service' ? serviceKind.permission : productKind.permission
  if (!caller.permissions.has(right)) throw new CallFailed('forbidden')
  return kind === 'service' ? run(serviceSheet, serviceKind) : run(productSheet, productKind)
}

/**
 * Reads and checks a stored sheet in a worker thread. `wanted` are the listings to write, where they are requested
 * and there are no errors. Throws sheetBroken, sheetTooLarge, fileTooComplex or filesBusy.
 */
async function planStoredSheet<F extends AnyForm>(
  sheet: ListingSheet<F>,
  kind: ListingType<F>,
  rules: SellerRules,
  storageKey: string,
  wants: PlanSheetInput['wants'],
  { caller, db, providers }: Context<'seller'>,
): Promise<{ plan: SheetPlan; wanted: readonly ListingImport<F>[] }> {
  const { attributesOf: _, words, ...rest } = rules
  const data = { ...rest, listedWords: words.listed }
  const bytes = new Uint8Array(await providers.storage.read(storageKey))
  const wanted: ListingImport<F>[] = []
  const onAsk = async (asked: unknown) => {
    const question = planQuestion.parse(asked)
    if (question.kind === 'own') return findOwnListings(db, kind, caller.companyId, question.numbers)
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

/** Listings of the shop by number, each with the form that an export writes. */
async function findOwnListings<F extends AnyForm>(
  db: Context['db'],
  kind: ListingType<F>,
  companyId: number,
  numbers: readonly string[],
): Promise<OwnListing[]> {
  const { table } = kind
  const found = await kind.read(
    db,
    and(inArray(kind.number, [...numbers]), eq(table.companyId, companyId), isNull(table.deletedAt)),
  )
  const changes = await findPendingChanges(db, kind, found)
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
      const bytes = await createWorkbook([first, ...(await instructionSheets(db, sheet, rules))])
      return saveGeneratedSheet(context, caller, `${sheet.name}导入模板`, bytes)
    })
  },

  listingImport: async (input, context) => {
    const { kind, fileId, commit, submit } = input
    const { caller, db, note } = context
    if (commit && submit) assertCertified(caller)
    return withSheet(kind, context, async (sheet, of) => {
      const file = await ownFile(db, fileId, caller, 'attachment')
      const rules = await sellerRules(context, kind, caller.shopId)
      // Checked before the transaction, which must not wait for a worker. Changes in between are a conflict.
      const wants = commit ? 'listings' : 'check'
      const { plan, wanted } = await planStoredSheet(sheet, of, rules, file.storageKey, wants, context)
      const { rows, created, changed, faults, faultCount } = plan
      const run = async (tx: Context['db']) => {
        const committed = commit && faultCount === 0
        if (committed) await importListings(of, rules, wanted, submit, { ...context, db: tx })
        note(`${file.name}，${committed ? `新建 ${created} 条，修改 ${changed} 条` : '仅检查'}`)
        return { rows, created, changed, committed, faults: [...faults], faultCount }
      }
      if (!commit) return run(db)
      // A file is imported once: a retry with the same file gets the first response.
      const call = listingSheetsCalls.listingImport
      const { userId, companyId } = caller
      return call.output.parse(await runOnce(db, { call, userId, companyId, key: fileId, input }, run))
    })
  },

  listingFaultSheet: async ({ kind, fileId }, context) => {
    const { caller, db } = context
    return withSheet(kind, context, async (sheet, of) => {
      const file = await ownFile(db, fileId, caller, 'attachment')
      const rules = await sellerRules(context, kind, caller.shopId)
      const { plan } = await planStoredSheet(sheet, of, rules, file.storageKey, 'marked', context)
      if (plan.marked === undefined) throw new CallFailed('sheetBroken')
      return saveGeneratedSheet(context, caller, `${file.name.replace(/\.xlsx$/i, '')}-错误原因`, plan.marked)
    })
  },

  listingExport: async ({ kind, ...filter }, context) => {
    const { caller, note } = context
    return withSheet(kind, context, async (sheet, of) => {
      const rules = await sellerRules(context, kind, caller.shopId)
      const { rows, count } = await exportRows(sheet, of, rules, filter, context)
      const bytes = await createWorkbook([
        { sheet: sheet.name, ...headsOf(sheet), rows },
        ...(await instructionSheets(context.db, sheet, rules)),
      ])
      note(`${sheet.name} ${count} 条`)
      const day = date(new Date().toISOString()).replaceAll('-', '')
      return saveGeneratedSheet(context, caller, `${sheet.name}导出-${day}`, bytes)
    })
  },
}

/** A shop's listings as rows, with their pending changes applied. */
async function exportRows<F extends AnyForm>(
  sheet: ListingSheet<F>,
  kind: ListingType<F>,
  rules: SellerRules,
  filter: Parameters<typeof sellerListCondition>[2],
  { caller, db }: Context<'seller'>,
): Promise<{ rows: string[][]; count: number }> {
  const { columns, specColumns } = sheet
  const listings = await kind.read(db, sellerListCondition(kind, caller.shopId, filter))
  const changes = await findPendingChanges(db, kind, listings)
  const rows = listings.toReversed().flatMap((listing) => {
    const form = changes.get(listing.id)?.form ?? listing.form
    const own = [listing.no, ...columns.map((column) => column.write(form, rules))]
    const below = [listing.no, ...columns.map(() => '')]
    const [first, ...more] = sheet.specsOf(form).map((spec) => specColumns.map((column) => column.write(spec)))
    return [[...own, ...(first ?? specColumns.map(() => ''))], ...more.map((cells) => [...below, ...cells])]
  })
  return { rows, count: listings.length }
}
